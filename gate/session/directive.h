/// The goal type of a task, read out of its text (English) by the grammar of requests: what each clause asks for behind
/// polite openers and background.
#pragma once

#include <optional>
#include <string_view>

#include "values/goal.h"

namespace interlock::gate {

/// The most demanding goal that a clause of the text asks for. A verb that is not known to read counts as one that
/// changes something. Nothing if no clause asks for anything, as in other languages.
std::optional<GoalType> classify(std::string_view directive);

}  // namespace interlock::gate
