#include "platform/secrets/crypto.h"

#include <array>
#include <vector>

#include <gcrypt.h>

namespace interlock::platform::secrets {

namespace {

void set_up() {
  static const char* const version = gcry_check_version(nullptr);  // initialises the library
  static_cast<void>(version);
}

/// RFC 2409, section 6.2; the generator is 2.
constexpr const char* group_prime =
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B"
    "302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6"
    "49286651ECE65381FFFFFFFFFFFFFFFF";
constexpr unsigned private_bits = 1024;
constexpr std::size_t key_size = 16;

std::string bytes_of(gcry_mpi_t number, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t used = 0;
  auto* out = reinterpret_cast<unsigned char*>(bytes.data());
  if (gcry_mpi_print(GCRYMPI_FMT_USG, out, size, &used, number) != 0) return {};
  std::string padded(size - used, '\0');
  padded += bytes.substr(0, used);
  wipe(bytes);
  return padded;
}

/// A number of as many bits in its place, so that it does not stay in memory.
void release_overwritten(gcry_mpi_t number) {
  gcry_mpi_randomize(number, private_bits, GCRY_WEAK_RANDOM);
  gcry_mpi_release(number);
}

/// An open AES-128-CBC, closed at the end of its block.
class Cipher {
 public:
  Cipher(std::string_view key, std::string_view iv) {
    ready_ = gcry_cipher_open(&handle_, GCRY_CIPHER_AES128, GCRY_CIPHER_MODE_CBC, 0) == 0 &&
             gcry_cipher_setkey(handle_, key.data(), key.size()) == 0 &&
             gcry_cipher_setiv(handle_, iv.data(), iv.size()) == 0;
  }
  ~Cipher() { gcry_cipher_close(handle_); }
  Cipher(const Cipher&) = delete;
  Cipher& operator=(const Cipher&) = delete;
  bool ready() const { return ready_; }
  gcry_cipher_hd_t get() const { return handle_; }

 private:
  gcry_cipher_hd_t handle_ = nullptr;
  bool ready_ = false;
};

/// The size of the text in front of the padding; nothing if that is none.
std::optional<std::size_t> unpadded_size(const std::string& text) {
  const auto pad = static_cast<unsigned char>(text.back());
  if (pad == 0 || pad > KeyAgreement::block || pad > text.size()) return std::nullopt;
  for (std::size_t i = text.size() - pad; i < text.size(); ++i) {
    if (static_cast<unsigned char>(text[i]) != pad) return std::nullopt;
  }
  return text.size() - pad;
}

}  // namespace

std::string hmac(CodeHash hash, std::string_view key, std::string_view message) {
  set_up();
  constexpr std::array algorithms = {GCRY_MAC_HMAC_SHA1, GCRY_MAC_HMAC_SHA256, GCRY_MAC_HMAC_SHA512};
  const int algorithm = algorithms[static_cast<std::size_t>(hash)];
  std::size_t size = gcry_mac_get_algo_maclen(algorithm);
  std::string digest(size, '\0');
  gcry_mac_hd_t mac = nullptr;
  if (gcry_mac_open(&mac, algorithm, 0, nullptr) != 0) return digest;
  gcry_mac_setkey(mac, key.data(), key.size());
  gcry_mac_write(mac, message.data(), message.size());
  gcry_mac_read(mac, digest.data(), &size);
  gcry_mac_close(mac);
  return digest;
}

struct KeyAgreement::Numbers {
  gcry_mpi_t prime = nullptr;
  gcry_mpi_t secret = nullptr;
};

KeyAgreement::KeyAgreement() : numbers_(std::make_unique<Numbers>()) {
  set_up();
  gcry_mpi_scan(&numbers_->prime, GCRYMPI_FMT_HEX, group_prime, 0, nullptr);
  numbers_->secret = gcry_mpi_new(private_bits);
  gcry_mpi_randomize(numbers_->secret, private_bits, GCRY_STRONG_RANDOM);
  gcry_mpi_t result = gcry_mpi_new(private_bits);
  gcry_mpi_t two = gcry_mpi_set_ui(nullptr, 2);
  gcry_mpi_powm(result, two, numbers_->secret, numbers_->prime);
  public_key_ = bytes_of(result, public_size);
  gcry_mpi_release(two);
  gcry_mpi_release(result);
}

KeyAgreement::~KeyAgreement() {
  release_overwritten(numbers_->secret);
  gcry_mpi_release(numbers_->prime);
}

bool KeyAgreement::agree(std::string_view other_public_key) {
  gcry_mpi_t other = nullptr;
  if (other_public_key.size() > public_size ||
      gcry_mpi_scan(&other, GCRYMPI_FMT_USG, other_public_key.data(), other_public_key.size(), nullptr) != 0) {
    return false;
  }
  gcry_mpi_t most = gcry_mpi_new(private_bits);
  gcry_mpi_sub_ui(most, numbers_->prime, 1);
  const bool fits = gcry_mpi_cmp_ui(other, 1) > 0 && gcry_mpi_cmp(other, most) < 0;
  gcry_mpi_t shared = gcry_mpi_new(private_bits);
  if (fits) gcry_mpi_powm(shared, other, numbers_->secret, numbers_->prime);
  const SecretText secret(fits ? bytes_of(shared, public_size) : std::string());
  release_overwritten(shared);
  gcry_mpi_release(most);
  gcry_mpi_release(other);
  if (!fits) return false;
  // HKDF (RFC 5869) with SHA-256, no salt (as many zeros as the digest has bytes), no info: one block is enough.
  const std::string extracted = hmac(CodeHash::sha256, std::string(32, '\0'), secret.view());
  key_ = SecretText(hmac(CodeHash::sha256, extracted, std::string_view("\x01", 1)).substr(0, key_size));
  return true;
}

std::optional<SecretText> KeyAgreement::decrypt(std::string_view iv, std::string_view encrypted) const {
  if (key_.empty() || iv.size() != block || encrypted.empty() || encrypted.size() % block != 0) return std::nullopt;
  const Cipher cipher(key_.view(), iv);
  std::string text(encrypted.size(), '\0');
  if (!cipher.ready() ||
      gcry_cipher_decrypt(cipher.get(), text.data(), text.size(), encrypted.data(), encrypted.size()) != 0) {
    return std::nullopt;
  }
  const auto size = unpadded_size(text);
  std::optional<SecretText> result;
  if (size) result.emplace(text.substr(0, *size));
  wipe(text);
  return result;
}

std::string KeyAgreement::encrypt(std::string_view iv, std::string_view text) const {
  const std::size_t pad = block - text.size() % block;
  std::string padded(text);
  padded.append(pad, static_cast<char>(pad));
  const Cipher cipher(key_.view(), iv);
  if (key_.empty() || !cipher.ready()) return {};
  if (gcry_cipher_encrypt(cipher.get(), padded.data(), padded.size(), nullptr, 0) != 0) return {};
  return padded;
}

}  // namespace interlock::platform::secrets
