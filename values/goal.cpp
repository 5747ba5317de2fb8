#include "values/goal.h"

#include <algorithm>
#include <array>

namespace interlock {
namespace {

constexpr std::array<std::string_view, 4> goal_names = {"read", "navigate", "interact", "fill_form"};

}  // namespace

std::string_view goal_name(GoalType goal) {
  return goal_names[static_cast<std::size_t>(goal)];
}

std::optional<GoalType> goal_from_name(std::string_view name) {
  const auto found = std::find(goal_names.begin(), goal_names.end(), name);
  if (found == goal_names.end()) return std::nullopt;
  return static_cast<GoalType>(found - goal_names.begin());
}

GoalType least_goal_of_action(std::string_view action_type) {
  if (action_type.starts_with("key") || action_type == "sequence") return GoalType::interact;
  // Reading may require that windows are arranged; options and values are set by keys.
  if (action_type == "close_window" || action_type == "desktop_count" || action_type == "rename_window" ||
      action_type == "select_option" || action_type == "set_value" || action_type == "fill_form") {
    return GoalType::interact;
  }
  // Secrets are for signing in.
  if (action_type == "type_secret") return GoalType::fill_form;
  return action_type == "type" ? GoalType::navigate : GoalType::read;  // to search is to type
}

}  // namespace interlock
