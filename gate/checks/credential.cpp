// Text on its way into a password, token or key field: by role first, then by what the field says.
#include "gate/checks.h"

namespace interlock::gate::checks {

void credential(const Case& question, Findings& findings) {
  if (!question.secret) return;
  const std::string_view how = question.deed.pastes ? "pasting into " : "typing into ";
  findings.push_back({"credential", "secret_field", Decision::require_confirmation,
                      std::string(how) + question.target_text() + ": " + question.secret->why +
                          ", and what goes in there may be a secret",
                      question.secret->evidence});
}

}  // namespace interlock::gate::checks
