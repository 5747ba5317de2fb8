// Approvals from untrusted clients: signatures of SSH, assertions of WebAuthn, statements, keys of approvers, and text
// that is marked. Nothing crashes, what is parsed has one spelling, and no input is a signature.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "approval/approvers.h"
#include "approval/digest.h"
#include "approval/marked.h"
#include "approval/signed_yes.h"
#include "approval/sshsig.h"
#include "approval/statement.h"
#include "approval/webauthn.h"
#include "ipc/base64.h"

namespace {

using namespace interlock::approval;

void must(bool holds) {
  if (!holds) std::abort();
}

/// A key whose private half nobody kept.
const Approvers& approvers() {
  static const Approvers one{
      {{.name = "anna",
        .keys = {parse_key("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICp2NFhL+ALuYYJO/sgoiUJUKuehRLn1fVwM9Ate/yn8").value()},
        .may = {}}},
      {}};
  return one;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto statement = parse_statement(text)) must(serialize(*statement) == text);
  if (const auto key = parse_key(text)) must(parse_key(key->line) && parse_key(key->line)->key == key->key);
  key_of_ssh(text);
  key_of_spki(text);
  signature_of_der(text);
  host_of_origin(text);
  must(marked(text).size() >= text.size());
  parse_sshsig(text, ssh_namespace);
  const std::string armored =
      "-----BEGIN SSH SIGNATURE-----\n" + interlock::ipc::base64_of("SSHSIG" + text) + "\n-----END SSH SIGNATURE-----";
  must(!who_signed(approvers(), "a statement", SshSignature{armored}));
  if (const auto yes = yes_of_record(text)) must(!who_signed(approvers(), "a statement", *yes));
  ApproverKey passkey = approvers().list[0].keys[0];
  passkey.origin = "https://console.example";
  // The text is split at its middle: clientDataJSON, then authenticatorData.
  const auto half = size / 2;
  must(!check_assertion(passkey, "a statement",
                        {.credential = "c",
                         .authenticator_data = text.substr(half),
                         .client_data = text.substr(0, half),
                         .signature = text.substr(0, 64)}));
  return 0;
}
