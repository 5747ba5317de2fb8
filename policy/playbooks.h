/// The policy's `playbooks:`: files of pre-approved steps, each held by the SHA-256 of what a person looked over.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/playbook.h"
#include "policy/mistakes.h"
#include "policy/tree.h"

namespace interlock::policy {

/// Steps of one playbook, and playbooks of one policy.
inline constexpr std::size_t max_steps = 1000;
inline constexpr std::size_t max_playbooks = 64;

/// The list: `file` (absolute, or beside the policy's usual place), `sha256`, and `times`. A file that is not there, or
/// is no longer what the hash says, is a mistake.
void read_playbooks(const Node& node, gate::Playbooks& into, Mistakes& mistakes);

/// A playbook's own text; nothing after a mistake.
std::optional<gate::Playbook> read_playbook(std::string_view text, Mistakes& mistakes);

/// What a step says, by the keys that it has in a file; those that it says nothing of are left out.
std::vector<std::pair<std::string_view, std::string_view>> said_by(const gate::PlaybookStep& step);
/// The same as text for a file: what `interlockctl playbook` prints.
std::string playbook_text(const gate::Playbook& playbook);

/// Of bytes, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace interlock::policy
