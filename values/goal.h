/// The type of a session's task, from looking things up to filling in forms.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace interlock {

/// Each type also permits what the types before it permit.
enum class GoalType : std::uint8_t {
  read,       ///< look things up
  navigate,   ///< go to a page
  interact,   ///< use a page: search, press, play, send
  fill_form,  ///< forms and the user's own accounts: sign in, register, order, change settings
};
std::string_view goal_name(GoalType goal);
std::optional<GoalType> goal_from_name(std::string_view name);

/// The first goal type that needs actions of this type ("key"); the types after it permit them, too.
GoalType least_goal_of_action(std::string_view action_type);

}  // namespace interlock
