#include "gate/readings/evaluation_context.h"

#include <algorithm>
#include <array>

#include "gate/policy/patterns.h"
#include "gate/screen/editor.h"
#include "gate/screen/embedded_terminal.h"
#include "gate/screen/settings_window.h"
#include "gate/secrets/secret_text.h"
#include "gate/shell/notebook.h"
#include "gate/typing/held_keys.h"
#include "gate/typing/presses.h"
#include "gate/words/label_words.h"
#include "gate/words/lexicon.h"
#include "values/key_text.h"

namespace interlock::gate {
namespace {

/// The keys that move a slider; the wheel does, too.
bool turns(const Action& meant) {
  const auto moves = [](const KeyChord& chord) {
    constexpr std::array<std::string_view, 8> keys = {"Left", "Right", "Up", "Down", "Home", "End", "Prior", "Next"};
    return std::find(keys.begin(), keys.end(), chord.key) != keys.end();
  };
  if (const auto* key = std::get_if<Key>(&meant.body))
    return std::any_of(key->chords.begin(), key->chords.end(), moves);
  if (const auto* down = std::get_if<KeyDown>(&meant.body)) return moves(down->key);
  return std::holds_alternative<Scroll>(meant.body);
}

shell::Judgement worse(shell::Judgement one, shell::Judgement other) {
  return other.decision > one.decision || (other.decision == one.decision && other.code == shell::guarded_code) ? other
                                                                                                                : one;
}

/// Windows whose lists are no titles that others wrote: not mail programs, players, file managers, pages.
bool has_rows_of_commands(const Applications::Facts& application, const Observation& seen) {
  const Window* window = seen.window.get();
  return window != nullptr && seen.document.is_none() && !application.file_manager && !edits_letters(*window) &&
         !plays_media(*window) && !edits_document(*window) && !edits_programs(*window);
}

bool is_terminal_target(const Applications::Facts& application, const Known<Element>& target) {
  const Element* element = target.get();
  if (element != nullptr && (element->role == Role::terminal || is_embedded_terminal(*element))) return true;
  if (application.run_dialog) return element == nullptr || takes_text(element->role);
  if (!application.terminal) return false;
  // Some terminals draw their text on an element without a telling role; their buttons and menus say what they are.
  return element == nullptr || (!is_actionable(element->role) && !takes_text(element->role));
}

/// "Anyone with the link" among the choices of a page: such a choice takes effect at once, and gives access. An entry
/// of a list only in a dialog, because elsewhere it may be the title of a text.
bool opens_to_others(const Element& element) {
  const bool choice = element.role == Role::radio_menu_item || element.role == Role::check_menu_item ||
                      element.role == Role::radio_button;
  const auto& around = element.ancestors;
  const bool listed =
      element.role == Role::list_item && std::any_of(around.begin(), around.end(), [](const auto& each) {
        return each.role == Role::dialog || each.role == Role::alert;
      });
  if (!choice && !listed) return false;
  const LabelReading says = lexicon().read_label(normalise(called(element)).text);
  return says.category == Category::grant && !says.weak && says.words.find(' ') != std::string::npos;
}

}  // namespace

bool is_terminal_window(const Policy& policy, const Window& window) {
  return policy.patterns().applications.facts_of(window).terminal;
}

EvaluationContext::EvaluationContext(const Policy& the_policy, const Action& the_action, const Observation& seen,
                                     const History& past, const Typing& typed, Time time, const Known<Element>* pressed)
    : policy(the_policy),
      action(the_action),
      observation(seen),
      history(past),
      typing(typed),
      now(time),
      with_held(typed.held.empty() || !uses_keyboard(the_action) ? std::optional<Action>()
                                                                 : gate::with_held(the_action, typed.held)),
      deed(pressed != nullptr ? Deed{.needs_target = true, .presses = true} : deed_of(meant())),
      target(pressed != nullptr ? *pressed
             : deed.pointer     ? observation.element
                                : observation.focus),
      element(target.get()),
      window(observation.window.get()),
      application(window == nullptr ? Applications::Facts() : policy.patterns().applications.facts_of(*window)),
      clicks(clicks_of(action, observation, typing, now)),
      consequence(policy.config().text_rules == TextRules::consequence),
      terminal(is_terminal_target(application, target)),
      notebook(!terminal && element != nullptr && is_notebook_cell(observation, *element)) {
  const bool slides = element != nullptr && element->role == Role::slider && turns(meant());
  if (element != nullptr && (deed.presses || slides)) control = control_of(*element, seen.document.has_value());
  if (!control && deed.presses && element != nullptr && window != nullptr && shows_settings(*window))
    control = command_in_row(*element);
  if (!control && deed.presses && element != nullptr && has_rows_of_commands(application, seen))
    control = command_by_its_form(*element);
  if (!control && deed.presses && element != nullptr && seen.document.has_value() && opens_to_others(*element))
    control = Control{called(*element), false};
  activates = control.has_value();
  // A menu item alone runs when the button is let go on it; a button does only if it was pressed there, too.
  if (deed.releases && activates) {
    activates = element->role == Role::menu_item || element->role == Role::tearoff_menu_item;
  }
  if (element != nullptr && deed.enters_text && !terminal) secret = secret_field(policy, *element);
  if (control) {
    label = normalise(control->label);
  } else if (element != nullptr && (deed.presses || !consequence)) {
    label = normalise(called(*element));
  }
  if (control) label.text.resize(without_chord(label.text).size());
  if ((terminal && (!deed.pointer || deed.pastes)) || (notebook && !deed.pointer))
    submitted = gate::submitted(typing.line_in(observation), meant(), observation);
  if (submitted.any) judged_ = std::make_shared<std::optional<shell::Judgement>>();
}

shell::Judgement EvaluationContext::judge_submitted() const {
  const shell::Before before = typing.before_line_in(observation);
  if (notebook) {
    // Beside what was typed, what the application says that stands in the cell.
    const std::string* shown = element->value.get();
    const std::string_view cell = shown == nullptr ? std::string_view() : std::string_view(*shown);
    return worse(shell::judge(shell::cell_as_script(submitted.standing()), before),
                 shell::judge(shell::cell_as_script(cell), before));
  }
  shell::Judgement worst = shell::judge_behind(submitted.open, submitted.standing(), before);
  for (const std::string& other : submitted.others) {
    worst = worse(std::move(worst), shell::judge_behind(submitted.open, other, before));
  }
  return worst;
}

const shell::Judgement* EvaluationContext::judged() const {
  if (!judged_) return nullptr;
  auto& judged = *judged_;
  if (!judged) judged = judge_submitted();
  return &*judged;
}

void EvaluationContext::judge_with(const EvaluationContext& other) {
  const bool same = judged_ && other.judged_ && !notebook && !other.notebook &&
                    submitted.open == other.submitted.open && submitted.standing() == other.submitted.standing() &&
                    submitted.others == other.submitted.others && field_of(observation) == field_of(other.observation);
  if (same) judged_ = other.judged_;
}

Reason EvaluationContext::window_text() const {
  if (observation.window.is_none()) return Reason::about_window("no window");
  if (window == nullptr) {
    const std::string why(describe(observation.window.why()).meaning);
    return Reason::about_window("a window that is not known (" + why + ")");
  }
  const std::string& app = window->app.empty() ? window->wm_class : window->app;
  const std::string title = window->title.empty() ? "without a title" : in_quotes(window->title);
  return Reason::about_window(app.empty() ? "window " + title : app + " " + title);
}

Reason EvaluationContext::command_text() const {
  return "the command " + in_quotes(without_secrets(submitted.standing())) + " in " + window_text();
}

Reason EvaluationContext::target_text() const {
  if (element == nullptr) return Reason::name_of_target(Subject::Kind::window, window_text());
  const std::string_view says = control ? control->label : called(*element);
  std::string text(role_name(element->role));
  text += says.empty() ? " without a label" : " " + in_quotes(says);
  if (window != nullptr) text += " in " + window_text().text();
  return Reason::name_of_target(Subject::Kind::element, std::move(text));
}

}  // namespace interlock::gate
