#include "gate/screen/file_window.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "values/role.h"

namespace interlock::gate {
namespace {

/// A status bar that names the selected items: `"report.odt"  |  24.0 KiB  |  ODT document`.
std::string named_in_status(std::string_view text) {
  for (const std::string_view quote : {"\"", "“", "„", "«", "‘", "「", "'"}) {
    if (!text.starts_with(quote)) continue;
    const std::size_t end = text.find("  |");
    std::string_view name = text.substr(quote.size(), end == text.npos ? end : end - quote.size());
    for (const std::string_view closing : {"\"", "”", "“", "»", "’", "」", "'"}) {
      if (name.ends_with(closing)) return std::string(name.substr(0, name.size() - closing.size()));
    }
  }
  return {};
}

void add(std::vector<std::string>& texts, std::string text) {
  if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

}  // namespace

bool is_name_field(const Element& element) {
  return takes_text(element.role) && element.role != Role::password_text && !element.states.has(State::multi_line) &&
         element.role != Role::document_frame && element.role != Role::terminal;
}

const std::string& text_of(const Element& element) {
  const std::string* value = element.value.get();
  return value != nullptr && !value->empty() ? *value : element.name;
}

bool is_file_item(const Element& element) {
  switch (element.role) {
    case Role::list_item:
    case Role::icon:
    case Role::desktop_icon:
    case Role::tree_item:
    case Role::table_row:
    case Role::table_cell:
      return true;
    default:
      return false;
  }
}

bool shows_files(const Element& element) {
  switch (element.role) {
    case Role::file_chooser:
    case Role::combo_box:
    case Role::toggle_button:
    case Role::radio_button:
    case Role::push_button:
    case Role::status_bar:
    case Role::list:
    case Role::tree:
    case Role::table:
    case Role::tree_table:
      return true;
    default:
      return is_name_field(element) || (is_file_item(element) && !element.name.empty() &&
                                        (element.states.has(State::selected) || element.states.has(State::focused)));
  }
}

std::vector<std::string> chosen_names(const std::vector<Element>& around) {
  std::vector<std::string> names;
  std::string status;
  for (const Element& part : around) {
    if (part.role == Role::status_bar && status.empty()) status = named_in_status(text_of(part));
  }
  // If the window names the selected items in text, the cells of its rows add nothing.
  for (const Element& part : around) {
    const bool chosen = status.empty() && is_file_item(part) && part.states.has(State::selected);
    if (chosen) add(names, part.name);
  }
  add(names, status);
  return names;
}

std::vector<std::string> names_in_fields(const std::vector<Element>& around) {
  std::vector<std::string> names;
  for (const Element& element : around) {
    if (!is_name_field(element)) continue;
    if (const std::string* value = element.value.get()) add(names, *value);
  }
  return names;
}

}  // namespace interlock::gate
