// Actions that must not happen without a question: the policy's blocklist, and destructive command lines.
#include "gate/checks/checks.h"
#include "gate/checks/pattern_hit.h"
#include "gate/policy/patterns.h"
#include "gate/secrets/secret_text.h"
#include "values/utf8.h"

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

std::string evidence_of(std::string_view lines) {
  return std::string(utf8_prefix(without_secrets(lines), 200));
}

/// The assembled line of a terminal, judged when Return submits it.
void command_line(const EvaluationContext& context, Findings& findings) {
  const Submitted& submitted = context.submitted;
  if (!submitted.any) return;
  if (context.consequence) {
    const shell::Judgement& judged = *context.judged;
    if (judged.decision != Decision::allow && judged.code != shell::guarded_code) {
      findings.push_back({"blocklist", judged.code, judged.decision, context.command_text() + ": " + judged.reason,
                          evidence_of(submitted.standing())});
    }
    if (submitted.dropped > 0) {
      // Only a person can see whether ctrl+c dropped the line; a block would make the terminal unusable.
      const shell::Judgement kept =
          shell::judge_behind(submitted.open, submitted.lines, context.typing.before_line_in(context.observation));
      if (kept.decision > judged.decision) {
        findings.push_back({"blocklist", "dropped_line", Decision::require_confirmation,
                            "what stood in " + context.window_text() + " before ctrl+c or ctrl+u may stand there " +
                                "still, and Return would run it: " + kept.reason,
                            evidence_of(submitted.lines)});
      }
    }
  }
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
