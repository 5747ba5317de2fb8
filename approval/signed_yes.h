/// Checks that a yes is a signature of a statement by an approver. Two formats: `ssh-keygen -Y sign` (PROTOCOL.sshsig
/// of OpenSSH), and an assertion of WebAuthn (Level 2, section 7.2). Total on any bytes; fuzzed by
/// tests/fuzz/fuzz_approval.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <tl/expected.hpp>

#include "approval/approvers.h"

namespace interlock::approval {

/// `ssh-keygen -Y sign -n` this: a signature for another purpose is none for us.
inline constexpr std::string_view ssh_namespace = "interlock-approval";

struct SshSignature {
  std::string armored;  ///< "-----BEGIN SSH SIGNATURE-----" ...
};
struct Assertion {
  std::string credential;  ///< the id; this and the others as bytes
  std::string authenticator_data;
  std::string client_data;  ///< JSON
  std::string signature;
};
using SignedYes = std::variant<SshSignature, Assertion>;

struct Signer {
  const Approver* approver = nullptr;  ///< in the list that was given
  const ApproverKey* key = nullptr;
  /// The authenticator's counter of signatures; nothing: it has none. The caller checks that it increases.
  std::optional<std::uint32_t> counter;
};

/// The approver whose signature of exactly these bytes this is; or, as a phrase for people, why it is not an approver's
/// signature of them: "no approver of the policy has its key".
tl::expected<Signer, std::string> who_signed(const Approvers& approvers, std::string_view statement,
                                             const SignedYes& yes);

/// The signature as one line for records, and back; nothing if it is not one.
std::string record_of(const SignedYes& yes);
std::optional<SignedYes> yes_of_record(std::string_view text);

}  // namespace interlock::approval
