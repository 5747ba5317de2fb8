/// The policy's tiers of applications: what is asked when a session first does something in one of them.
#pragma once

#include <cstdint>
#include <optional>

namespace interlock::gate {

struct EvaluationContext;

/// The application of a tier in which the action does something, as History::entered names it; nothing for other
/// applications, those that are allowed, and for looking, scrolling and letting go.
std::optional<std::uint64_t> tier_entered(const EvaluationContext& context);

}  // namespace interlock::gate
