/// Pre-approved flows: a list of steps that a person reviewed. While a session takes them one after the other, each on
/// its target, the list answers the questions about them. Actions that are not in the list, or that have another
/// target, are asked about as usual.
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

/// One step: the action, and its target. Texts, so that a person can read them; two steps are the same if all texts
/// are.
struct PlaybookStep {
  std::string does;          ///< "click", "type Hello", "key ctrl+s": without the place on the screen, which changes
  std::string app;           ///< the program
  std::string window_class;  ///< WM_CLASS
  std::string role;          ///< of the element
  std::string name;          ///< the element's accessible name
  std::string dialog;        ///< name and text of the dialog around it; empty: none
  std::string page;          ///< the document's URL without query and fragment; empty: none
  bool operator==(const PlaybookStep&) const = default;
};

/// Nothing if the action is not a step (moving, scrolling, waiting, releasing), or if its target is unknown: that
/// cannot be approved beforehand.
std::optional<PlaybookStep> playbook_step(const Action& action, const Observation& observation);
/// Waiting, moving, scrolling, releasing: allowed between two steps of a flow.
bool between_steps(const Action& action);

struct Playbook {
  std::string name;
  std::uint32_t times = 1;  ///< how often a session may begin it
  std::vector<PlaybookStep> steps;
};
using Playbooks = std::vector<Playbook>;

/// Whether a playbook may answer for a person: only if the questions are about consequences, chords, destinations or
/// custom rules. Protected, blocked, secret, unknown or uncertain targets and loops are asked about as usual.
bool playbook_may_answer(const Assessment& assessment);

/// The position of one session in each of the playbooks.
class Following {
 public:
  /// Starts each playbook from its beginning; setting the same ones again changes nothing.
  void set(std::shared_ptr<const Playbooks> playbooks);

  /// The playbook whose next step is `step`, or which begins with it; null if there is none.
  const Playbook* covers(const PlaybookStep& step) const;
  /// Records an action that was done. An action that is not in the list ends a flow: it must begin again.
  void did(const Action& action, const Observation& observation);
  /// An action was interrupted: it is not known how much of it was done.
  void left();

 private:
  struct Place {
    std::size_t next = 0;
    std::uint32_t begun = 0;
  };
  static bool may_begin(const Playbook& playbook, const Place& place, const PlaybookStep& step);

  std::shared_ptr<const Playbooks> playbooks_;
  std::vector<Place> places_;  ///< one position for each
};

}  // namespace interlock::gate
