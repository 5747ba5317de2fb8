#include "approval/signed_yes.h"

#include <algorithm>

#include "approval/digest.h"
#include "approval/sshsig.h"
#include "approval/webauthn.h"

namespace interlock::approval {

namespace {

constexpr std::string_view ssh_record = "sshsig ", passkey_record = "webauthn ";

/// The first key that `is_it` accepts, with its approver.
template <class IsIt>
Signer find_key(const Approvers& approvers, IsIt is_it) {
  for (const Approver& approver : approvers.list) {
    for (const ApproverKey& key : approver.keys) {
      if (is_it(key)) return {&approver, &key, std::nullopt};
    }
  }
  return {};
}

tl::expected<Signer, std::string> check(const Approvers& approvers, std::string_view statement,
                                        const SshSignature& yes) {
  const auto parsed = parse_sshsig(yes.armored, ssh_namespace);
  if (!parsed) return tl::unexpected(parsed.error());
  Signer signer =
      find_key(approvers, [&](const ApproverKey& key) { return !key.is_passkey() && key.key == parsed->key; });
  if (signer.key == nullptr) return tl::unexpected<std::string>("no approver of the policy has its key");
  if (!is_signed(*parsed, statement))
    return tl::unexpected<std::string>(
        "it is not a signature of this question's statement, or the key was not touched");
  if (!parsed->key.application.empty()) signer.counter = parsed->counter;
  return signer;
}

tl::expected<Signer, std::string> check(const Approvers& approvers, std::string_view statement, const Assertion& yes) {
  Signer signer =
      find_key(approvers, [&](const ApproverKey& key) { return key.is_passkey() && key.credential == yes.credential; });
  if (signer.key == nullptr) return tl::unexpected<std::string>("no approver of the policy has this passkey");
  const auto counter = check_assertion(*signer.key, statement, yes);
  if (!counter) return tl::unexpected(counter.error());
  signer.counter = *counter;
  return signer;
}

}  // namespace

tl::expected<Signer, std::string> who_signed(const Approvers& approvers, std::string_view statement,
                                             const SignedYes& yes) {
  return std::visit([&](const auto& each) { return check(approvers, statement, each); }, yes);
}

std::string record_of(const SignedYes& yes) {
  if (const auto* ssh = std::get_if<SshSignature>(&yes)) return std::string(ssh_record) + base64url_of(ssh->armored);
  const auto& assertion = std::get<Assertion>(yes);
  std::string text(passkey_record.substr(0, passkey_record.size() - 1));
  for (const auto* part :
       {&assertion.credential, &assertion.authenticator_data, &assertion.client_data, &assertion.signature}) {
    text += " " + base64url_of(*part);
  }
  return text;
}

std::optional<SignedYes> yes_of_record(std::string_view text) {
  if (text.starts_with(ssh_record)) {
    auto armored = bytes_of_base64url(text.substr(ssh_record.size()));
    return armored ? std::optional<SignedYes>(SshSignature{std::move(*armored)}) : std::nullopt;
  }
  if (!text.starts_with(passkey_record)) return std::nullopt;
  text.remove_prefix(passkey_record.size());
  Assertion assertion;
  for (auto* part :
       {&assertion.credential, &assertion.authenticator_data, &assertion.client_data, &assertion.signature}) {
    const auto word = text.substr(0, text.find(' '));
    auto bytes = bytes_of_base64url(word);
    if (!bytes || word.empty()) return std::nullopt;
    *part = std::move(*bytes);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return text.empty() ? std::optional<SignedYes>(std::move(assertion)) : std::nullopt;
}

}  // namespace interlock::approval
