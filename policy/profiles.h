/// Profiles: additional policy for some agents. A profile's policy judges beside the base policy, and the stricter
/// decision applies, so an agent that gives itself another name gets no more than the base policy permits.
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

/// The largest number of profiles; each has a compiled policy of its own.
inline constexpr std::size_t max_profiles = 64;

struct Profile {
  std::string name;
  std::shared_ptr<const gate::Policy> policy;
};

/// Compiled, immutable.
class Profiles {
 public:
  /// Adds mistakes to `mistakes`, which names the text that `settings` were read from.
  static Profiles compile(const std::vector<ProfileSettings>& settings, Mistakes& mistakes);

  /// The first profile whose `when` is certainly true; null if there is none.
  const Profile* find(const Principal& principal, const gate::Scope& scope) const;
  /// Returns null if there is no profile of that name.
  const Profile* named(std::string_view name) const;
  const std::vector<Profile>& all() const { return profiles_; }

 private:
  std::vector<Profile> profiles_;
  gate::CustomRules whens_;
};

/// Reads the list under `profiles:`, each profile merged over `settings`.
void read_profiles(const Node& node, Settings& settings, Mistakes& mistakes);

}  // namespace interlock::policy
