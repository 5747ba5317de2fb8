#include "gate/url/characters.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace interlock::gate::url {
namespace {

// One bit per class, for each byte: they are tested for every character of every URL.
enum Class : std::uint8_t {
  in_c0_control = 1,
  in_fragment = 2,
  in_query = 4,
  in_special_query = 8,
  in_path = 16,
  in_userinfo = 32,
  forbidden_in_host = 64,
  forbidden_in_domain = 128,
};

constexpr auto classes = [] {
  std::array<std::uint8_t, 256> table{};
  const auto add = [&](std::string_view characters, int bits) {
    for (char c : characters) table[static_cast<unsigned char>(c)] |= static_cast<std::uint8_t>(bits);
  };
  constexpr int in_all = in_c0_control | in_fragment | in_query | in_special_query | in_path | in_userinfo;
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (byte < 0x20 || byte >= 0x7F) table[byte] |= in_all;
    if (byte < 0x20 || byte == 0x7F) table[byte] |= forbidden_in_domain;
  }
  add(" \"<>`", in_fragment);
  add(" \"#<>", in_query);
  add(" \"#<>'", in_special_query);
  add(" \"#<>?^`{}", in_path);
  add(" \"#<>?^`{}/:;=@[\\]|", in_userinfo);
  add("\t\n\r #/:<>?@[\\]^|", forbidden_in_host | forbidden_in_domain);
  add("%", forbidden_in_domain);
  table[0] |= forbidden_in_host | forbidden_in_domain;
  return table;
}();

bool is(char c, int bits) {
  return (classes[static_cast<unsigned char>(c)] & bits) != 0;
}

int bit_of(EncodeSet set) {
  return 1 << static_cast<int>(set);  // in the order of Class
}

}  // namespace

bool is_forbidden_in_host(char c) {
  return is(c, forbidden_in_host);
}

bool is_forbidden_in_domain(char c) {
  return is(c, forbidden_in_domain);
}

void append_encoded(std::string& into, std::string_view text, EncodeSet set) {
  const int bit = bit_of(set);
  for (char c : text) {
    if (!is(c, bit)) {
      into += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    into += '%';
    into += upper_hex_digits[byte >> 4U];
    into += upper_hex_digits[byte & 15U];
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
