/// What a file manager or a file chooser shows of its folder and its selected files, as far as its window shows it.
#pragma once

#include <string>
#include <vector>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

struct EvaluationContext;

/// The rest of the window shows which files the action affects: it may save, open, delete or rename files in a file
/// manager or a dialog. Request it before the action is judged, as Observation::around.
bool needs_surroundings(const Action& meant, const Observation& observation);

/// Names and paths of the file that the action affects; several if it is not certain which.
struct FileScene {
  enum class Kind : std::uint8_t { other, chooser, manager };
  Kind kind = Kind::other;
  bool reads = false;         ///< a chooser that opens files and saves none
  std::string folder;         ///< that is shown; empty: not known
  bool folder_whole = false;  ///< the folder's path is complete (from the root or a home), not only its last parts
  std::string title;          ///< the folder that a file manager's title names, by its last part or its whole path
  std::vector<std::string> chosen;   ///< names of the selected items
  std::vector<std::string> written;  ///< the text of the field for the name, with what the action adds
};

FileScene file_scene(const EvaluationContext& context);

/// The possible texts of the field that gets the action's text or Return, once it has arrived: the present text, the
/// typed text, and what the action adds. The context must have an element.
std::vector<std::string> texts_in_field(const EvaluationContext& context);

/// In a file manager, the place of its items, without which of them: the tree does not name them all.
bool is_unnamed_item(const EvaluationContext& context);

}  // namespace interlock::gate
