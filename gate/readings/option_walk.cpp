#include "gate/readings/option_walk.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "gate/readings/deed.h"
#include "gate/screen/control.h"
#include "values/key_text.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

bool is_option(Role role) {
  return role == Role::menu_item || role == Role::list_item || role == Role::check_menu_item ||
         role == Role::radio_menu_item;
}

/// GTK 3 gives the focus to a button inside of its combo box.
const Ancestor* combo_box_of(const Element& button) {
  if (button.role != Role::toggle_button) return nullptr;
  for (const Ancestor& around : button.ancestors) {
    if (around.role == Role::combo_box) return &around;
    if (around.role != Role::filler) break;
  }
  return nullptr;
}

/// A list that opens, or one of its options; not a menu or its entry.
bool is_option_list(const Element& element) {
  if (element.role == Role::combo_box) return is_closed_list(element);
  if (combo_box_of(element) != nullptr) return true;
  if (!is_option(element.role)) return false;
  for (const Ancestor& around : element.ancestors) {
    if (around.role == Role::combo_box) return true;
    if (around.role != Role::menu && !is_of_opened_list(around.role)) break;
  }
  return false;
}

/// One step through the list.
struct Turn {
  enum class Kind : std::uint8_t { by, first, last, anywhere, letter, take } kind = Kind::anywhere;
  int by = 0;
  std::string letter;  ///< in lower case; empty: any
};

constexpr std::array<std::string_view, 2> forwards = {"Down", "Right"};
constexpr std::array<std::string_view, 2> backwards = {"Up", "Left"};

std::string_view plain(std::string_view key) {
  return key.starts_with("KP_") ? key.substr(3) : key;
}

bool is_one_of(const std::array<std::string_view, 2>& names, std::string_view key) {
  return std::find(names.begin(), names.end(), key) != names.end();
}

std::optional<Turn> turn_of(const KeyChord& chord) {
  using Kind = Turn::Kind;
  const std::string_view key = plain(chord.key);
  const bool alt = chord.modifiers.has(Modifier::alt);
  const KeyText text = key_text(chord);
  if (is_return(chord) || is_space(chord) || text.effect == KeyEffect::tab) return Turn{Kind::take};
  if (is_one_of(forwards, key) || is_one_of(backwards, key)) {
    if (alt) return std::nullopt;  // opens or closes the list
    return Turn{Kind::by, is_one_of(forwards, key) ? 1 : -1};
  }
  if (key == "Home" || key == "Begin") return Turn{Kind::first};
  if (key == "End") return Turn{Kind::last};
  if (key == "Page_Up" || key == "Page_Down" || key == "Prior" || key == "Next") return Turn{Kind::anywhere};
  if (text.effect == KeyEffect::character) return Turn{Kind::letter, 0, normalise(text.character).text};
  return std::nullopt;
}

std::vector<Turn> turns_of(const Action& meant) {
  std::vector<Turn> turns;
  const auto add = [&](const std::optional<Turn>& turn) {
    if (turn) turns.push_back(*turn);
  };
  if (const auto* key = std::get_if<Key>(&meant.body)) {
    for (const KeyChord& chord : key->chords) add(turn_of(chord));
  } else if (const auto* down = std::get_if<KeyDown>(&meant.body)) {
    const auto turn = turn_of(down->key);
    if (turn && turn->kind != Turn::Kind::take) turns.push_back({});  // it repeats while it is held
  } else if (const auto* type = std::get_if<Type>(&meant.body)) {
    for (const char each : type->text) {
      const bool takes = each == '\n' || each == '\r' || each == '\t' || each == ' ';
      turns.push_back(takes ? Turn{Turn::Kind::take}
                            : Turn{Turn::Kind::letter, 0, normalise(std::string(1, each)).text});
    }
  } else if (const auto* wheel = std::get_if<Scroll>(&meant.body)) {
    for (int i = 0; i < std::abs(wheel->dy); ++i) turns.push_back({Turn::Kind::by, wheel->dy > 0 ? 1 : -1, {}});
  }
  return turns;
}

/// A set of options, by their places.
using Places = std::vector<bool>;

Places shifted(const Places& from, int by, const std::vector<Element>& options) {
  const bool reports_enabled =
      std::any_of(options.begin(), options.end(), [](const Element& each) { return each.states.has(State::enabled); });
  Places to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!from[i]) continue;
    auto at = static_cast<std::ptrdiff_t>(i) + by;
    const auto end = static_cast<std::ptrdiff_t>(from.size());
    for (; at >= 0 && at < end; at += by) {
      to[static_cast<std::size_t>(at)] = true;
      if (!reports_enabled || options[static_cast<std::size_t>(at)].states.has(State::enabled)) break;
    }
    if (at < 0 || at >= end) to[i] = true;
  }
  return to;
}

