/// Who may approve by signature: the policy's `approvers:` and `quorum:`. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "approval/public_key.h"

namespace interlock::approval {

struct ApproverKey {
  PublicKey key;
  std::string origin;      ///< of a passkey: "https://console.example:8443"; empty: a key of SSH
  std::string credential;  ///< of a passkey: its id, as bytes
  std::string line;        ///< as the policy has it, without comment

  bool is_passkey() const { return !origin.empty(); }
  bool operator==(const ApproverKey&) const = default;
};

/// A key of a policy: a line of SSH's "id.pub", or "passkey ORIGIN CREDENTIAL KEY" (the id and the
/// SubjectPublicKeyInfo in base64url), each with an optional comment. The error is a phrase: "not a key: ...".
tl::expected<ApproverKey, std::string> parse_key(std::string_view line);

/// The host of an origin, which is the relying party of its passkeys; empty: not "http(s)://HOST[:PORT]".
std::string_view host_of_origin(std::string_view origin);

struct Approver {
  std::string name;
  std::vector<ApproverKey> keys;
  /// Consequences ("purchase") and rules ("command"); empty: everything.
  std::vector<std::string> may;

  bool operator==(const Approver&) const = default;
};

/// What a question is about, as `may` and `quorum` name it: its rule, and its consequence if it has one.
using Classes = std::vector<std::string>;

struct Approvers {
  std::vector<Approver> list;
  std::map<std::string, std::uint32_t> quorum;  ///< by class: so many different approvers must sign

  bool operator==(const Approvers&) const = default;
};

bool may_approve(const Approver& approver, const Classes& classes);
/// How many must sign such a question: the most of its classes; 0: none of them has a quorum.
std::uint32_t quorum_of(const Approvers& approvers, const Classes& classes);

}  // namespace interlock::approval
