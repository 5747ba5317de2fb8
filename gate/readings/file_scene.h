/// What a file manager or a file chooser shows of where it is and what it is about, as far as its window says it.
#pragma once

#include <string>
#include <vector>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

struct EvaluationContext;

/// The rest of the window says which files the action is about: it may save, open, delete or rename some in a file
/// manager or a dialog. To be asked before the action is judged, as Observation::around.
bool needs_surroundings(const Action& meant, const Observation& observation);

/// Names and paths that a file may have that the action is about; more than one where it is not certain which.
struct FileScene {
  enum class Kind : std::uint8_t { other, chooser, manager };
  Kind kind = Kind::other;
  bool reads = false;               ///< a chooser that opens files and saves none
  std::string folder;               ///< that is shown; empty: not known
  bool folder_whole = false;        ///< ... from the root or a home on, not its last names alone
  std::string title;                ///< of a file manager's window: the folder that it names, by its last name or whole
  std::vector<std::string> chosen;  ///< names of the items that are selected
  std::vector<std::string> written;  ///< what stands in the field for the name, with what the action adds
};

FileScene file_scene(const EvaluationContext& context);

/// What may stand in the field that takes the action's text or Return once it has arrived: what is there, what was
/// typed there, and what the action adds. The case has an element.
std::vector<std::string> texts_in_field(const EvaluationContext& context);

/// In a file manager, the place of its items, and not which of them: the tree does not name them all.
bool is_unnamed_item(const EvaluationContext& context);

}  // namespace interlock::gate
