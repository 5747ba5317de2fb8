/// Classes of characters that the URL Standard names, and percent-encoding.
#pragma once

#include <string>
#include <string_view>

#include "values/ascii.h"

namespace interlock::gate::url {

constexpr bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// 0 to 15; -1 if it is not a hexadecimal digit.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char l = lower(c);
  return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

/// Forbidden in any host; forbidden in domains in addition.
bool is_forbidden_in_host(char c);
bool is_forbidden_in_domain(char c);

/// The characters that percent-encoding replaces: each set contains the sets before it, except for `query`.
enum class EncodeSet { c0_control, fragment, query, special_query, path, userinfo };
/// Bytes outside ASCII are always encoded.
void append_encoded(std::string& into, std::string_view text, EncodeSet set);
/// %2e becomes a dot; anything that is not such a triplet is unchanged.
std::string percent_decoded(std::string_view text);

}  // namespace interlock::gate::url
