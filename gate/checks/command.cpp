// What a command line would do when Return hands it over, by the shell reader (gate/shell): destroy something, run code
// that was not shown, send data away. `protected` has those that no policy can allow.
#include "gate/checks/checks.h"
#include "gate/secrets/secret_text.h"
#include "values/utf8.h"

namespace interlock::gate::checks {
namespace {

std::string evidence_of(std::string_view lines) {
  return std::string(utf8_prefix(without_secrets(lines), 200));
}

}  // namespace

void command(const EvaluationContext& context, Findings& findings) {
  if (!context.consequence) return;
  const shell::Judgement* judged = context.judged();
  if (judged == nullptr) return;
  const Submitted& submitted = context.submitted;
  if (judged->decision != Decision::allow && judged->code != shell::guarded_code) {
    findings.push_back({"command", judged->code, judged->decision, context.command_text() + ": " + judged->reason,
                        evidence_of(submitted.standing())});
  }
  if (submitted.dropped == 0) return;
  // Only a person sees whether ctrl+c dropped the line; a block would make the terminal unusable.
  const shell::Judgement kept =
      shell::judge_behind(submitted.open, submitted.lines, context.typing.before_line_in(context.observation));
  if (kept.decision <= judged->decision) return;
  findings.push_back({"command", "dropped_line", Decision::require_confirmation,
                      "what stood in " + context.window_text() +
                          " before ctrl+c or ctrl+u may stand there still, and " +
                          "Return would run it: " + kept.reason,
                      evidence_of(submitted.lines)});
}

}  // namespace interlock::gate::checks
