/// The policy's `approvers:` and `quorum:` (approval/approvers.h).
#pragma once

#include <vector>

#include "policy/mistakes.h"
#include "policy/settings.h"
#include "policy/tree.h"

namespace interlock::policy {

inline constexpr std::size_t max_approvers = 64;
inline constexpr std::size_t max_keys = 16;  ///< of one approver
inline constexpr std::uint32_t max_quorum = 8;

void read_approvers(const Node& node, Settings& settings, Mistakes& mistakes);
void read_quorum(const Node& node, Settings& settings, Mistakes& mistakes);

/// Closes the pages on which approvers use their passkeys to agents, so that none presses "Approve" in the browser in
/// which a person is signed in.
std::vector<gate::CustomRule> console_rules(const approval::Approvers& approvers);

/// What only shows when the whole policy was read: signatures that nobody could give.
void check_approvers(const Node& root, const Settings& settings, Mistakes& mistakes);

}  // namespace interlock::policy
