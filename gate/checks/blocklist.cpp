// The policy's blocklist: actions that must not happen.
#include "gate/checks/checks.h"
#include "gate/checks/pattern_hit.h"
#include "gate/policy/patterns.h"

namespace interlock::gate::checks {
namespace {

void add(Findings& findings, std::string_view code, Reason reason, std::string evidence) {
  findings.push_back({"blocklist", code, Decision::block, std::move(reason), std::move(evidence)});
}

void add_hit(Findings& findings, const WordHit& hit) {
  if (hit.too_long) {
    findings.push_back(
        {"blocklist", "text_too_long", Decision::require_confirmation, matched_text(hit, "blocklist"), {}});
  } else {
    add(findings, "destructive_words", matched_text(hit, "blocklist") + "; it could destroy something", hit.pattern);
  }
}

/// The assembled line of a terminal, when Return submits it.
void command_line(const EvaluationContext& context, Findings& findings) {
  if (!context.submitted.any) return;
  const PatternSet& list = context.policy.patterns().blocklist;
  if (list.empty()) return;
  const Text line = normalise(context.submitted.lines, max_action_text);
  if (const auto listed = list.match(line.text)) {
    add(findings, "blocked_command",
        context.command_text() + " matches the policy's blocklist (" + list.source(listed->index) + ")",
        list.source(listed->index));
  }
}

}  // namespace

void blocklist(const EvaluationContext& context, Findings& findings) {
  const PatternSet& list = context.policy.patterns().blocklist;
  command_line(context, findings);
  if (!context.consequence) {
    if (const auto hit = find_words(context, list)) add_hit(findings, *hit);
  } else if (context.activates) {
    if (const auto hit = find_in_target(context, list)) add_hit(findings, *hit);
  }
}

}  // namespace interlock::gate::checks
