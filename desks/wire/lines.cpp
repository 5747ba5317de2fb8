#include "desks/wire/lines.h"

namespace interlock::desk {

void Lines::feed(std::string_view bytes) {
  if (!too_long_) buffer_ += bytes;
}

std::optional<std::string> Lines::next() {
  while (!too_long_) {
    const auto end = buffer_.find('\n', scanned_);
    if (end == std::string::npos) scanned_ = buffer_.size();
    too_long_ = (end == std::string::npos ? buffer_.size() : end) > most_;
    if (too_long_) buffer_.clear();
    if (too_long_ || end == std::string::npos) return std::nullopt;
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    scanned_ = 0;
    if (!line.empty()) return line;
  }
  return std::nullopt;
}

}  // namespace interlock::desk
