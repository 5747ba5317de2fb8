/// Where agents acted on this desktop, and when: what tells a terminal that agents may have typed in from one that they
/// did not. Kept beyond a restart of the daemon, in a file that lasts until the machine stops. On the daemon's loop.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <sys/types.h>

#include "platform/processes.h"
#include "values/observation.h"

namespace interlock::daemon {

class Activity {
 public:
  using Time = platform::SinceBoot;

  /// `file`: where the time of the first act is kept for the next daemon; empty: nowhere.
  explicit Activity(std::string file);

  /// An agent is about to act in `window`; unknown counts as a window of any program.
  void agent_acts(const Known<Window>& window, Time now);
  /// A person used a real device.
  void person_acts(Time now);

  /// The first act of any agent; nothing: no agent has acted since the machine started.
  std::optional<Time> first() const { return first_; }
  std::optional<Time> last() const { return last_; }
  /// The newest act in a window of this program; nothing: none.
  std::optional<Time> last_in(pid_t program) const;
  /// The programs in whose windows agents acted.
  std::set<pid_t> programs() const;
  /// Whether a process that started then was started by an agent's act as far as is known: agents had acted before, and
  /// no person used a real device between the last act before and its start.
  bool agents_had_the_desktop(Time started) const;

 private:
  void remember_first();

  struct Act {
    Time at;
    std::optional<Time> person_after;  ///< the first use of a real device after it, and before the next act
  };

  std::string file_;
  std::optional<Time> first_;
  std::optional<Time> last_;
  std::optional<Time> last_anywhere_;  ///< the newest act in a window whose program is not known
  std::map<pid_t, Time> programs_;
  std::deque<Act> acts_;  ///< the newest
};

/// Whether a process with this start (platform::ProcessFacts::started) surely was there before an act.
bool was_before(Activity::Time started, Activity::Time act);

}  // namespace interlock::daemon
