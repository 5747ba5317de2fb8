#include "gate/url/characters.h"

#include <algorithm>

namespace interlock::gate::url {
namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte >= 0x7F;
}

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

bool is_encoded(char c, EncodeSet set) {
  if (is_control(c)) return true;
  switch (set) {
    case EncodeSet::c0_control:
      return false;
    case EncodeSet::fragment:
      return is_one_of(c, " \"<>`");
    case EncodeSet::query:
      return is_one_of(c, " \"#<>");
    case EncodeSet::special_query:
      return is_one_of(c, " \"#<>'");
    case EncodeSet::path:
      return is_one_of(c, " \"#<>?^`{}");
    case EncodeSet::userinfo:
      return is_one_of(c, " \"#<>?^`{}/:;=@[\\]|");
  }
  return true;
}

}  // namespace

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) { return lower(c); });
  return result;
}

bool is_forbidden_in_host(char c) {
  return c == '\0' || is_one_of(c, "\t\n\r #/:<>?@[\\]^|");
}

bool is_forbidden_in_domain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return is_forbidden_in_host(c) || byte < 0x20 || byte == 0x7F || c == '%';
}

void append_encoded(std::string& into, std::string_view text, EncodeSet set) {
  constexpr char digits[] = "0123456789ABCDEF";
  for (char c : text) {
    if (!is_encoded(c, set)) {
      into += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    into += '%';
    into += digits[byte >> 4];
    into += digits[byte & 15];
  }
}

std::string percent_decoded(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool triplet =
        text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
    if (!triplet) {
      result += text[i];
      continue;
    }
    result += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
    i += 2;
  }
  return result;
}

}  // namespace interlock::gate::url
