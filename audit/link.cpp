#include "audit/link.h"

#include <array>

#include <gcrypt.h>

namespace interlock::audit {

std::string sha256(std::string_view bytes) {
  static const char* const set_up = gcry_check_version(nullptr);  // initialises the library
  static_cast<void>(set_up);
  std::array<unsigned char, 32> digest{};
  gcry_md_hash_buffer(GCRY_MD_SHA256, digest.data(), bytes.data(), bytes.size());
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 0xF];
  }
  return text;
}

}  // namespace interlock::audit
