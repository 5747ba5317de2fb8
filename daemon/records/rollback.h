/// What was, or could be, kept of what an action destroys; and how that is said to people.
#pragma once

#include <boost/json.hpp>
#include <string>

#include "policy/settings.h"
#include "undo/store.h"

namespace interlock::daemon {

struct Step;

struct Rollback {
  bool destroys = false;            ///< it deletes or overwrites something, or may do so
  std::vector<undo::Place> places;  ///< to be kept; empty: nothing
  std::vector<undo::Text> texts;    ///< of fields
  undo::Estimate size;              ///< of what is, or would be, kept
  std::string unknown;              ///< why not all can be kept, as a clause; empty: all can
  std::string application;          ///< how the application takes it back; empty: not known
  bool promised = false;            ///< a person was told that it can be undone
  std::string entry;                ///< id of what was kept; empty: nothing was

  /// Everything that it destroys can be brought back.
  bool whole() const { return destroys && unknown.empty() && size.secrets.empty(); }
};

/// "3 files, 1.2 MB"
std::string size_text(std::uint64_t files, std::uint64_t bytes);

/// The sentence about it in a question: "It can be undone: ...", "It cannot be undone: ..."; empty if the action
/// destroys nothing that interlock could keep, and its consequence is not one that is asked about.
std::string undo_text(const Step& step, const policy::RollbackSettings& settings);

/// For records and replies: {"entry": ..., "files": ..., "bytes": ...} or {"unknown": ...}; null if there is nothing to
/// say.
boost::json::value rollback_json(const Step& step);

}  // namespace interlock::daemon
