#include "clients/display/framing.h"

namespace interlock::display {

std::optional<Request> RequestFraming::next() {
  const std::string_view left = std::string_view(buffer_).substr(at_);
  if (broken_ || left.size() < 4) return std::nullopt;
  Reader in(left, order_);
  Request request;
  request.opcode = in.u8();
  request.data = in.u8();
  std::size_t header = 4;
  std::size_t units = in.u16();
  if (units == 0 && big_) {
    if (left.size() < 8) return std::nullopt;
    units = in.u32();
    header = 8;
  }
  if (units * 4 < header || units > longest_big_request) {
    broken_ = true;
    return std::nullopt;
  }
  if (left.size() < units * 4) return std::nullopt;
  request.body = left.substr(header, units * 4 - header);
  at_ += units * 4;
  if (at_ > buffer_.size() / 2) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  return request;
}

}  // namespace interlock::display
