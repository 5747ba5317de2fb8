// Text for a password, token or key field: by role first, then by the field's texts. And secrets for a field where
// anyone can read them.
#include "gate/checks/checks.h"
#include "gate/checks/typed_secret.h"
#include "gate/secrets/secret_text.h"
#include "values/key_text.h"

namespace interlock::gate::checks {
namespace {

/// The text that the keys put before the cursor, as far as it is known.
std::string entered_text(const Action& action, const Known<std::string>& clipboard) {
  if (const auto* type = std::get_if<Type>(&action.body)) return type->text;
  std::string text;
  const auto press = [&](const KeyChord& chord) {
    const KeyText key = key_text(chord);
    if (key.effect == KeyEffect::paste && clipboard) text += *clipboard;
    text += key.character;
  };
  if (const auto* key = std::get_if<Key>(&action.body)) {
    for (const KeyChord& chord : key->chords) press(chord);
  } else if (const auto* down = std::get_if<KeyDown>(&action.body)) {
    press(down->key);
  }
  return text;
}

bool stood_there(const std::vector<SecretSpan>& before, const SecretSpan& found) {
  for (const SecretSpan& span : before) {
    if (span.begin == found.begin) return true;
  }
  return false;
}

/// The person may have given interlock the secret, so that the agent need not know it.
std::string secrets_hint(const EvaluationContext& context) {
  if (context.policy.config().secrets.empty()) return {};
  return "list_secrets names secrets that type_secret types without a need to know them";
}

void secret_field(const EvaluationContext& context, Findings& findings) {
  const std::string_view how = context.deed.pastes ? "pasting into " : "typing into ";
  findings.push_back({"credential", "secret_field", Decision::require_confirmation,
                      std::string(how) + context.target_text() + ": " + context.secret->why +
                          ", and what goes in there may be a secret",
                      context.secret->evidence, secrets_hint(context)});
}

/// A secret in the line as it will result, however it was divided. Asked about once: when it is complete.
void secret_text(const EvaluationContext& context, Findings& findings) {
  const std::string entered = entered_text(context.meant(), context.observation.clipboard);
  if (entered.empty()) return;
  const std::string line = context.typing.line_in(context.observation).text;
  const SecretSearch search = context.terminal ? SecretSearch::named : SecretSearch::all;
  const std::vector<SecretSpan> found = find_secrets(line + entered, search);
  if (found.empty() || found.back().end <= line.size()) return;
  const std::vector<SecretSpan> before = find_secrets(line, search);
  for (const SecretSpan& span : found) {
    if (span.end <= line.size() || stood_there(before, span)) continue;
    const std::string_view what = context.deed.pastes ? "the text to paste into " : "the text to type into ";
    findings.push_back({"credential", "secret_text", Decision::require_confirmation,
                        std::string(what) + context.target_text() + " has " + std::string(span.kind) +
                            ", and would stand there for anyone to read",
                        std::string(span.kind)});
    return;
  }
}

}  // namespace

void credential(const EvaluationContext& context, Findings& findings) {
  if (std::holds_alternative<TypeSecret>(context.action.body)) {
    typed_secret(context, findings);
  } else if (context.secret) {
    secret_field(context, findings);
  } else if (context.consequence && context.deed.enters_text) {
    secret_text(context, findings);
  }
}

}  // namespace interlock::gate::checks
