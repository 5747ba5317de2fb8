#include "values/state.h"

#include <array>
#include <string>

namespace interlock {
namespace {

constexpr std::array<std::string_view, state_count> state_names = {
    "invalid",         "active",
    "armed",           "busy",
    "checked",         "collapsed",
    "defunct",         "editable",
    "enabled",         "expandable",
    "expanded",        "focusable",
    "focused",         "has-tooltip",
    "horizontal",      "iconified",
    "modal",           "multi-line",
    "multiselectable", "opaque",
    "pressed",         "resizable",
    "selectable",      "selected",
    "sensitive",       "showing",
    "single-line",     "stale",
    "transient",       "vertical",
    "visible",         "manages-descendants",
    "indeterminate",   "required",
    "truncated",       "animated",
    "invalid-entry",   "supports-autocompletion",
    "selectable-text", "is-default",
    "visited",         "checkable",
    "has-popup",       "read-only",
};

}  // namespace

std::string_view state_name(State state) {
  const auto number = static_cast<std::size_t>(state);
  return number < state_names.size() ? state_names[number] : state_names[0];
}

std::optional<State> state_from_name(std::string_view name) {
  std::string spelled(name);
  for (char& c : spelled) {
    if (c == '_' || c == ' ') c = '-';
  }
  for (std::size_t number = 0; number < state_names.size(); ++number) {
    if (state_names[number] == spelled) return static_cast<State>(number);
  }
  return std::nullopt;
}

}  // namespace interlock
