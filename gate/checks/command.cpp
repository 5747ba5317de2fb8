// What a command line would do when Return hands it over, by the shell reader (gate/shell): destroy something, run code
// that was not shown, send data away. `protected` has those that no policy can allow.
#include "gate/checks/checks.h"
#include "gate/secrets/secret_text.h"
#include "gate/shell/prompts.h"
#include "gate/shell/screen_keys.h"
#include "values/key_text.h"
#include "values/utf8.h"

namespace interlock::gate::checks {
namespace {

std::string evidence_of(std::string_view lines) {
  return std::string(utf8_prefix(without_secrets(lines), 200));
}

/// The keys of an action, as they reach a program with a screen.
class ScreenKeys {
 public:
  ScreenKeys(std::string_view program, const TypedLine& line)
      : program_(program), before_(line.text.substr(line.dropped)), behind_escape_(line.prefixed) {}

  void type(std::string_view text) {
    while (!text.empty() && !what_) {
      const auto end = std::min(text.find_first_of("\n\rqQ"), text.size());
      const auto part = text.substr(0, end);
      what_ = shell::done_by_text(program_, before_, part);
      before_ += part;
      if (end < text.size()) before_.clear();
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void press(const KeyChord& chord) {
    const KeyText key = key_text(chord);
    if (!what_) what_ = shell::done_by_key(program_, chord, behind_escape_);
    if (!what_ && key.effect == KeyEffect::character) type(key.character);
    if (key.effect == KeyEffect::returns) before_.clear();
    behind_escape_ = chord.key == "Escape";
  }

  std::optional<std::string_view> what() const { return what_; }

 private:
  std::string_view program_;
  std::string before_;
  bool behind_escape_;
  std::optional<std::string_view> what_;
};

/// A program with a screen, as a file manager, deletes by a single key.
void screen_keys(const EvaluationContext& context, Findings& findings) {
  if (!context.terminal) return;
  const TypedLine line = context.typing.line_in(context.observation);
  const shell::Prompt* prompt = context.typing.before_line_in(context.observation).prompt;
  if (line.owner != TypedLine::Owner::pager || prompt == nullptr) return;
  ScreenKeys keys(prompt->program, line);
  const Action& meant = context.meant();
  if (const auto* type = std::get_if<Type>(&meant.body)) {
    keys.type(type->text);
  } else if (const auto* key = std::get_if<Key>(&meant.body)) {
    for (const KeyChord& chord : key->chords) keys.press(chord);
  } else if (const auto* down = std::get_if<KeyDown>(&meant.body)) {
    keys.press(down->key);
  }
  if (!keys.what()) return;
  findings.push_back(
      {"command", "program_key", Decision::require_confirmation,
       "this key " + std::string(*keys.what()) + " in " + prompt->program + ", which runs in " + context.window_text(),
       prompt->program});
}

}  // namespace

void command(const EvaluationContext& context, Findings& findings) {
  if (!context.consequence) return;
  screen_keys(context, findings);
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
