/// All keys of a policy, in tables: a new key is one row, a new section is one table and one row.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "policy/mistakes.h"
#include "policy/settings.h"
#include "policy/tree.h"

namespace interlock::policy {

struct Key {
  std::string_view name;
  /// Reads the value into its setting. A key of the designs that we follow which interlock does not support is a
  /// mistake; its message says what to use instead.
  void (*read)(const Node& value, Settings& into, Mistakes& mistakes);
};

struct Section {
  std::string_view name;  ///< empty: the top level
  std::span<const Key> keys;
};

std::span<const Section> sections();

/// Reads all of `root` into `settings`. Ignores the keys `preset` and `version`, which the loader reads.
void read_settings(const Node& root, Settings& settings, Mistakes& mistakes);
/// Reads the policy of a profile: the same keys except `daemon`, `human`, `rollback`, `profiles`, `playbooks`,
/// `validators`, `secrets`, `approvers`, `quorum`, `bundle`, `preset` and `version`.
void read_profile_settings(const Node& root, Settings& settings, Mistakes& mistakes);

}  // namespace interlock::policy
