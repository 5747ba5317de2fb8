/// Windows that an agent renamed. Rules know windows by class and title, and a name that an agent chose is no word of
/// the window's program: such a window is judged by what it is called and by all that it was called before, and the
/// strictest judgement holds. A rename is judged by the name that it would give, too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

/// What is there, with one of the windows under a name that it has not now.
struct OtherwiseNamed {
  Observation observation;
  std::string_view which;  ///< "by its former name", "by its new name"
};

/// One for each other name that counts for the action; none, and nothing is allocated, where no agent renames or
/// renamed a window.
std::vector<OtherwiseNamed> other_names(const Action& action, const Observation& observation);

/// `"Notes" of class "Editor", "Untitled"`: the former names of a window, for sentences, the latest first.
std::string former_names_text(const Window& window);

}  // namespace interlock::gate
