/// What an action would do to files by way of a window: save under a name, edit what is open, delete, rename, move or
/// paste in a folder. Reading and going from folder to folder is none of these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "values/observation.h"
#include "values/reason.h"

namespace interlock::gate {

struct EvaluationContext;

struct FileDeed {
  Reason what;                       ///< for a sentence: `Return in text "Name:" in mousepad "Save As" saves a file as`
  std::vector<std::string> files;    ///< it writes, moves or deletes, as far as known; more than one: one of them
  std::vector<std::string> folders;  ///< in which it changes something; the first is the surest
  bool takes_away = false;           ///< it deletes, moves or renames: what is inside of a folder goes with it
  bool puts = false;                 ///< something new comes to be there
};

/// Nothing if it does none of these, or its effect cannot be seen.
std::optional<FileDeed> file_deed(const EvaluationContext& context);

/// The file that starts programs or grants access which the action would write, and what it is; nothing for others.
struct RiskyFile {
  std::string path;
  std::string_view what;  ///< "what runs at every login"
  std::uint64_t key = 0;  ///< the file, as History::entered remembers that a person agreed to it
};
std::optional<RiskyFile> risky_file(const EvaluationContext& context, const FileDeed& deed);

/// Paths to look up on this machine before the action is judged (Observation::files): what it writes or opens.
std::vector<std::string> files_to_look_up(const EvaluationContext& context);
/// What was found out about `path`; null if it was not looked up.
const FileFact* fact_of(const EvaluationContext& context, std::string_view path);

}  // namespace interlock::gate
