#include "gate/session/shown_form.h"

#include <algorithm>
#include <string_view>

namespace interlock::gate {
namespace {

bool is_on(const States& states) {
  return states.has(State::checked) || states.has(State::selected) || states.has(State::pressed);
}

/// Has a value without being text.
bool is_picker(Role role) {
  return role == Role::combo_box || role == Role::spin_button || role == Role::slider || role == Role::dial;
}

bool has_figure(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || c == '@'; });
}

/// Its length goes first, so that no two forms read the same.
void append_part(std::string& all, std::string_view part) {
  all += std::to_string(part.size());
  all += ':';
  all += part;
}

}  // namespace

bool is_about_form(const Assessment& assessment) {
  return std::any_of(assessment.findings.begin(), assessment.findings.end(), [](const Finding& finding) {
    const bool command = finding.code == "command" || finding.code == "unseen_command";
    return finding.rule == "irreversible" && finding.decision >= Decision::require_confirmation && !command;
  });
}

bool shows_form(const Element& element) {
  const bool field = takes_text(element.role) || is_picker(element.role) || element.states.has(State::editable);
  return field || is_on(element.states) || has_figure(element.name) || (element.value && has_figure(*element.value));
}

std::string shown_form(const std::vector<Element>& visible) {
  std::string all;
  for (const Element& element : visible) {
    if (!shows_form(element)) continue;
    append_part(all, std::to_string(static_cast<int>(element.role)));
    append_part(all, element.name);
    append_part(all, element.labelled_by);
    append_part(all, element.value ? *element.value : std::string());
    append_part(all, is_on(element.states) ? "on" : "off");
  }
  return all;
}

}  // namespace interlock::gate
