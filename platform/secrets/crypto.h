/// What secrets need of libgcrypt: message authentication, and the key agreement by which a keyring sends a secret over
/// the bus that other programs of the user may read (Secret Service API, "dh-ietf1024-sha256-aes128-cbc-pkcs7").
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "platform/secret_text.h"
#include "platform/secrets/one_time_code.h"

namespace interlock::platform::secrets {

/// HMAC (RFC 2104) of `message`; the key may have any length.
std::string hmac(CodeHash hash, std::string_view key, std::string_view message);

/// One side of a Diffie-Hellman agreement in the second Oakley group (RFC 2409, 1024 bits), with a private key of its
/// own.
class KeyAgreement {
 public:
  static constexpr std::size_t public_size = 128;  ///< bytes
  static constexpr std::size_t block = 16;         ///< of AES

  KeyAgreement();
  ~KeyAgreement();
  KeyAgreement(const KeyAgreement&) = delete;
  KeyAgreement& operator=(const KeyAgreement&) = delete;

  /// What the other side needs, big-endian, `public_size` bytes.
  const std::string& public_key() const { return public_key_; }
  /// False if the other side's key is none: 0, 1, p - 1, or not smaller than p.
  bool agree(std::string_view other_public_key);
  /// The text that the other side encrypted with AES-128-CBC under the agreed key, padded by PKCS #7; nothing if it was
  /// not, or before an agreement.
  std::optional<SecretText> decrypt(std::string_view iv, std::string_view encrypted) const;
  /// The opposite, for tests.
  std::string encrypt(std::string_view iv, std::string_view text) const;

 private:
  struct Numbers;
  std::unique_ptr<Numbers> numbers_;
  std::string public_key_;
  SecretText key_;
};

}  // namespace interlock::platform::secrets
