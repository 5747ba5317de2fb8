#include "gate/redaction/encoded_text.h"

#include <algorithm>

namespace interlock::gate {
namespace {

constexpr std::size_t shortest = 16;  // fewer characters do not say a command

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

std::optional<std::string> from_hex(std::string_view word) {
  if (word.size() % 2 != 0) return std::nullopt;
  std::string text;
  for (std::size_t at = 0; at < word.size(); at += 2) {
    const int high = hex_digit(word[at]);
    const int low = hex_digit(word[at + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    text += static_cast<char>(high * 16 + low);
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view word) {
  while (!word.empty() && word.back() == '=') word.remove_suffix(1);
  std::string text;
  unsigned bits = 0;
  int count = 0;
  for (const char c : word) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<unsigned>(digit)) & 0xFFFF;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    text += static_cast<char>(bits >> count & 0xFF);
  }
  return text;
}

std::optional<std::string> from_percent(std::string_view word) {
  if (std::count(word.begin(), word.end(), '%') < 2) return std::nullopt;
  std::string text;
  for (std::size_t at = 0; at < word.size(); ++at) {
    const bool escape =
        word[at] == '%' && at + 2 < word.size() && hex_digit(word[at + 1]) >= 0 && hex_digit(word[at + 2]) >= 0;
    text += escape ? static_cast<char>(hex_digit(word[at + 1]) * 16 + hex_digit(word[at + 2])) : word[at];
    if (escape) at += 2;
  }
  return text;
}

bool can_be_read(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') || byte == 0x7F;
  });
}

}  // namespace

std::optional<std::string> decoded_text(std::string_view word) {
  if (word.size() < shortest) return std::nullopt;
  for (const auto decode : {from_percent, from_hex, from_base64}) {
    auto text = decode(word);
    if (text && can_be_read(*text)) return text;
  }
  return std::nullopt;
}

}  // namespace interlock::gate