Places after(const Turn& turn, const Places& from, const std::vector<Element>& options) {
  Places to(from.size());
  switch (turn.kind) {
    case Turn::Kind::by:
      return shifted(from, turn.by, options);
    case Turn::Kind::first:
      to.front() = true;
      return options.front().states.has(State::enabled) ? to : shifted(to, 1, options);
    case Turn::Kind::last:
      to.back() = true;
      return options.back().states.has(State::enabled) ? to : shifted(to, -1, options);
    case Turn::Kind::letter:  // letters in quick succession are the beginning of one name
      for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] = from[i] || normalise(called(options[i])).text.starts_with(turn.letter);
      }
      return to;
    case Turn::Kind::take:
      return from;
    case Turn::Kind::anywhere:
      break;
  }
  to.assign(to.size(), true);
  return to;
}

/// The options that may be chosen now: all of them if that is not known. GTK 3 reports the option that had the pointer
/// as selected.
Places start_in(const Element& element, bool in_page, const std::vector<Element>& options) {
  Places places(options.size());
  const auto mark = [&](const auto& test) {
    const auto found = std::find_if(options.begin(), options.end(), test);
    if (found == options.end()) return false;
    places[static_cast<std::size_t>(found - options.begin())] = true;
    return true;
  };
  bool known = is_option(element.role) && mark([&](const Element& each) { return each.path == element.path; });
  if (in_page) {  // the focused one and the chosen one are reported at different times
    for (const State state : {State::focused, State::selected}) {
      known = mark([&](const Element& each) { return each.states.has(state); }) || known;
    }
  } else if (!known) {
    const Ancestor* around = combo_box_of(element);
    const std::string* value = element.value.get();
    const std::string_view chosen = around != nullptr ? around->name : value != nullptr ? *value : called(element);
    known = mark([&](const Element& each) { return called(each) == chosen; });
  }
  if (known) return places;
  places.assign(places.size(), true);
  return places;
}

const Element* target_of(const Action& meant, const Observation& observation) {
  return std::holds_alternative<Scroll>(meant.body) ? observation.element.get() : observation.focus.get();
}

}  // namespace

bool leads_on(const KeyChord& chord) {
  const auto turn = turn_of(chord);
  return turn && turn->kind != Turn::Kind::take && turn->kind != Turn::Kind::letter;
}

bool walks_lists(const Action& meant) {
  const auto turns = turns_of(meant);
  return std::any_of(turns.begin(), turns.end(), [](const Turn& turn) { return turn.kind != Turn::Kind::take; });
}

bool in_option_list(const Observation& observation) {
  return observation.focus && is_option_list(*observation.focus);
}

const Element* chooses_from(const Action& meant, const Observation& observation) {
  const Element* element = target_of(meant, observation);
  if (element == nullptr || !is_option_list(*element)) return nullptr;
  if (std::holds_alternative<Scroll>(meant.body) && observation.document.has_value()) return nullptr;
  return walks_lists(meant) ? element : nullptr;
}

bool is_closed_list(const Element& element) {
  return element.role == Role::combo_box && !element.states.has(State::editable);
}

bool may_be_in_list(const Action& meant, const Observation& observation) {
  const bool nowhere = observation.focus.is_unknown() && observation.focus.why() == Unknown::no_focus;
  return nowhere && uses_keyboard(meant) && walks_lists(meant) && !deed_of(meant).needs_target;
}

bool moves_in_open_list(const Action& meant, const Observation& observation) {
  return uses_keyboard(meant) && chooses_from(meant, observation) != nullptr && is_option(observation.focus->role);
}

std::vector<Element> may_be_chosen(const Action& meant, const Observation& observation,
                                   const std::vector<Element>& options) {
  const Element* element = chooses_from(meant, observation);
  if (element == nullptr || options.empty()) return {};
  const auto turns = turns_of(meant);
  Places at = start_in(*element, observation.document.has_value(), options);
  Places met(options.size());
  for (const Turn& turn : turns) {
    at = after(turn, at, options);
    if (turn.kind == Turn::Kind::take) continue;
    for (std::size_t i = 0; i < met.size(); ++i) met[i] = met[i] || at[i];
  }
  std::vector<Element> found;
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (!met[i]) continue;
    found.push_back(options[i]);
    found.back().value = none;
    found.back().ancestors = element->ancestors;
    if (element->role == Role::combo_box)
      found.back().ancestors.insert(found.back().ancestors.begin(), {element->role, element->name, {}});
  }
  return found;
}

}  // namespace interlock::gate
