/// Splits a stream of bytes into lines. Pure; no socket.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ipc/limits.h"

namespace interlock::ipc {

/// A line ends with LF; a CR before it is removed; empty lines are skipped. After a line of more than `max_line` bytes
/// (without its LF) too_long() stays true: the next request cannot be found.
class Framing {
 public:
  explicit Framing(std::size_t max_line = limits::line_bytes) : max_line_(max_line) {}

  void feed(std::string_view bytes);
  /// Returns the next complete line without its ending; nothing if more bytes are needed, or after too_long().
  std::optional<std::string> next();

  bool too_long() const { return too_long_; }
  /// True if the beginning of another line is buffered. Call it after next() returned nothing.
  bool has_partial_line() const { return start_ < buffer_.size(); }

 private:
  std::size_t max_line_;
  std::string buffer_;
  std::size_t start_ = 0;    ///< the beginning of the next line
  std::size_t scanned_ = 0;  ///< there is no LF before this
  bool too_long_ = false;
};

}  // namespace interlock::ipc
