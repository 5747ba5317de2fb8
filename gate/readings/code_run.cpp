#include "gate/readings/code_run.h"

#include <algorithm>
#include <array>
#include <utility>

#include "gate/readings/activation.h"
#include "gate/readings/code_place.h"
#include "gate/readings/evaluation_context.h"
#include "gate/secrets/secret_text.h"
#include "gate/words/code_words.h"
#include "gate/words/lexicon.h"
#include "values/utf8.h"

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
std::string code_of(const EvaluationContext& context) {
  const TypedLine line = context.typing.line_in(context.observation);
  const Submitted out = submitted(line, context.meant(), context.observation);
  if (out.any) return without_secrets(out.lines);
  std::string text = line.text;
  if (const auto* type = std::get_if<Type>(&context.meant().body)) text += type->text;
  if (context.deed.pastes && context.observation.clipboard) text += *context.observation.clipboard;
  return without_secrets(text);
}

CodeRun code_found(const EvaluationContext& context, CodeKind kind, std::string_view what, const std::string& code) {
  Reason reason(what);
  reason += " in " + std::string(describe(kind)) + " of " + context.window_text();
  reason += code.empty() ? ": it may run a program" : ": it is a program that would run: " + in_quotes(code, 200);
  return {std::move(reason), std::string(utf8_prefix(code, 200))};
}

/// The prompt of a console, where text waits for Return.
bool is_prompt(const EvaluationContext& context, CodeKind kind) {
  const Element* focus = context.element;
  if (focus == nullptr || !takes_text(focus->role)) return false;
  if (kind == CodeKind::console || says(CodeWords::prompt_name, focus->name)) return true;
  return focus->name.empty() &&
         std::any_of(focus->ancestors.begin(), focus->ancestors.end(),
                     [](const Ancestor& around) { return says(CodeWords::prompt_name, around.name); });
}

std::optional<CodeRun> by_keys(const EvaluationContext& context, CodeKind kind) {
  const bool editor = kind == CodeKind::macro_editor;
  const Action& meant = context.meant();
  if (const KeyChord* chord = editor ? chord_that(meant, is_run_key) : nullptr) {
    return code_found(context, kind, to_string(*chord), {});
  }
  // A letter with Alt presses a button of a dialog, as Return does.
  const bool dialog = kind == CodeKind::macro_dialog;
  if (const KeyChord* chord = dialog ? chord_that(meant, is_mnemonic) : nullptr) {
    return code_found(context, kind, to_string(*chord), {});
  }
  const bool search = context.element != nullptr && is_query(*context.element);
  const auto* type = std::get_if<Type>(&meant.body);
  const bool hands_over = chord_that(meant, is_return_however) != nullptr ||
                          (type != nullptr && type->text.find_first_of("\n\r") != std::string::npos);
  if (hands_over && !editor) return code_found(context, kind, "Return", code_of(context));
  if (!context.deed.enters_text || search || dialog) return std::nullopt;
  if (!editor && is_prompt(context, kind)) {
    const bool line = context.deed.pastes && code_of(context).find('\n') != std::string::npos;
    return line ? std::optional(code_found(context, kind, "pasting", code_of(context))) : std::nullopt;
  }
  return code_found(context, kind, "text", code_of(context));
}

std::optional<CodeRun> by_pressing(const EvaluationContext& context, CodeKind kind) {
  if (!context.control) return std::nullopt;
  const std::string& label = context.label.text;
  const bool runs = kind == CodeKind::macro_dialog ? !lexicon().read_label(label).leaves
                                                   : label.empty() || says(CodeWords::run_label, label);
  if (!runs) return std::nullopt;
  // The content of the tools is not may_be_named.
  const bool may_be_named = kind != CodeKind::developer_tools || context.policy.config().show_developer_tools;
  return code_found(context, kind,
                    may_be_named ? "pressing " + in_quotes(context.control->label) : "pressing what is there", {});
}

}  // namespace

std::optional<CodeRun> code_run(const EvaluationContext& context) {
  if (context.deed.releases) return std::nullopt;
  const auto kind = code_place(context);
  if (!kind) return std::nullopt;
  if (context.deed.pointer && context.deed.pastes) {
    return code_found(context, *kind, "pasting", code_of(context));
  }
  if (context.activates) {
    if (auto found = by_pressing(context, *kind)) return found;
    if (context.deed.pointer) return std::nullopt;
  }
  return context.deed.pointer ? std::nullopt : by_keys(context, *kind);
}

}  // namespace interlock::gate
