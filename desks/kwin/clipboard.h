/// Reads the clipboard or the primary selection from the program that owns it, without blocking.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include <QSocketNotifier>
#include <QTimer>

#include "desks/wire/messages.h"

namespace interlock::kwin {

class Clipboard {
 public:
  using Answer = std::function<void(std::variant<desk::ClipboardText, desk::Failure>)>;

  Clipboard();
  ~Clipboard();
  Clipboard(const Clipboard&) = delete;
  Clipboard& operator=(const Clipboard&) = delete;

  /// Calls `answer` once, at most a second later. A read that begins before the last one has ended makes that
  /// one fail.
  void read(bool primary, Answer answer);
  /// Cancels the read that is under way without calling `answer`; for when the connection has ended.
  void stop();

 private:
  void readable();
  void finish(std::variant<desk::ClipboardText, desk::Failure> result);

  Answer answer_;
  std::string text_;
  int fd_ = -1;
  std::unique_ptr<QSocketNotifier> notifier_;
  QTimer limit_;
};

}  // namespace interlock::kwin
