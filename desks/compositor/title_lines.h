/// Titles for the window that interlock-desk is, from the program that started it: one a line, by a descriptor.
#pragma once

#include <functional>
#include <string>

#include "desks/compositor/core.h"

namespace interlock::compositor {

class TitleLines {
 public:
  using Show = std::function<void(const std::string& title)>;
  /// `descriptor`: -1 for none; closed here. Programs that are started do not inherit it.
  TitleLines(Core& core, int descriptor, Show show);
  ~TitleLines();
  TitleLines(const TitleLines&) = delete;
  TitleLines& operator=(const TitleLines&) = delete;

 private:
  void readable();
  void stop();

  const Show show_;
  int descriptor_;
  wl_event_source* source_ = nullptr;
  std::string text_;  ///< of a line that has not ended yet
};

}  // namespace interlock::compositor
