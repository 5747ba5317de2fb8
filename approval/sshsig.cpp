#include "approval/sshsig.h"

#include "approval/digest.h"
#include "approval/wire_reader.h"
#include "ipc/base64.h"

namespace interlock::approval {

namespace {

constexpr std::string_view magic = "SSHSIG";
constexpr std::size_t most_armored = 16 * 1024;

std::optional<std::string> unarmored(std::string_view text) {
  constexpr std::string_view begin = "-----BEGIN SSH SIGNATURE-----", end = "-----END SSH SIGNATURE-----";
  if (text.size() > most_armored) return std::nullopt;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  if (!text.starts_with(begin) || !text.ends_with(end) || text.size() < begin.size() + end.size()) return std::nullopt;
  std::string digits;
  for (const char c : text.substr(begin.size(), text.size() - begin.size() - end.size())) {
    if (c != '\n' && c != '\r') digits += c;
  }
  return ipc::bytes_of_base64(digits);
}

/// The numbers of an ECDSA signature of SSH: as DER's, without their type.
std::optional<RawSignature> ecdsa_of(std::string_view bytes) {
  WireReader in(bytes);
  RawSignature numbers{std::string(in.text()), std::string(in.text())};
  const auto fits = [](const std::string& n) { return !n.empty() && n.size() <= 33 && (n.front() & 0x80) == 0; };
  return in.ended() && fits(numbers.r) && fits(numbers.s) ? std::optional(numbers) : std::nullopt;
}

std::optional<RawSignature> ed25519_of(std::string_view bytes) {
  constexpr std::size_t half = 32;
  if (bytes.size() != 2 * half) return std::nullopt;
  return RawSignature{std::string(bytes.substr(0, half)), std::string(bytes.substr(half))};
}

/// Reads the signature blob, which must be of the key's kind.
bool read_signature(std::string_view blob, SshSig& into) {
  WireReader in(blob);
  if (in.text() != ssh_kind(into.key)) return false;
  const auto numbers = in.text();
  if (!into.key.application.empty()) {
    into.flags = in.byte();
    into.counter = in.number();
  }
  const bool ed25519 = into.key.curve == PublicKey::Curve::ed25519;
  auto raw = ed25519 ? ed25519_of(numbers) : ecdsa_of(numbers);
  if (!raw || !in.ended()) return false;
  into.signature = std::move(*raw);
  return true;
}

}  // namespace

tl::expected<SshSig, std::string> parse_sshsig(std::string_view armored, std::string_view wanted) {
  const auto bytes = unarmored(armored);
  WireReader in(bytes ? std::string_view(*bytes) : std::string_view());
  if (!bytes || in.take(magic.size()) != magic || in.number() != 1)
    return tl::unexpected<std::string>("it is not a signature of 'ssh-keygen -Y sign'");
  const auto key = key_of_ssh(in.text());
  const auto purpose = in.text();
  in.text();  // reserved
  const auto hash = in.text();
  const auto signature = in.text();
  if (!in.ended()) return tl::unexpected<std::string>("it is a broken signature of 'ssh-keygen -Y sign'");
  if (!key)
    return tl::unexpected<std::string>(
        "its key is of a kind that does not count: use ed25519, ecdsa-p256 or their sk- forms");
  if (purpose != wanted)
    return tl::unexpected<std::string>("it was made for another purpose: use 'ssh-keygen -Y sign -n " +
                                       std::string(wanted) + "'");
  SshSig result{.key = *key, .purpose = std::string(purpose), .signature = {}, .hash = std::string(hash)};
  if (hash != "sha256" && hash != "sha512") return tl::unexpected<std::string>("its hash is neither sha256 nor sha512");
  if (!read_signature(signature, result))
    return tl::unexpected<std::string>("it is a broken signature of 'ssh-keygen -Y sign'");
  return result;
}

bool is_signed(const SshSig& signature, std::string_view message) {
  const std::string digest = signature.hash == "sha256" ? sha256_bytes(message) : sha512_bytes(message);
  const std::string signed_bytes =
      std::string(magic) + ssh_text(signature.purpose) + ssh_text("") + ssh_text(signature.hash) + ssh_text(digest);
  if (signature.key.application.empty()) return is_signed(signature.key, signed_bytes, signature.signature);
  if ((signature.flags & user_present) == 0) return false;
  // PROTOCOL.u2f: what a security key signs.
  const std::string by_device = sha256_bytes(signature.key.application) + static_cast<char>(signature.flags) +
                                ssh_number(signature.counter) + sha256_bytes(signed_bytes);
  return is_signed(signature.key, by_device, signature.signature);
}

}  // namespace interlock::approval
