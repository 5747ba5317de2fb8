// An agent in a loop: the same state visited too often, the same action repeated, a cycle of a few actions, or one
// failure after another.
#include "gate/checks/checks.h"
#include "gate/checks/loop_limits.h"

namespace interlock::gate::checks {
namespace {

void visits(const EvaluationContext& context, Findings& findings) {
  const std::uint32_t threshold = context.policy.config().loop_threshold;
  if (threshold == 0 || context.window == nullptr) return;  // an unobserved state cannot be compared
  const auto& visits = context.history.visits;
  const auto found = visits.find(state_hash(context.observation));
  const std::size_t now = (found == visits.end() ? 0 : found->second) + std::size_t{1};
  if (now < threshold) return;
  findings.push_back({"loop", "state_revisited", Decision::block,
                      "this state (" + context.window_text() + ") is visited " + times(now) +
                          "; the agent goes in circles (session.reset starts afresh)",
                      std::to_string(now)});
}

void revisit(const EvaluationContext& context, Findings& findings) {
  const std::uint32_t gap = context.policy.config().guardrails.stuck_revisit_gap;
  if (gap == 0) return;
  if (const auto opened = context.history.actions.opened_before(opened_page(context.action));
      opened && *opened >= gap) {
    findings.push_back({"loop", "page_revisited", Decision::warn,
                        "this page was opened " + std::to_string(*opened) +
                            " actions ago; look whether there is anything left to do on it",
                        std::to_string(*opened)});
    return;
  }
  const auto elsewhere = context.history.actions.elsewhere_since(page_hash(context.observation));
  if (!elsewhere || *elsewhere < gap) return;
  findings.push_back({"loop", "page_revisited", Decision::warn,
                      "back on a page that was left " + std::to_string(*elsewhere) +
                          " actions ago; look whether there is anything left to do",
                      std::to_string(*elsewhere)});
}

}  // namespace

void loop(const EvaluationContext& context, Findings& findings) {
  if (context.deed.releases) return;
  visits(context, findings);
  revisit(context, findings);
  const Guardrails& limits = context.policy.config().guardrails;
  const StepLog& log = context.history.actions;
  const Doing now{action_signature(context.action, context.observation), content_of(context.observation)};
  repetition(limits, log, now, "the same " + std::string(action_type(context.action)), true, findings);
  cycles(limits, log, now, findings);
  if (!log.steps.empty() && log.steps.back().failed) failures_together(limits, log, findings);
}

}  // namespace interlock::gate::checks
