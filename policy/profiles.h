/// Profiles: what the policy says for some agents on top of what it says for all. A profile's policy judges beside the
/// base policy and the stricter of the two holds, so an agent that gives itself another name gets no more than the base
/// policy gives everyone.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gate/policy/custom_rules.h"
#include "gate/policy/policy.h"
#include "gate/session/scope.h"
#include "policy/mistakes.h"
#include "policy/settings.h"
#include "policy/tree.h"
#include "values/principal.h"

namespace interlock::policy {

/// Each has a compiled policy of its own.
inline constexpr std::size_t max_profiles = 64;

struct Profile {
  std::string name;
  std::shared_ptr<const gate::Policy> policy;
};

/// Compiled, immutable.
class Profiles {
 public:
  /// Mistakes go to `mistakes`, which names the text that `settings` were read from.
  static Profiles compile(const std::vector<ProfileSettings>& settings, Mistakes& mistakes);

  /// The first whose `when` surely holds; null where none does.
  const Profile* find(const Principal& principal, const gate::Scope& scope) const;
  /// Null where there is none of that name.
  const Profile* named(std::string_view name) const;
  const std::vector<Profile>& all() const { return profiles_; }

 private:
  std::vector<Profile> profiles_;
  gate::CustomRules whens_;
};

/// The list under `profiles:`, each over what `settings` say for all.
void read_profiles(const Node& node, Settings& settings, Mistakes& mistakes);

}  // namespace interlock::policy
