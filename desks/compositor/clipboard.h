/// Reads a selection from the client that owns it, without blocking.
#pragma once

#include <functional>
#include <string>
#include <variant>

#include "desks/compositor/core.h"
#include "desks/wire/messages.h"

namespace interlock::compositor {

class ClipboardReader {
 public:
  using Answer = std::function<void(std::variant<desk::ClipboardText, desk::Failure>)>;

  ClipboardReader(Core& core, wlr_seat* seat);
  ~ClipboardReader();
  ClipboardReader(const ClipboardReader&) = delete;
  ClipboardReader& operator=(const ClipboardReader&) = delete;

  /// Calls `answer` once, at most a second later. A read that begins before the last one has ended makes that one
  /// fail.
  void read(bool primary, Answer answer);

 private:
  bool ask(bool primary, int write_end);
  void readable();
  void finish(std::variant<desk::ClipboardText, desk::Failure> result);
  void stop();

  Core& core_;
  wlr_seat* seat_;
  Answer answer_;
  std::string text_;
  int fd_ = -1;
  wl_event_source* source_ = nullptr;
  wl_event_source* timer_ = nullptr;
};

}  // namespace interlock::compositor
