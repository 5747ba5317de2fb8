// Actions that cannot be undone: the control that would be pressed, judged by its text or by the dialog around it; the
// effect of other keys, a double click or a drag; and the command line that Return would run.
#include <algorithm>

#include "gate/checks/checks.h"
#include "gate/checks/pattern_hit.h"
#include "gate/policy/patterns.h"
#include "gate/readings/activation.h"
#include "gate/readings/consequence.h"
#include "gate/readings/file_deed.h"
#include "values/utf8.h"

namespace interlock::gate::checks {
namespace {

void ask_about(Findings& findings, std::string_view code, Reason reason, std::string evidence) {
  findings.push_back({"irreversible", code, Decision::require_confirmation, std::move(reason), std::move(evidence)});
}

void consider(const EvaluationContext& context, std::optional<Consequence> consequence, Findings& findings) {
  if (!consequence) return;
  const auto& overrides = context.policy.config().consequences;
  const auto set = overrides.find(consequence->category);
  const CategoryRow& row = describe(consequence->category);
  Decision decision = set == overrides.end() ? row.decision : set->second;
  // The part that was not read may be anything: permission for the other part does not cover it.
  if (consequence->unread) decision = std::max(decision, Decision::require_confirmation);
  if (decision == Decision::allow) return;
  findings.push_back({"irreversible", consequence->code, decision, std::move(consequence->reason),
                      std::string(row.name) + ": " + std::string(utf8_prefix(consequence->evidence, 160))});
}

void irreversible_line(const EvaluationContext& context, Findings& findings) {
  if (context.terminal && context.deed.pastes && !context.observation.clipboard) {
    return ask_about(findings, "unseen_command",
                     "pasting into " + context.window_text() + ": what would be pasted is not known, and it may run",
                     {});
  }
  if (!context.submitted.any) return;
  if (!context.submitted.certain) {
    return ask_about(
        findings, "unseen_command",
        "Return in " + context.window_text() +
            ": what stands in the line is not known for certain (a key moved, recalled or completed it, or may "
            "have pasted into it)",
        {});
  }
  const auto& patterns = context.policy.patterns();
  const Text line = normalise(context.submitted.lines, max_action_text);
  if (line.cut)
    return ask_about(findings, "text_too_long", context.command_text() + " is too long to be read whole", {});
  if (const auto listed = patterns.irreversible.match(line.text)) {
    ask_about(findings, "command", context.command_text() + " matches the policy's irreversible patterns",
              patterns.irreversible.source(listed->index));
  }
}

/// A file that starts programs or grants access: asked once a session for each.
void persistence(const EvaluationContext& context, Findings& findings) {
  const auto deed = file_deed(context);
  const auto risky = deed ? risky_file(context, *deed) : std::nullopt;
  if (!risky || context.history.entered.contains(risky->key)) return;
  consider(context,
           Consequence{Category::grant, "persistence",
                       deed->what + " " + in_quotes(risky->path) + ": that is " + std::string(risky->what) +
                           "; asked once a session",
                       risky->path},
           findings);
}

}  // namespace

void irreversible(const EvaluationContext& context, Findings& findings) {
  const PatternSet& list = context.policy.patterns().irreversible;
  irreversible_line(context, findings);
  if (context.consequence) {
    consider(context, set_off(context), findings);
    persistence(context, findings);
  }
  const bool look = context.consequence ? context.activates : true;
  if (!look) return;
  const auto hit = context.consequence ? find_in_target(context, list) : find_words(context, list);
  if (hit) {
    ask_about(findings, hit->too_long ? "text_too_long" : "irreversible_words",
              matched_text(*hit, "irreversible patterns") + "; it may not be taken back", hit->pattern);
  } else if (context.consequence) {
    consider(context, consequence_of(context), findings);
  }
}

}  // namespace interlock::gate::checks
