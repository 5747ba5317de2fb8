/// SHA-256 (FIPS 180-4) as bytes, and base64url (RFC 4648, section 5) without padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace interlock::approval {

/// 32 bytes.
std::string sha256_bytes(std::string_view bytes);
/// 64 bytes.
std::string sha512_bytes(std::string_view bytes);
/// SHA-256 as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

std::string base64url_of(std::string_view bytes);
/// Nothing: other characters than those of base64url. Padding is accepted.
std::optional<std::string> bytes_of_base64url(std::string_view text);

}  // namespace interlock::approval
