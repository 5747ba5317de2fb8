/// A security key for the real ssh-keygen (its provider interface is PROTOCOL.u2f and sk-api.h of OpenSSH): keys that
/// are touched at once. The key handle is the private key itself. A module, not a part of any test program.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <gcrypt.h>

// Names and fields are OpenSSH's.
extern "C" {
struct sk_enroll_response {
  std::uint8_t flags;
  std::uint8_t* public_key;
  std::size_t public_key_len;
  std::uint8_t* key_handle;
  std::size_t key_handle_len;
  std::uint8_t* signature;
  std::size_t signature_len;
  std::uint8_t* attestation_cert;
  std::size_t attestation_cert_len;
  std::uint8_t* authdata;
  std::size_t authdata_len;
};
struct sk_sign_response {
  std::uint8_t flags;
  std::uint32_t counter;
  std::uint8_t* sig_r;
  std::size_t sig_r_len;
  std::uint8_t* sig_s;
  std::size_t sig_s_len;
};
struct sk_option;
}

namespace {

constexpr std::uint32_t api_version = 0x000a0000;
constexpr std::uint32_t ed25519 = 1;
constexpr int general_error = -1;

std::uint8_t* copied(const void* bytes, std::size_t size) {
  auto* copy = static_cast<std::uint8_t*>(std::calloc(1, size + 1));
  std::memcpy(copy, bytes, size);
  return copy;
}

std::string sha256(const void* bytes, std::size_t size) {
  std::string digest(32, '\0');
  gcry_md_hash_buffer(GCRY_MD_SHA256, digest.data(), bytes, size);
  return digest;
}

std::string part(gcry_sexp_t of, const char* name) {
  gcry_sexp_t found = gcry_sexp_find_token(of, name, 0);
  std::size_t size = 0;
  const char* data = found != nullptr ? gcry_sexp_nth_data(found, 1, &size) : nullptr;
  const std::string bytes(data != nullptr ? data : "", size);
  gcry_sexp_release(found);
  return bytes;
}

}  // namespace

extern "C" {

std::uint32_t sk_api_version() {
  return api_version;
}

int sk_enroll(std::uint32_t alg, const std::uint8_t*, std::size_t, const char*, std::uint8_t flags, const char*,
              sk_option**, sk_enroll_response** response) {
  gcry_check_version(nullptr);
  gcry_sexp_t wanted = nullptr, key = nullptr;
  const char* form =
      alg == ed25519 ? "(genkey (ecc (curve Ed25519) (flags eddsa)))" : "(genkey (ecc (curve \"NIST P-256\")))";
  if (gcry_sexp_build(&wanted, nullptr, form) != 0 || gcry_pk_genkey(&key, wanted) != 0) return general_error;
  const std::string q = part(key, "q");
  std::string handle(gcry_sexp_sprint(key, GCRYSEXP_FMT_CANON, nullptr, 0), '\0');
  gcry_sexp_sprint(key, GCRYSEXP_FMT_CANON, handle.data(), handle.size());
  auto* made = static_cast<sk_enroll_response*>(std::calloc(1, sizeof(sk_enroll_response)));
  made->flags = flags;
  made->public_key = copied(q.data(), q.size());
  made->public_key_len = q.size();
  made->key_handle = copied(handle.data(), handle.size());
  made->key_handle_len = handle.size();
  made->signature = copied("x", 1);
  made->signature_len = 1;
  *response = made;
  return 0;
}

int sk_sign(std::uint32_t alg, const std::uint8_t* data, std::size_t size, const char* application,
            const std::uint8_t* handle, std::size_t handle_size, std::uint8_t, const char*, sk_option**,
            sk_sign_response** response) {
  gcry_check_version(nullptr);
  const std::string device("\x01\0\0\0\x2a", 5);  // touched; counter 42
  std::string message = sha256(application, std::strlen(application)) + device + sha256(data, size);
  if (alg != ed25519) message = sha256(message.data(), message.size());
  gcry_sexp_t key = nullptr, value = nullptr, made = nullptr;
  const char* form =
      alg == ed25519 ? "(data (flags eddsa) (hash-algo sha512) (value %b))" : "(data (flags raw) (value %b))";
  if (gcry_sexp_new(&key, handle, handle_size, 1) != 0 ||
      gcry_sexp_build(&value, nullptr, form, static_cast<int>(message.size()), message.data()) != 0 ||
      gcry_pk_sign(&made, value, key) != 0)
    return general_error;
  const std::string r = part(made, "r"), s = part(made, "s");
  auto* signed_by = static_cast<sk_sign_response*>(std::calloc(1, sizeof(sk_sign_response)));
  signed_by->flags = 1;
  signed_by->counter = 42;
  // For Ed25519 the whole signature is expected in sig_r.
  const std::string first = alg == ed25519 ? r + s : r;
  signed_by->sig_r = copied(first.data(), first.size());
  signed_by->sig_r_len = first.size();
  signed_by->sig_s = alg == ed25519 ? nullptr : copied(s.data(), s.size());
  signed_by->sig_s_len = alg == ed25519 ? 0 : s.size();
  *response = signed_by;
  return 0;
}

int sk_load_resident_keys(const char*, sk_option**, void***, std::size_t*) {
  return general_error;
}

}  // extern "C"
