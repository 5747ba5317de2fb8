#include "daemon/desk/settled_focus.h"

#include <algorithm>

#include "daemon/process/pause.h"
#include "gate/readings/evaluation_context.h"
#include "gate/readings/option_walk.h"
#include "values/visit.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto look_again = 5ms;

/// Plain characters and BackSpace do not move the focus; Tab, Return, Escape, arrows and shortcuts may.
bool may_move_focus(const KeyChord& chord) {
  const bool shortcut =
      chord.modifiers.has(Modifier::ctrl) || chord.modifiers.has(Modifier::alt) || chord.modifiers.has(Modifier::super);
  const bool character = chord.key.size() == 1;
  return shortcut || (!character && chord.key != "BackSpace");
}

bool is_tab(const Action& action) {
  if (const auto* type = std::get_if<Type>(&action.body)) return type->text.find('\t') != std::string::npos;
  const auto* key = std::get_if<Key>(&action.body);
  return key != nullptr && std::any_of(key->chords.begin(), key->chords.end(), [](const KeyChord& chord) {
           return chord.key == "Tab" || chord.key == "ISO_Left_Tab";
         });
}

bool may_move_focus(const Action& action) {
  return std::visit(Overloaded{
                        [](const Type& type) { return type.text.find_first_of("\t\n") != std::string::npos; },
                        [](const Key& key) {
                          return std::any_of(key.chords.begin(), key.chords.end(),
                                             [](const KeyChord& chord) { return may_move_focus(chord); });
                        },
                        [](const AnyOf<Click, MouseDown, Drag, KeyDown, Navigate> auto&) { return true; },
                        [](const AnyOf<Move, Scroll, KeyUp, MouseUp, Wait, Sequence, SelectOption, SetValue, FillForm,
                                       TypeSecret, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, RenameWindow,
                                       SwitchDesktop, SetDesktopCount, MoveViewport> auto&) { return false; },
                    },
                    action.body);
}

/// The window has the focus but no element in it, and which one has it matters: to keys that need a target, and to
/// those that choose an option if a list has the focus.
bool is_between(const Observed& seen, const Action& action) {
  const auto& focus = seen.observation.focus;
  return uses_keyboard(action) && (gate::deed_of(action).needs_target || gate::walks_lists(action)) &&
         focus.is_unknown() && focus.why() == Unknown::no_focus;
}

/// Reading again is useless if there is nothing to read.
bool is_unreadable(const Observed& seen) {
  const auto& focus = seen.observation.focus;
  return focus.is_unknown() && focus.why() != Unknown::no_focus;
}

bool pressed_within(const platform::HumanInput* devices, std::chrono::milliseconds time) {
  const auto last = devices ? devices->last_press_of_others() : std::nullopt;
  return last && steady_clock::now() - *last < time;
}

}  // namespace

void SettledFocus::acted(const Action& action, const Observed& seen) {
  const bool in_list = gate::moves_in_open_list(action, seen.observation);
  if (!may_move_focus(action) && !in_list) return;
  Press press{.when = steady_clock::now()};
  if (seen.view.window) press.window = seen.view.window->id;
  if (const auto& element = seen.observation.element; element && pointer_target(action)) {
    press.path = element->path;
    const bool date = element->role == Role::date_editor;
    const bool list = element->role == Role::combo_box && !element->states.has(State::editable);
    if (date || list) press.whole = Ancestor{element->role, element->name, {}};
    press.focusable = date || element->states.has(State::focusable);
    press.takes_text = date || takes_text(element->role);
  }
  if (const auto& focus = seen.observation.focus; focus && (in_list || is_tab(action))) press.moved_from = focus->path;
  press_ = std::move(press);
}

bool SettledFocus::is_on_clicked(const Element& focus) const {
  if (focus.path == press_->path) return true;
  return press_->whole && std::any_of(focus.ancestors.begin(), focus.ancestors.end(), [this](const Ancestor& around) {
           return around.role == press_->whole->role && around.name == press_->whole->name;
         });
}

SettledFocus::Verdict SettledFocus::after_ours(const Observed& seen) const {
  const auto age = steady_clock::now() - press_->when;
  const auto& focus = seen.observation.focus;
  // The display reports at once which window has the focus, and nothing was pressed there.
  if (!seen.view.window || seen.view.window->id != press_->window) return Verdict::settled;
  if (!press_->focusable) {
    const bool unmoved = focus && !press_->moved_from.empty() && focus->path == press_->moved_from;
    return age >= (unmoved ? late : quiet) ? Verdict::settled : Verdict::wait;
  }
  if (focus && is_on_clicked(*focus)) return Verdict::settled;
  // A button may pass the focus on; a clicked text field keeps it.
  if (!press_->takes_text) return age >= 2 * quiet ? Verdict::settled : Verdict::wait;
  return age >= patience ? Verdict::unstable : Verdict::wait;
}

asio::awaitable<Observed> SettledFocus::observe(Eyes eyes, std::shared_ptr<platform::HumanInput> devices,
                                                const Action& action, std::chrono::milliseconds deadline,
                                                a11y::Certainty certainty) {
  const auto began = steady_clock::now();
  Observed seen = co_await daemon::observe(eyes, action, deadline, certainty);
  while (is_between(seen, action) && steady_clock::now() < began + deadline) {
    co_await pause_for(look_again);
    seen = co_await daemon::observe(eyes, action, deadline);
  }
  if (!uses_keyboard(action)) co_return seen;
  const bool ours = press_ && steady_clock::now() - press_->when < patience;
  const auto judge = [&] {
    if (is_unreadable(seen)) return Verdict::settled;
    if (question_closed_ && steady_clock::now() - *question_closed_ < late) return Verdict::wait;
    if (!pressed_within(devices.get(), late)) return ours ? after_ours(seen) : Verdict::settled;
    return steady_clock::now() >= began + patience ? Verdict::unstable : Verdict::wait;
  };
  Verdict verdict = judge();
  while (verdict == Verdict::wait) {
    co_await pause_for(look_again);
    seen = co_await daemon::observe(eyes, action, deadline);
    verdict = judge();
  }
  if (verdict == Verdict::unstable) seen.observation.focus = Unknown::unstable;
  co_return seen;
}

}  // namespace interlock::daemon
