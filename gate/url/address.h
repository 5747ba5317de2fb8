/// Internet addresses as numbers: the address of a host, in whatever form it was written.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace interlock::gate::url {

struct Ipv4 {
  std::uint32_t bits = 0;  ///< 127.0.0.1 is 0x7F000001
  bool operator==(const Ipv4&) const = default;
};

struct Ipv6 {
  std::array<std::uint16_t, 8> pieces{};  ///< in the order in which they are written
  bool operator==(const Ipv6&) const = default;
};

using Address = std::variant<Ipv4, Ipv6>;

/// The URL Standard's "ends in a number": such a host must be an IPv4 address, otherwise the URL is invalid.
bool ends_in_number(std::string_view domain);
/// Decimal, octal (0177) and hexadecimal (0x7f) parts, one to four of them, as browsers accept them.
std::optional<Ipv4> parse_ipv4(std::string_view text);
/// Without brackets; the last two pieces may be a dotted IPv4 address.
std::optional<Ipv6> parse_ipv6(std::string_view text);

/// "127.0.0.1"; "::1", compressed as in the URL Standard, without brackets.
std::string to_text(Ipv4 address);
std::string to_text(const Ipv6& address);

}  // namespace interlock::gate::url
