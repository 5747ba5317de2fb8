/// Every key a policy can have, in one table: a new key is one row, a new section one table and one row.
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
  /// Reads the value into its setting. A key of the designs we follow that would not hold is a mistake that says what
  /// to use instead.
  void (*read)(const Node& value, Settings& into, Mistakes& mistakes);
};

struct Section {
  std::string_view name;  ///< empty: the top level
  std::span<const Key> keys;
};

std::span<const Section> sections();

/// Reads all of `root` into `settings`. The keys `preset` and `version` are the loader's and passed over.
void read_settings(const Node& root, Settings& settings, Mistakes& mistakes);
/// What a profile may say: the same but for `daemon`, `profiles`, `preset`, `version` and `validators`.
void read_profile_settings(const Node& root, Settings& settings, Mistakes& mistakes);

}  // namespace interlock::policy
