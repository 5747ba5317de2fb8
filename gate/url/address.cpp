#include "gate/url/address.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "gate/url/characters.h"

namespace interlock::gate::url {
namespace {

constexpr std::uint64_t too_large = std::uint64_t{1} << 33;

/// One part of an IPv4 address; capped, so that a number with many digits cannot overflow.
std::optional<std::uint64_t> ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  int base = 10;
  if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    text.remove_prefix(2);
    base = 16;
  } else if (text.size() >= 2 && text[0] == '0') {
    text.remove_prefix(1);
    base = 8;
  }
  std::uint64_t value = 0;
  for (char c : text) {
    const int digit = hex_value(c);
    if (digit < 0 || digit >= base) return std::nullopt;
    value = std::min(value * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit), too_large);
  }
  return value;
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t dot = text.find('.');
    parts.push_back(text.substr(0, dot));
    if (dot == std::string_view::npos) return parts;
    text.remove_prefix(dot + 1);
  }
}

/// Reads "a.b.c.d", decimal only, into the two pieces at `at`; the dotted end of an IPv6 address.
bool read_dotted(std::string_view text, std::array<std::uint16_t, 8>& pieces, std::size_t at) {
  const auto parts = parts_of(text);
  if (parts.size() != 4 || at > 6) return false;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string_view part = parts[i];
    if (part.empty() || part.size() > 3 || !std::all_of(part.begin(), part.end(), is_digit)) return false;
    if (part.size() > 1 && part[0] == '0') return false;
    unsigned value = 0;
    for (char c : part) value = value * 10 + static_cast<unsigned>(c - '0');
    if (value > 255) return false;
    auto& piece = pieces[at + i / 2];
    piece = static_cast<std::uint16_t>(piece << 8 | value);
  }
  return true;
}

std::string hex(std::uint16_t piece) {
  char text[4];
  const auto end = std::to_chars(text, text + sizeof text, piece, 16).ptr;
  return {text, end};
}

}  // namespace

bool ends_in_number(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::string_view last = domain.substr(domain.rfind('.') + 1);
  if (last.empty()) return false;
  return std::all_of(last.begin(), last.end(), is_digit) || ipv4_number(last).has_value();
}

std::optional<Ipv4> parse_ipv4(std::string_view text) {
  auto parts = parts_of(text);
  if (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  if (parts.size() > 4) return std::nullopt;
  std::uint64_t address = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = ipv4_number(parts[i]);
    if (!number) return std::nullopt;
    const bool last = i + 1 == parts.size();
    // The last part fills all remaining bytes: 127.1 is 127.0.0.1.
    const std::size_t bytes = last ? 4 - i : 1;
    if (*number >= std::uint64_t{1} << (8 * bytes)) return std::nullopt;
    address |= *number << (last ? 0 : 8 * (3 - i));
  }
  return Ipv4{static_cast<std::uint32_t>(address)};
}

std::optional<Ipv6> parse_ipv6(std::string_view text) {
  Ipv6 address;
  std::size_t piece = 0;
  std::optional<std::size_t> gap;  // where "::" is
  if (text.starts_with(':')) {
    if (!text.starts_with("::")) return std::nullopt;
    text.remove_prefix(2);
    gap = 0;
  }
  while (!text.empty()) {
    if (piece == 8) return std::nullopt;
    if (text.front() == ':') {
      if (gap) return std::nullopt;
      text.remove_prefix(1);
      gap = piece;
      continue;
    }
    std::size_t length = 0;
    unsigned value = 0;
    while (length < 4 && length < text.size() && hex_value(text[length]) >= 0) {
      value = value * 16 + static_cast<unsigned>(hex_value(text[length++]));
    }
    if (length < text.size() && text[length] == '.') {
      if (!read_dotted(text, address.pieces, piece)) return std::nullopt;
      piece += 2;
      break;
    }
    if (length == 0) return std::nullopt;
    text.remove_prefix(length);
    address.pieces[piece++] = static_cast<std::uint16_t>(value);
    if (text.empty()) break;
    if (text.front() != ':') return std::nullopt;
    text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
  }
  if (!gap) return piece == 8 ? std::optional(address) : std::nullopt;
  if (piece == 8) return std::nullopt;
  // The pieces after the gap belong to the end.
  std::move_backward(address.pieces.begin() + static_cast<std::ptrdiff_t>(*gap),
                     address.pieces.begin() + static_cast<std::ptrdiff_t>(piece), address.pieces.end());
  std::fill_n(address.pieces.begin() + static_cast<std::ptrdiff_t>(*gap), 8 - piece, std::uint16_t{0});
  return address;
}

std::string to_text(Ipv4 address) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) {
    text += std::to_string(address.bits >> shift & 0xFF);
    if (shift > 0) text += '.';
  }
  return text;
}

std::string to_text(const Ipv6& address) {
  // The first longest run of two or more zero pieces is left out.
  std::size_t best = 8;
  std::size_t best_length = 1;
  for (std::size_t i = 0; i < 8;) {
    std::size_t end = i;
    while (end < 8 && address.pieces[end] == 0) ++end;
    if (end - i > best_length) {
      best = i;
      best_length = end - i;
    }
    i = end + 1;
  }
  std::string text;
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == best) {
      text += i == 0 ? "::" : ":";
      i += best_length - 1;
      continue;
    }
    text += hex(address.pieces[i]);
    if (i < 7) text += ':';
  }
  return text;
}

}  // namespace interlock::gate::url
