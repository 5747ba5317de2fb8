#include "gate/case.h"

#include <algorithm>
#include <array>

#include "gate/held_keys.h"
#include "gate/key_text.h"
#include "gate/patterns.h"
#include "gate/presses.h"
#include "gate/secrets/secret_text.h"

namespace interlock::gate {
namespace {

Deed deed_of_chord(const KeyChord& chord) {
  Deed deed;
  // A terminal sends a newline for ctrl+shift+J, too (key_text); nothing else takes it for Return.
  const bool letter =
      chord.modifiers.has(Modifier::ctrl) && chord.modifiers.has(Modifier::shift) && chord.key.size() == 1;
  deed.presses = (is_return(chord) && !letter) || is_space(chord);
  const KeyEffect effect = key_text(chord).effect;
  deed.pastes = effect == KeyEffect::paste;
  deed.enters_text = deed.pastes || effect == KeyEffect::character;
  deed.needs_target = deed.presses || deed.enters_text;
  return deed;
}

Deed deed_of_button(Button button) {
  Deed deed;
  deed.pointer = true;
  deed.needs_target = true;
  deed.presses = true;
  deed.pastes = button == Button::middle;
  deed.enters_text = deed.pastes;
  return deed;
}

struct DeedOf {
  Deed operator()(const Click& click) const { return deed_of_button(click.button); }
  Deed operator()(const MouseDown& down) const { return deed_of_button(down.button); }
  Deed operator()(const Drag& drag) const {
    Deed deed = deed_of_button(drag.button);
    deed.pastes = deed.enters_text = false;
    return deed;
  }
  // A menu opened by pressing on its bar runs the item on which the button is let go.
  Deed operator()(const MouseUp&) const {
    return {.pointer = true, .releases = true, .needs_target = false, .presses = true};
  }
  Deed operator()(const Move&) const { return {.pointer = true}; }
  Deed operator()(const Scroll&) const { return {.pointer = true}; }
  Deed operator()(const Type& type) const {
    return {
        .needs_target = true, .presses = type.text.find_first_of("\n\r ") != std::string::npos, .enters_text = true};
  }
  Deed operator()(const Key& key) const {
    Deed all;
    for (const KeyChord& chord : key.chords) {
      const Deed one = deed_of_chord(chord);
      all.needs_target |= one.needs_target;
      all.presses |= one.presses;
      all.enters_text |= one.enters_text;
      all.pastes |= one.pastes;
    }
    return all;
  }
  Deed operator()(const KeyDown& down) const { return deed_of_chord(down.key); }
  Deed operator()(const KeyUp&) const { return {.releases = true}; }
  Deed operator()(const Wait&) const { return {}; }
  Deed operator()(const Navigate&) const { return {}; }
  Deed operator()(const Sequence&) const { return {}; }
  // Changes of windows and desktops, which meet no element.
  template <class Other>
  Deed operator()(const Other&) const {
    return {};
  }
};

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

bool is_terminal_target(const Applications::Facts& application, const Known<Element>& target) {
  const Element* element = target.get();
  if (element != nullptr && element->role == Role::terminal) return true;
  if (application.run_dialog) return element == nullptr || takes_text(element->role);
  if (!application.terminal) return false;
  // Some terminals draw their text on an element without a telling role; their buttons and menus say what they are.
  return element == nullptr || (!is_actionable(element->role) && !takes_text(element->role));
}

}  // namespace

Deed deed_of(const Action& action) {
  return std::visit(DeedOf{}, action.body);
}

bool is_terminal_window(const Policy& policy, const Window& window) {
  return policy.patterns().applications.facts_of(window).terminal;
}

Case::Case(const Policy& the_policy, const Action& the_action, const Observation& seen, const History& past,
           const Typing& typed, Time time, const Known<Element>* pressed)
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
      terminal(is_terminal_target(application, target)) {
  const bool slides = element != nullptr && element->role == Role::slider && turns(meant());
  if (element != nullptr && (deed.presses || slides)) control = control_of(*element, seen.document.has_value());
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
  if (terminal && (!deed.pointer || deed.pastes))
    submitted = gate::submitted(typing.line_in(observation), meant(), observation);
  if (submitted.any) {
    judged = shell::judge_behind(submitted.open, submitted.standing(), typing.before_line_in(observation));
  }
}

std::string Case::window_text() const {
  if (observation.window.is_none()) return "no window";
  if (window == nullptr)
    return "a window that is not known (" + std::string(describe(observation.window.why()).meaning) + ")";
  const std::string& app = window->app.empty() ? window->wm_class : window->app;
  const std::string title = window->title.empty() ? "without a title" : in_quotes(window->title);
  return app.empty() ? "window " + title : app + " " + title;
}

std::string Case::command_text() const {
  return "the command " + in_quotes(without_secrets(submitted.standing())) + " in " + window_text();
}

std::string Case::target_text() const {
  if (element == nullptr) return window_text();
  const std::string_view says = control ? control->label : called(*element);
  std::string text(role_name(element->role));
  text += says.empty() ? " without a label" : " " + in_quotes(says);
  return window == nullptr ? text : text + " in " + window_text();
}

}  // namespace interlock::gate
