#include "ipc/framing.h"

namespace interlock::ipc {

void Framing::feed(std::string_view bytes) {
  if (too_long_) return;  // nothing more will be read
  buffer_.erase(0, start_);
  scanned_ -= start_;
  start_ = 0;
  buffer_.append(bytes);
}

std::optional<std::string> Framing::next() {
  while (!too_long_) {
    const std::size_t end = buffer_.find('\n', scanned_);
    const std::size_t stop = end == std::string::npos ? buffer_.size() : end;
    if (stop - start_ > max_line_) {
      too_long_ = true;
      buffer_.clear();
      start_ = scanned_ = 0;
      break;
    }
    scanned_ = stop;
    if (end == std::string::npos) break;

    std::string_view line(buffer_.data() + start_, end - start_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    start_ = scanned_ = end + 1;
    if (!line.empty()) return std::string(line);
  }
  return std::nullopt;
}

}  // namespace interlock::ipc
