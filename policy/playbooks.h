/// The policy's `playbooks:`: files of pre-approved steps, each with the SHA-256 of the text that a person reviewed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "approval/digest.h"
#include "gate/playbook.h"
#include "policy/mistakes.h"
#include "policy/tree.h"

namespace interlock::policy {

/// The largest number of steps of a playbook, and of playbooks of a policy.
inline constexpr std::size_t max_steps = 1000;
inline constexpr std::size_t max_playbooks = 64;

/// Reads the list: `file` (absolute, or relative to the policy's default folder), `sha256`, and `times`. A file that is
/// missing or does not match its hash is a mistake.
void read_playbooks(const Node& node, gate::Playbooks& into, Mistakes& mistakes);

/// Parses the text of a playbook; returns nothing after a mistake.
std::optional<gate::Playbook> read_playbook(std::string_view text, Mistakes& mistakes);

/// The members of a step, by their keys in a file, without those that are not set.
std::vector<std::pair<std::string_view, std::string_view>> said_by(const gate::PlaybookStep& step);
/// The text of a playbook file, as `interlockctl playbook` prints it.
std::string playbook_text(const gate::Playbook& playbook);

/// SHA-256 of bytes as 64 hexadecimal digits.
inline std::string sha256(std::string_view bytes) {
  return approval::sha256_hex(bytes);
}

}  // namespace interlock::policy
