/// Splits a stream of bytes into lines. Pure; no socket.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "desks/wire/messages.h"

namespace interlock::desk {

/// A line ends with LF. Empty lines are skipped. After a line of more than `most` bytes (without its LF) too_long()
/// stays true, and there are no more lines: the connection must be closed.
class Lines {
 public:
  explicit Lines(std::size_t most = limits::line_bytes) : most_(most) {}

  void feed(std::string_view bytes);
  /// The next complete line without its LF; nothing if more bytes are needed, or after too_long().
  std::optional<std::string> next();
  bool too_long() const { return too_long_; }

 private:
  std::size_t most_;
  std::string buffer_;
  std::size_t scanned_ = 0;  ///< there is no LF before this
  bool too_long_ = false;
};

}  // namespace interlock::desk
