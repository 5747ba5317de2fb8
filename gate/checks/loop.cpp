// An agent that goes in circles: the same state visited too often, or the same action repeated.
#include <algorithm>

#include "gate/checks.h"

namespace interlock::gate::checks {
namespace {

std::string times(std::size_t n) {
  return std::to_string(n) + " times";
}

void visits(const Case& question, Findings& findings) {
  const std::uint32_t threshold = question.policy.config().loop_threshold;
  if (threshold == 0 || question.window == nullptr) return;  // a state that was not seen is no known state
  const auto& visits = question.history.visits;
  const auto found = visits.find(state_hash(question.observation));
  const std::size_t now = (found == visits.end() ? 0 : found->second) + std::size_t{1};
  if (now < threshold) return;
  findings.push_back({"loop", "state_revisited", Decision::block,
                      "this state (" + question.window_text() + ") is visited " + times(now) +
                          "; the agent goes in circles (session.reset starts afresh)",
                      std::to_string(now)});
}

void repetition(const Case& question, Findings& findings) {
  const Guardrails& limits = question.policy.config().guardrails;
  if (limits.stuck_repeat_hint == 0 && limits.stuck_repeat_warn == 0 && limits.stuck_repeat_stop == 0) return;
  const auto& signatures = question.history.signatures;
  const std::uint64_t now = action_signature(question.action, question.observation);
  const auto first_other =
      std::find_if(signatures.rbegin(), signatures.rend(), [&](std::uint64_t before) { return before != now; });
  const auto repeats = static_cast<std::size_t>(first_other - signatures.rbegin()) + 1;
  const auto reached = [&](std::uint32_t limit) { return limit != 0 && repeats >= limit; };
  const std::string seen =
      "the same " + std::string(action_type(question.action)) + " came " + times(repeats) + " in a row";
  if (reached(limits.stuck_repeat_stop)) {
    findings.push_back(
        {"loop", "stuck", Decision::block, seen + "; it does not help, do something else", std::to_string(repeats)});
  } else if (reached(limits.stuck_repeat_warn)) {
    findings.push_back({"loop", "repeated_warning", Decision::warn,
                        seen + "; it seems to have no effect, and will be stopped if it goes on",
                        std::to_string(repeats)});
  } else if (reached(limits.stuck_repeat_hint)) {
    findings.push_back(
        {"loop", "repeated_hint", Decision::warn, seen + "; look whether it has an effect", std::to_string(repeats)});
  }
}

}  // namespace

void loop(const Case& question, Findings& findings) {
  if (question.deed.releases) return;
  visits(question, findings);
  repetition(question, findings);
}

}  // namespace interlock::gate::checks
