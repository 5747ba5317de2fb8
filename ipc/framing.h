/// Bytes in, lines out. Pure; no socket.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ipc/limits.h"

namespace interlock::ipc {

/// Splits a stream into lines. A line ends with LF, a CR before it is dropped, empty lines are skipped. A line of more
/// than `max_line` bytes (its LF not counted) makes it too_long() for good: there is no way to find the next request.
class Framing {
 public:
  explicit Framing(std::size_t max_line = limits::line_bytes) : max_line_(max_line) {}

  void feed(std::string_view bytes);
  /// The next whole line without its ending; nothing when it needs more bytes, or after too_long().
  std::optional<std::string> next();

  bool too_long() const { return too_long_; }
  /// True when the bytes after the last line taken hold the beginning of another. Ask when next() gave nothing.
  bool has_partial_line() const { return start_ < buffer_.size(); }

 private:
  std::size_t max_line_;
  std::string buffer_;
  std::size_t start_ = 0;    ///< where the next line begins
  std::size_t scanned_ = 0;  ///< up to here there is no LF
  bool too_long_ = false;
};

}  // namespace interlock::ipc
