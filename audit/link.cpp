#include "audit/link.h"

#include <array>

#include <gcrypt.h>

#include "values/ascii.h"

namespace interlock::audit {

std::string sha256(std::string_view bytes) {
  static const char* const set_up = gcry_check_version(nullptr);  // initialises the library
  static_cast<void>(set_up);
  std::array<unsigned char, 32> digest{};
  gcry_md_hash_buffer(GCRY_MD_SHA256, digest.data(), bytes.data(), bytes.size());
  return hex(digest);
}

}  // namespace interlock::audit
