#include "gate/policy/custom_field.h"

#include <algorithm>
#include <array>

#include "gate/words/category.h"
#include "values/role.h"
#include "values/state.h"
#include "values/table_order.h"

namespace interlock::gate {
namespace {

constexpr ValueKind text = ValueKind::text;
constexpr ValueKind host = ValueKind::host;
constexpr ValueKind word = ValueKind::word;
constexpr ValueKind number = ValueKind::number;

constexpr std::array<FieldRow, field_count> field_rows = {{
    {Field::action, "action", word, "the type of the action (click, type, key, ...); of a tool call: tool"},
    {Field::text, "text", text, "the typed text, together with the text typed in that field before"},
    {Field::keys, "keys", text, "each chord of a key action: ctrl+w, Return"},
    {Field::command, "command", text, "the command line that Return submits in a terminal"},
    {Field::url, "url", text, "the URL that is opened, by navigate or from a browser's address bar"},
    {Field::url_host, "url.host", host, "the host of that URL"},
    {Field::button, "button", word, "of the mouse: left, middle, right, back, forward"},
    {Field::count, "count", number, "clicks in a row: 1 to 3"},
    {Field::x, "x", number, "of the point, in pixels of the screen"},
    {Field::y, "y", number, "of the point, in pixels of the screen"},
    {Field::confidence, "confidence", number, "the agent's own confidence: 0 to 1"},
    {Field::intent, "intent", text, "the agent's reason for the action"},
    {Field::target_role, "target.role", word, "the kind of control: push button, entry, link, ..."},
    {Field::target_name, "target.name", text, "what it says"},
    {Field::target_description, "target.description", text, "its description or tooltip"},
    {Field::target_label, "target.label", text, "the name of what labels it"},
    {Field::target_value, "target.value", text, "the text or number in it"},
    {Field::target_states, "target.states", word, "each of its states: focused, checked, editable, ..."},
    {Field::target_attribute, "target.attributes.", text, "one of its attributes: target.attributes.id"},
    {Field::target_within, "target.within", text,
     "the name and the text of each thing around it: its dialog, its form"},
    {Field::target_category, "target.category", word, "form, dangerous_action, account_control, navigation, content"},
    {Field::target_consequence, "target.consequence", word, "what pressing it does: send, purchase, delete, ..."},
    {Field::drop_role, "drop.role", word, "the role of the element on which a drag ends"},
    {Field::drop_name, "drop.name", text, "the name of that element"},
    {Field::window_app, "window.app", text, "the program of the window: chromium"},
    {Field::window_class, "window.class", text, "its class: Chromium"},
    {Field::window_title, "window.title", text, "its title"},
    {Field::window_type, "window.type", word, "normal, dialog, popup_menu, ..."},
    {Field::window_pid, "window.pid", number, "the process that it belongs to"},
    {Field::document_url, "document.url", text, "the web page that is acted on"},
    {Field::document_host, "document.host", host, "its host"},
    {Field::document_title, "document.title", text, "its title"},
    {Field::clipboard, "clipboard", text, "what the action would paste"},
    {Field::agent_name, "agent.name", text, "the name that the agent gives itself"},
    {Field::agent_program, "agent.program", text, "its executable, with or without its folders"},
    {Field::directive, "directive", text, "its task, as the agent gives it"},
    {Field::goal, "goal", word, "the goal type of its session: read, navigate, interact, fill_form"},
    {Field::tool_name, "tool.name", text, "the tool that is called"},
    {Field::tool_arguments, "tool.arguments", text, "its arguments, all of them, as JSON"},
    {Field::tool_argument, "tool.args.", text, "one of its arguments: tool.args.file_path"},
}};

static_assert(in_order(field_rows, &FieldRow::field), "the table is in the order of the enumeration");

using Words = std::span<const std::string_view>;

constexpr auto actions =
    std::to_array<std::string_view>({"move", "click", "drag", "scroll", "type", "key", "key_down", "key_up",
                                     "mouse_down", "mouse_up", "wait", "navigate", "tool"});
constexpr auto buttons = std::to_array<std::string_view>({"left", "middle", "right", "back", "forward"});
constexpr auto categories =
    std::to_array<std::string_view>({"form", "dangerous_action", "account_control", "navigation", "content"});
constexpr auto goals = std::to_array<std::string_view>({"read", "navigate", "interact", "fill_form"});
// EWMH's _NET_WM_WINDOW_TYPE_* in lower case.
constexpr auto window_types =
    std::to_array<std::string_view>({"normal", "dialog", "desktop", "dock", "toolbar", "menu", "utility", "splash",
                                     "dropdown_menu", "popup_menu", "tooltip", "notification", "combo", "dnd"});

Words role_words() {
  static const auto words = [] {
    std::array<std::string_view, role_count> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = role_name(static_cast<Role>(i));
    return names;
  }();
  return words;
}

Words state_words() {
  static const auto words = [] {
    std::array<std::string_view, state_count> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = state_name(static_cast<State>(i));
    return names;
  }();
  return words;
}

Words consequence_words() {
  static const auto words = [] {
    std::array<std::string_view, category_count> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = category_table()[i].name;
    return names;
  }();
  return words;
}

}  // namespace

std::span<const FieldRow> field_table() {
  return field_rows;
}

const FieldRow& describe(Field field) {
  return field_rows[static_cast<std::size_t>(field) % field_rows.size()];
}

std::string FieldName::text() const {
  return std::string(describe(field).name) + key;
}

std::optional<FieldName> field_from_name(std::string_view name) {
  for (const FieldRow& row : field_rows) {
    if (row.name.ends_with('.')) {
      if (name.size() > row.name.size() && name.starts_with(row.name)) {
        return FieldName{row.field, std::string(name.substr(row.name.size()))};
      }
    } else if (row.name == name) {
      return FieldName{row.field, {}};
    }
  }
  return std::nullopt;
}

std::span<const std::string_view> words_of(Field field) {
  switch (field) {
    case Field::action:
      return actions;
    case Field::button:
      return buttons;
    case Field::target_role:
    case Field::drop_role:
      return role_words();
    case Field::target_states:
      return state_words();
    case Field::target_category:
      return categories;
    case Field::target_consequence:
      return consequence_words();
    case Field::window_type:
      return window_types;
    case Field::goal:
      return goals;
    default:
      return {};
  }
}

}  // namespace interlock::gate
