/// Windows that an agent renamed. Rules identify windows by class and title, and a name that an agent chose does not
/// come from the window's program: such a window is judged by its present name and by all its earlier names, and the
/// strictest judgement counts. A rename is also judged by the name that it would set.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

/// The observation, with one of the windows under another of its names.
struct OtherwiseNamed {
  Observation observation;
  std::string_view which;  ///< "by its former name", "by its new name"
};

/// One for each other name that counts for the action; none, and nothing is allocated, unless an agent renames or
/// renamed a window.
std::vector<OtherwiseNamed> other_names(const Action& action, const Observation& observation);

/// `"Notes" of class "Editor", "Untitled"`: the former names of a window, for sentences, the latest first.
std::string former_names_text(const Window& window);

}  // namespace interlock::gate
