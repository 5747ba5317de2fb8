#include "gate/readings/code_run.h"

#include <algorithm>
#include <array>
#include <utility>

#include "gate/readings/activation.h"
#include "gate/readings/case.h"
#include "gate/readings/code_place.h"
#include "gate/secrets/secret_text.h"
#include "gate/words/code_words.h"
#include "gate/words/lexicon.h"

namespace interlock::gate {
namespace {

template <class Is>
const KeyChord* chord_that(const Action& meant, Is is) {
  if (const auto* key = std::get_if<Key>(&meant.body)) {
    const auto found = std::find_if(key->chords.begin(), key->chords.end(), is);
    if (found != key->chords.end()) return &*found;
  }
  const auto* down = std::get_if<KeyDown>(&meant.body);
  return down != nullptr && is(down->key) ? &down->key : nullptr;
}

/// Return with whatever is held: ctrl+Return runs what stands in editors of several lines.
bool is_return_however(const KeyChord& chord) {
  return is_return(chord) || (chord.key.size() > 1 && is_return(KeyChord{{}, chord.key}));
}

/// Keys that run, step or go on in editors of macros.
bool is_run_key(const KeyChord& chord) {
  constexpr std::array<std::string_view, 7> keys = {"F5", "F6", "F7", "F8", "F9", "F10", "F11"};
  return std::find(keys.begin(), keys.end(), chord.key) != keys.end();
}

/// The text that stands there once the action is done, or that it hands over.
std::string code_of(const Case& question) {
  const TypedLine line = question.typing.line_in(question.observation);
  const Submitted out = submitted(line, question.meant(), question.observation);
  if (out.any) return without_secrets(out.lines);
  std::string text = line.text;
  if (const auto* type = std::get_if<Type>(&question.meant().body)) text += type->text;
  if (question.deed.pastes && question.observation.clipboard) text += *question.observation.clipboard;
  return without_secrets(text);
}

CodeRun code_found(const Case& question, CodeKind kind, std::string_view what, const std::string& code) {
  std::string reason(what);
  reason += " in " + std::string(describe(kind)) + " of " + question.window_text();
  reason += code.empty() ? ": it may run a program" : ": it is a program that would run: " + in_quotes(code, 200);
  return {std::move(reason), std::string(trimmed(code, 200))};
}

/// The prompt of a console, where text waits for Return.
bool is_prompt(const Case& question, CodeKind kind) {
  const Element* focus = question.element;
  if (focus == nullptr || !takes_text(focus->role)) return false;
  if (kind == CodeKind::console || says(CodeWords::prompt_name, focus->name)) return true;
  return focus->name.empty() &&
         std::any_of(focus->ancestors.begin(), focus->ancestors.end(),
                     [](const Ancestor& around) { return says(CodeWords::prompt_name, around.name); });
}

std::optional<CodeRun> by_keys(const Case& question, CodeKind kind) {
  const bool editor = kind == CodeKind::macro_editor;
  const Action& meant = question.meant();
  if (const KeyChord* chord = editor ? chord_that(meant, is_run_key) : nullptr) {
    return code_found(question, kind, to_string(*chord), {});
  }
  // A letter with Alt presses a button of a dialog, as Return does.
  const bool dialog = kind == CodeKind::macro_dialog;
  if (const KeyChord* chord = dialog ? chord_that(meant, is_mnemonic) : nullptr) {
    return code_found(question, kind, to_string(*chord), {});
  }
  const bool search = question.element != nullptr && is_query(*question.element);
  const auto* type = std::get_if<Type>(&meant.body);
  const bool hands_over = chord_that(meant, is_return_however) != nullptr ||
                          (type != nullptr && type->text.find_first_of("\n\r") != std::string::npos);
  if (hands_over && !editor) return code_found(question, kind, "Return", code_of(question));
  if (!question.deed.enters_text || search || dialog) return std::nullopt;
  if (!editor && is_prompt(question, kind)) {
    const bool line = question.deed.pastes && code_of(question).find('\n') != std::string::npos;
    return line ? std::optional(code_found(question, kind, "pasting", code_of(question))) : std::nullopt;
  }
  return code_found(question, kind, "text", code_of(question));
}

std::optional<CodeRun> by_pressing(const Case& question, CodeKind kind) {
  if (!question.control) return std::nullopt;
  const std::string& label = question.label.text;
  const bool runs = kind == CodeKind::macro_dialog ? !lexicon().read_label(label).leaves
                                                   : label.empty() || says(CodeWords::run_label, label);
  if (!runs) return std::nullopt;
  // What the tools show is not told.
  const bool told = kind != CodeKind::developer_tools || question.policy.config().show_developer_tools;
  return code_found(question, kind, told ? "pressing " + in_quotes(question.control->label) : "pressing what is there",
                    {});
}

}  // namespace

std::optional<CodeRun> code_run(const Case& question) {
  if (question.deed.releases) return std::nullopt;
  const auto kind = code_place(question);
  if (!kind) return std::nullopt;
  if (question.deed.pointer && question.deed.pastes) {
    return code_found(question, *kind, "pasting", code_of(question));
  }
  if (question.activates) {
    if (auto found = by_pressing(question, *kind)) return found;
    if (question.deed.pointer) return std::nullopt;
  }
  return question.deed.pointer ? std::nullopt : by_keys(question, *kind);
}

}  // namespace interlock::gate
