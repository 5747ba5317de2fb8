#include "platform/x11/property_text.h"

#include "platform/x11/unicode.h"

namespace interlock::platform::x11 {

std::string utf8_property(std::string_view bytes) {
  bytes = bytes.substr(0, bytes.find('\0'));
  std::string text;
  while (!bytes.empty()) text += utf8(take_character(bytes).value_or(U'\ufffd'));
  return text;
}

std::string latin1_property(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes.substr(0, bytes.find('\0'))) text += utf8(static_cast<unsigned char>(byte));
  return text;
}

std::string class_property(std::string_view bytes) {
  const auto end_of_instance = bytes.find('\0');
  if (end_of_instance == bytes.npos) return {};
  return latin1_property(bytes.substr(end_of_instance + 1));
}

}  // namespace interlock::platform::x11
