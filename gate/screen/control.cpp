#include "gate/screen/control.h"

#include <algorithm>

namespace interlock::gate {
namespace {

// In bytes. "Permanently delete this repository and all of its data" is a label; a headline with its summary is not.
constexpr std::size_t longest_label = 100;  ///< of an element that reacts as a whole
constexpr std::size_t longest_text = 48;    ///< of a text that may be a button
constexpr std::size_t longest_in_row = 24;  ///< of a text in a row or a list item that may be a button

/// Roles that a click, Return or Space activates, whatever their text. Data (rows, cells, files), tabs, check boxes and
/// similar elements are selected or switched by a click and can be switched back. An unknown role is judged as a
/// control.
bool is_control(Role role) {
  switch (role) {
    case Role::push_button:
    case Role::push_button_menu:
    case Role::toggle_button:
    case Role::menu_item:
    case Role::tearoff_menu_item:
    case Role::link:
    case Role::invalid:
    case Role::unknown:
    case Role::extended:
    case Role::image_map:
      return true;
    default:
      return false;
  }
}

/// The toolkit itself handles these: it enters text, switches, chooses, opens.
bool has_own_use(Role role) {
  switch (role) {
    case Role::check_box:
    case Role::radio_button:
    case Role::check_menu_item:
    case Role::radio_menu_item:
    case Role::menu:
    case Role::scroll_bar:
    case Role::document_web:
      return true;
    default:
      return takes_text(role);
  }
}

bool is_thing(Role role) {
  switch (role) {
    case Role::list_item:
    case Role::tree_item:
    case Role::table_cell:
    case Role::table_row:
    case Role::row_header:
    case Role::table_row_header:
    case Role::icon:
      return true;
    default:
      return false;
  }
}

/// Text for reading, on which a press does nothing unless something listens to it.
bool is_reading(Role role) {
  return role == Role::heading || role == Role::paragraph || role == Role::block_quote || role == Role::article ||
         role == Role::caption || role == Role::definition || role == Role::description_term ||
         role == Role::description_value || role == Role::footnote;
}

/// Texts and pictures that toolkits and pages use as buttons without marking them.
bool may_react(const Element& element) {
  const Role around = element.ancestors.empty() ? Role::unknown : element.ancestors.front().role;
  switch (element.role) {
    case Role::static_:
    case Role::label:
      return !is_reading(around) && !is_thing(around);
    case Role::section:
    case Role::image:
    case Role::canvas:
    case Role::drawing_area:
    case Role::embedded:
    case Role::slider:
      return true;
    default:
      return false;
  }
}

/// "Sign Out of All Sessions": capitals at the begin of all words but short ones, as the interface guidelines of
/// desktops demand for commands. The titles of tasks and notes are hardly ever written so.
bool has_header_capitals(std::string_view text) {
  constexpr std::size_t short_word = 3;  // "of", "the"
  std::size_t capitals = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    const std::string_view word = text.substr(from, to - from);
    const bool capital = !word.empty() && word.front() >= 'A' && word.front() <= 'Z';
    const bool small = !word.empty() && word.front() >= 'a' && word.front() <= 'z';
    if (!capital && (!small || word.size() > short_word || from == 0)) return false;
    capitals += capital ? 1 : 0;
    from = to + 1;
  }
  return capitals > 1;
}

std::optional<Control> if_short(std::string_view text, std::size_t longest, bool plain) {
  if (text.empty() || text.size() > longest) return std::nullopt;
  return Control{text, plain};
}

/// `listener`: the listener of `element`, which is not a control by its role.
std::optional<Control> listening(const Element& element, const Listener& listener) {
  if (listener.whole && listener.text.size() <= longest_label) {
    return Control{listener.text.empty() ? called(element) : std::string_view(listener.text), false};
  }
  const auto inside = [](const Ancestor& around) { return is_thing(around.role); };
  const bool row = is_thing(element.role) || std::any_of(element.ancestors.begin(), element.ancestors.end(), inside);
  const std::string_view text = listener.whole ? std::string_view(element.text) : std::string_view(listener.text);
  // Most pages listen as a whole, so this means little for a single text; a card that listens is an element of its own.
  return if_short(text.empty() ? called(element) : text, row ? longest_in_row : longest_text, !listener.whole);
}

}  // namespace

std::string_view called(const Element& element) {
  for (const std::string* text : {&element.name, &element.labelled_by, &element.text}) {
    if (!text->empty()) return *text;
  }
  return element.description;
}

bool is_of_opened_list(Role role) {
  return role == Role::list || role == Role::list_box || role == Role::scroll_pane || role == Role::panel ||
         role == Role::filler;
}

bool is_option_of_combo(const Element& element) {
  if (element.role != Role::list_item) return false;
  for (const Ancestor& around : element.ancestors) {
    if (around.role == Role::combo_box) return true;
    if (!is_of_opened_list(around.role)) return false;
  }
  return false;
}

std::optional<Control> command_by_its_form(const Element& element) {
  if (element.role != Role::list_item) return std::nullopt;
  const std::string_view text = called(element);
  const bool opens_dialog = text.ends_with("...") || text.ends_with("\u2026");
  return opens_dialog || has_header_capitals(text) ? if_short(text, longest_text, true) : std::nullopt;
}

std::optional<Control> command_in_row(const Element& element) {
  return is_thing(element.role) ? if_short(called(element), longest_text, true) : std::nullopt;
}

std::optional<Control> control_of(const Element& element, bool in_page) {
  if (is_control(element.role) || is_option_of_combo(element)) return Control{called(element), false};
  if (has_own_use(element.role) || element.states.has(State::editable)) return std::nullopt;
  if (const Listener* listener = element.listener.get()) return listening(element, *listener);
  const bool looked = element.listener.is_unknown() && element.listener.why() != Unknown::not_observed;
  if (!looked || !may_react(element)) return std::nullopt;
  if (element.role == Role::slider && !in_page) return std::nullopt;
  return if_short(called(element), longest_text, true);
}

}  // namespace interlock::gate
