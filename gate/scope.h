/// What a session is for: the goal type of its task, and the domains that the task names. Explicit, or read out of the
/// task's text (`directive`) by rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/url/domain_pattern.h"

namespace interlock::gate {

/// Each may do what those before it may.
enum class GoalType : std::uint8_t {
  read,       ///< look things up
  navigate,   ///< get to a page
  interact,   ///< use a page: search, press, play, send
  fill_form,  ///< forms and the user's own accounts: sign in, register, order, change settings
};
std::string_view goal_name(GoalType goal);
std::optional<GoalType> goal_from_name(std::string_view name);

/// The first goal type that has use for actions of this type ("key"), and those after it.
GoalType least_goal(std::string_view action_type);

/// By the verbs that its clauses begin with, English; the one that needs most wins. Nothing: the text does not tell.
std::optional<GoalType> classify(std::string_view directive);

/// The sites that a text names, each with all under it: "go to example.com" names *.example.com.
std::vector<url::DomainPattern> domains_in(std::string_view directive);

struct Scope {
  std::optional<GoalType> goal;  ///< nothing: not known, and nothing is out of scope
  bool given = false;            ///< the goal was said, not read out of the directive
  std::vector<url::DomainPattern> domains;
};

/// A `goal` that is given wins over the directive's.
Scope scope_of(std::string_view directive, std::optional<GoalType> goal);

}  // namespace interlock::gate
