/// Public keys of approvers, and the check of one signature by libgcrypt: Ed25519 (RFC 8032) and ECDSA with P-256 and
/// SHA-256 (FIPS 186-5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace interlock::approval {

struct PublicKey {
  enum class Curve : std::uint8_t { ed25519, p256 };
  Curve curve = Curve::ed25519;
  std::string point;        ///< Ed25519: 32 bytes; P-256: 65 bytes, the uncompressed point
  std::string application;  ///< of a security key of SSH: "ssh:"; empty: the key is a file

  bool operator==(const PublicKey&) const = default;
};

/// The two numbers of a signature, big-endian.
struct RawSignature {
  std::string r, s;
};

/// An ECDSA signature in DER, as WebAuthn has it; nothing: it is not in the one form that DER allows.
std::optional<RawSignature> signature_of_der(std::string_view der);

/// The key of an SSH key blob (ssh-ed25519, ecdsa-sha2-nistp256 and their sk- forms); nothing: another kind, or broken.
std::optional<PublicKey> key_of_ssh(std::string_view blob);
/// The name of the kind, which begins the blob.
std::string ssh_kind(const PublicKey& key);
/// The key of a SubjectPublicKeyInfo (RFC 5280), as browsers return it; nothing: another kind, or broken.
std::optional<PublicKey> key_of_spki(std::string_view der);

/// True if the signature is of exactly this message by this key.
bool is_signed(const PublicKey& key, std::string_view message, const RawSignature& signature);

}  // namespace interlock::approval
