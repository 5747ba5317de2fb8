/// The list under `secrets:`: what `type_secret` may type, where, and where each secret is kept. No value of a secret
/// is in a policy.
#pragma once

#include <cstddef>

#include "policy/mistakes.h"
#include "policy/settings.h"
#include "policy/tree.h"

namespace interlock::policy {

inline constexpr std::size_t max_secrets = 256;
inline constexpr std::size_t max_secret_name = 64;  ///< bytes

void read_secrets(const Node& node, Settings& settings, Mistakes& mistakes);

}  // namespace interlock::policy
