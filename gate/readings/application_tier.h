/// The policy's tiers of applications: the decision when a session first acts in one of them.
#pragma once

#include <cstdint>
#include <optional>

namespace interlock::gate {

struct EvaluationContext;

/// The application of a tier in which the action does something, as History::entered names it; nothing for other
/// applications, for allowed ones, and for looking, scrolling and releasing.
std::optional<std::uint64_t> tier_entered(const EvaluationContext& context);

}  // namespace interlock::gate
