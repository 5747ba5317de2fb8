/// Pre-approved flows: a list of steps that a person looked over. While a session takes them one after the other, each
/// on its target, what would otherwise be asked about is answered by the list. Whatever is off the list, or meets
/// something else, goes the normal way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "values/action.h"
#include "values/assessment.h"
#include "values/observation.h"

namespace interlock::gate {

/// One step: what is done, and to what. Texts, so that a person can read them; a step is the same when all are.
struct PlaybookStep {
  std::string does;          ///< "click", "type Hello", "key ctrl+s": no place on the screen, which changes
  std::string app;           ///< the program
  std::string window_class;  ///< WM_CLASS
  std::string role;          ///< of the element
  std::string name;          ///< ... its accessible name
  std::string dialog;        ///< name and text of the dialog around it; empty: none
  std::string page;          ///< the document's URL without query and fragment; empty: none
  bool operator==(const PlaybookStep&) const = default;
};

/// Nothing where it is no step (moving, scrolling, waiting, letting go), or where it is not known what it meets: that
/// cannot be approved beforehand.
std::optional<PlaybookStep> playbook_step(const Action& action, const Observation& observation);
/// Waiting, moving, scrolling, letting go: between two steps of a flow.
bool between_steps(const Action& action);

struct Playbook {
  std::string name;
  std::uint32_t times = 1;  ///< a session may begin it so often
  std::vector<PlaybookStep> steps;
};
using Playbooks = std::vector<Playbook>;

/// Whether a playbook may answer in a person's place: only where consequences, chords, destinations or rules of one's
/// own ask. What is protected, blocked, secret, unknown, unsure or going in circles is asked about as ever.
bool playbook_may_answer(const Assessment& assessment);

/// How far one session is in each of the playbooks.
class Following {
 public:
  /// From the start of each; the same ones again change nothing.
  void set(std::shared_ptr<const Playbooks> playbooks);

  /// The playbook in which `step` comes next, or which begins with it; null where there is none.
  const Playbook* covers(const PlaybookStep& step) const;
  /// Takes note of what was done. A thing off the list ends a flow: it has to be begun anew.
  void did(const Action& action, const Observation& observation);
  /// Something was broken off: nobody knows what was done of it.
  void left();

 private:
  struct Place {
    std::size_t next = 0;
    std::uint32_t begun = 0;
  };
  static bool may_begin(const Playbook& playbook, const Place& place, const PlaybookStep& step);

  std::shared_ptr<const Playbooks> playbooks_;
  std::vector<Place> places_;  ///< one for each
};

}  // namespace interlock::gate
