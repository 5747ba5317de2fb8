/// What a file manager or a file chooser shows of where it is and what it is about, as far as its window says it.
#pragma once

#include <string>
#include <vector>

#include "gate/action.h"
#include "gate/observation.h"

namespace interlock::gate {

struct Case;

/// The rest of the window says which files the action is about: it may save, open, delete or rename some in a file
/// manager or a dialog. To be asked before the action is judged, as Observation::around.
bool needs_surroundings(const Action& meant, const Observation& observation);
/// Of all that is in a window, what belongs into Observation::around.
bool tells_of_files(const Element& element);

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

FileScene file_scene(const Case& question);
/// Of Observation::around: the names of the items that are selected, and what stands in the fields for a name.
std::vector<std::string> chosen_names(const std::vector<Element>& around);
std::vector<std::string> names_in_fields(const std::vector<Element>& around);

/// What may stand in the field that takes the action's text or Return once it has arrived: what is there, what was
/// typed there, and what the action adds. The case has an element.
std::vector<std::string> texts_in_field(const Case& question);

/// An item of a file manager's or chooser's list: a file or folder.
bool is_file_item(const Element& element);
/// In a file manager, the place of its items, and not which of them: the tree does not name them all.
bool is_unnamed_item(const Case& question);

}  // namespace interlock::gate
