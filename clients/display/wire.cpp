#include "clients/display/wire.h"

#include <algorithm>

namespace interlock::display {

std::string_view Reader::bytes(std::size_t count) {
  good_ = good_ && count <= left_.size();
  if (!good_) {
    left_ = {};
    return {};
  }
  const auto result = left_.substr(0, count);
  left_.remove_prefix(count);
  return result;
}

std::uint32_t Reader::number(std::size_t size) {
  const auto field = bytes(size);
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    const std::size_t place = order_ == Order::big ? i : field.size() - 1 - i;
    value = value << 8 | static_cast<unsigned char>(field[place]);
  }
  return value;
}

Writer& Writer::number(std::uint32_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t byte = order_ == Order::big ? size - 1 - i : i;
    text_ += static_cast<char>(value >> (8 * byte) & 0xFF);
  }
  return *this;
}

Writer& Writer::bytes(std::string_view bytes) {
  text_ += bytes;
  return *this;
}

Writer& Writer::zeros(std::size_t count) {
  text_.append(count, '\0');
  return *this;
}

Writer& Writer::pad() {
  return zeros((4 - text_.size() % 4) % 4);
}

}  // namespace interlock::display
