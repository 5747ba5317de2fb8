#include "approval/webauthn.h"

#include "approval/digest.h"
#include "approval/wire_reader.h"
#include "ipc/decode.h"

namespace interlock::approval {

namespace {

using Checked = tl::expected<std::uint32_t, std::string>;

constexpr std::uint8_t user_verified = 0x04;
constexpr std::uint8_t attested_credential = 0x40, extensions = 0x80;
constexpr std::size_t most_client_data = 4096;

std::string_view text_at(const ipc::json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  const auto* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

/// What the browser says about the page that asked; empty: it is our page, and our challenge.
std::string objection_to_client(const ApproverKey& passkey, std::string_view statement, std::string_view client_data) {
  if (client_data.size() > most_client_data) return "its clientDataJSON is too long";
  const auto parsed = ipc::parse_json(client_data);
  const auto* client = parsed ? parsed->if_object() : nullptr;
  if (client == nullptr) return "its clientDataJSON is not a JSON object";
  if (text_at(*client, "type") != "webauthn.get") return "it is not an assertion: its type is not webauthn.get";
  if (text_at(*client, "challenge") != base64url_of(sha256_bytes(statement)))
    return "it is not a yes to this question: its challenge is another";
  if (text_at(*client, "origin") != passkey.origin) return "it was made on another page than " + passkey.origin;
  const auto* cross = client->if_contains("crossOrigin");
  if (cross != nullptr && *cross != false) return "it was made inside a page of another site";
  return {};
}

}  // namespace

Checked check_assertion(const ApproverKey& passkey, std::string_view statement, const Assertion& assertion) {
  if (std::string why = objection_to_client(passkey, statement, assertion.client_data); !why.empty())
    return tl::unexpected(std::move(why));
  WireReader in(assertion.authenticator_data);
  const auto party = in.take(32);
  const auto flags = in.byte();
  const auto counter = in.number();
  // No extension is asked for, so none may follow.
  if (!in.ended() || (flags & (attested_credential | extensions)) != 0)
    return tl::unexpected<std::string>("its authenticatorData has more or less than an assertion has");
  if (party != sha256_bytes(host_of_origin(passkey.origin)))
    return tl::unexpected<std::string>("its authenticator answered another site (rpIdHash)");
  if ((flags & user_present) == 0)
    return tl::unexpected<std::string>("the authenticator was not touched (flag UP is not set)");
  if ((flags & user_verified) == 0)
    return tl::unexpected<std::string>("the authenticator did not verify its user (flag UV is not set)");
  const std::string message = assertion.authenticator_data + sha256_bytes(assertion.client_data);
  std::optional<RawSignature> numbers;
  if (passkey.key.curve == PublicKey::Curve::p256) {
    numbers = signature_of_der(assertion.signature);
  } else if (assertion.signature.size() == 64) {
    numbers = RawSignature{assertion.signature.substr(0, 32), assertion.signature.substr(32)};
  }
  if (!numbers || !is_signed(passkey.key, message, *numbers))
    return tl::unexpected<std::string>("the signature is wrong");
  return counter;
}

}  // namespace interlock::approval
