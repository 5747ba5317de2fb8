#include "approval/digest.h"

#include <algorithm>
#include <span>

#include <gcrypt.h>

#include "ipc/base64.h"
#include "values/ascii.h"

namespace interlock::approval {

namespace {

std::string digest(int algorithm, std::string_view bytes) {
  static const char* const set_up = gcry_check_version(nullptr);  // initialises the library
  static_cast<void>(set_up);
  std::string result(gcry_md_get_algo_dlen(algorithm), '\0');
  gcry_md_hash_buffer(algorithm, result.data(), bytes.data(), bytes.size());
  return result;
}

}  // namespace

std::string sha256_bytes(std::string_view bytes) {
  return digest(GCRY_MD_SHA256, bytes);
}

std::string sha512_bytes(std::string_view bytes) {
  return digest(GCRY_MD_SHA512, bytes);
}

std::string sha256_hex(std::string_view bytes) {
  const std::string raw = sha256_bytes(bytes);
  return hex(std::span(reinterpret_cast<const unsigned char*>(raw.data()), raw.size()));
}

std::string base64url_of(std::string_view bytes) {
  std::string text = ipc::base64_of(bytes);
  while (!text.empty() && text.back() == '=') text.pop_back();
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

std::optional<std::string> bytes_of_base64url(std::string_view text) {
  if (text.find_first_of("+/") != std::string_view::npos) return std::nullopt;
  std::string plain(text);
  std::replace(plain.begin(), plain.end(), '-', '+');
  std::replace(plain.begin(), plain.end(), '_', '/');
  return ipc::bytes_of_base64(plain);
}

}  // namespace interlock::approval
