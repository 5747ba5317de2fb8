#include "gate/readings/element_category.h"

#include <algorithm>

#include "gate/readings/consequence.h"
#include "gate/readings/looking.h"
#include "gate/screen/browser.h"
#include "gate/screen/editor.h"
#include "gate/words/pattern_set.h"

namespace interlock::gate {
namespace {

/// Labels of account controls that press nothing irreversible, and so have no consequence of their own. "Settings",
/// "Preferences" and "Security" alone are any program's; "profile.png" is a file.
const PatternSet& account_labels() {
  static const PatternSet set = PatternSet::compile_trusted(
      {R"(^\W*(sign ?(in|up|out|on|off)|log ?(in|out|on|off)|register|(create|join|open|delete|close|switch|add|manage|my|your))"
       R"((an? |my |your |new |the )*( ?account)s?|accounts?( (settings|menu|and lists|& lists|options|preferences|details|info))?)"
       R"(|((my|your|edit|user|view) )*(profile|password|billing|subscriptions?)( (settings|details|preferences))?)"
       R"(|((my|your|user|account|profile) )+(settings|preferences|privacy|security))"
       R"(|payment methods?|(change|reset|forgot)( my| your)? password\??)(\s*([|(:,·>–—-]|\.\.\.).{0,40}|\W*)$)"});
  return set;
}

bool is_choice(Role role) {
  switch (role) {
    case Role::check_box:
    case Role::radio_button:
    case Role::combo_box:
    case Role::spin_button:
    case Role::slider:
    case Role::dial:
    case Role::toggle_button:
    case Role::date_editor:
    case Role::color_chooser:
    case Role::font_chooser:
    case Role::file_chooser:
    case Role::list_box:
      return true;
    default:
      return false;
  }
}

/// What shows and hides a part of the page, as <summary> does.
bool discloses(const Element& element) {
  const bool opens = element.states.has(State::expandable) || element.states.has(State::expanded);
  return element.role == Role::toggle_button && opens && !element.states.has(State::checkable);
}

bool leads_elsewhere(Role role) {
  switch (role) {
    case Role::link:
    case Role::push_button:
    case Role::push_button_menu:
    case Role::menu:
    case Role::menu_item:
    case Role::tearoff_menu_item:
    case Role::page_tab:
    case Role::page_tab_list:
    case Role::tree_item:
    case Role::scroll_bar:
    case Role::image_map:
      return true;
    default:
      return false;
  }
}

bool is_menu_entry(Role role) {
  return role == Role::menu_item || role == Role::check_menu_item || role == Role::radio_menu_item ||
         role == Role::tearoff_menu_item;
}

/// Something to choose in a combo box, also where its list is open. What an address bar suggests are items of a list.
bool is_option(const Element& element, bool of_browser) {
  if (!is_menu_entry(element.role) && (of_browser || element.role != Role::list_item)) return false;
  constexpr std::size_t nearest = 3;  // the list's own layers lie between
  const auto& around = element.ancestors;
  return std::any_of(around.begin(), around.begin() + static_cast<std::ptrdiff_t>(std::min(around.size(), nearest)),
                     [](const Ancestor& ancestor) { return ancestor.role == Role::combo_box; });
}

bool is_forms_button(const Element& element) {
  const auto type = element.attribute("type");
  return type == "submit" || type == "reset" || element.attribute("tag") == "input-submit";
}

/// A heading or a row that says "Delete" is text; a picture that says so is likely a button.
bool is_pressed(const EvaluationContext& context) {
  const bool control = context.activates && !context.control->plain;
  return control || (context.deed.presses && context.element->role == Role::image);
}

}  // namespace

std::string_view category_text(ElementCategory category) {
  switch (category) {
    case ElementCategory::form:
      return "part of a form";
    case ElementCategory::dangerous_action:
      return "an action with a consequence";
    case ElementCategory::account_control:
      return "an account control";
    case ElementCategory::navigation:
      return "navigation";
    case ElementCategory::content:
      return "content";
  }
  return {};
}

ElementCategory element_category(const EvaluationContext& context) {
  const Element& element = *context.element;
  const bool browser = context.window != nullptr && is_browser(*context.window);
  const bool chrome = browser && is_browser_chrome(element);
  // Firefox shows the lists of pages among its own menus.
  const bool option = is_option(element, chrome);
  if ((chrome && !option) || (!context.deed.pointer && is_address_bar(context.observation))) {
    return ElementCategory::navigation;
  }
  if (element.role == Role::password_text) return ElementCategory::account_control;
  if (takes_text(element.role) && element.role != Role::combo_box && element.role != Role::document_frame) {
    // A statement changes something when it is run.
    const bool statement = context.window != nullptr && queries_databases(*context.window);
    const bool sum = context.window != nullptr && keeps_nothing(*context.window);
    return is_query_field(element) || statement || sum ? ElementCategory::navigation : ElementCategory::form;
  }
  if (is_actionable(element.role) && account_labels().match(normalise(element.name).text)) {
    return ElementCategory::account_control;
  }
  const auto consequence = is_pressed(context) ? consequence_of(context) : std::nullopt;
  if (consequence) {
    switch (consequence->category) {
      case Category::account:
      case Category::grant:
        return ElementCategory::account_control;
      case Category::submit:
        return ElementCategory::form;
      default:
        return ElementCategory::dangerous_action;
    }
  }
  if (discloses(element)) return ElementCategory::navigation;
  if (option || is_choice(element.role) || is_forms_button(element)) return ElementCategory::form;
  return leads_elsewhere(element.role) ? ElementCategory::navigation : ElementCategory::content;
}

}  // namespace interlock::gate
