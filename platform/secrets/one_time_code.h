/// One-time codes by time (RFC 6238, of RFC 4226), with SHA-1, SHA-256 or SHA-512.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include <tl/expected.hpp>

#include "platform/secret_text.h"
#include "values/error.h"

namespace interlock::platform::secrets {

enum class CodeHash : std::uint8_t { sha1, sha256, sha512 };

struct CodeKey {
  SecretText key;  ///< bytes
  CodeHash hash = CodeHash::sha1;
  int digits = 6;                   ///< 6 to 8
  std::chrono::seconds period{30};  ///< 1 s to 1 h
};

/// Reads `otpauth://totp/LABEL?secret=...&algorithm=SHA256&digits=6&period=30` (the Key URI format of authenticators),
/// or a key alone in base32: in any case, with spaces or dashes between its parts, with or without padding. Errors do
/// not quote the text.
tl::expected<CodeKey, Error> read_code_key(std::string_view text);

/// The code at `time`, since 1970.
SecretText one_time_code(const CodeKey& key, std::chrono::seconds time);

}  // namespace interlock::platform::secrets
