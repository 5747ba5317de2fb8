/// Records where and when agents acted on this desktop, to distinguish terminals that agents may have typed in from
/// others. Survives a restart of the daemon, in a file that lasts until the machine stops. On the daemon's loop.
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

  /// `file`: stores the time of the first act for the next daemon; empty: not stored.
  explicit Activity(std::string file);

  /// Records that an agent is about to act in `window`; an unknown window counts as one of any program.
  void agent_acts(const Known<Window>& window, Time now);
  /// Records that a person used a real device.
  void person_acts(Time now);

  /// The first act of any agent; nothing: no agent has acted since the machine started.
  std::optional<Time> first() const { return first_; }
  std::optional<Time> last() const { return last_; }
  /// The newest act in a window of this program; nothing: none.
  std::optional<Time> last_in(pid_t program) const;
  /// The programs whose windows agents acted in.
  std::set<pid_t> programs() const;
  /// True if a process that started then may have been started by an agent's act: agents had acted before, and no
  /// person used a real device between the last act before its start and its start.
  bool agents_had_the_desktop(Time started) const;

 private:
  void remember_first();

  struct Act {
    Time at;
    std::optional<Time> person_after;  ///< the first use of a real device between this act and the next
  };

  std::string file_;
  std::optional<Time> first_;
  std::optional<Time> last_;
  std::optional<Time> last_anywhere_;  ///< the newest act in a window of an unknown program
  std::map<pid_t, Time> programs_;
  std::deque<Act> acts_;  ///< the newest
};

/// True if a process with this start (platform::ProcessFacts::started) certainly existed before an act.
bool was_before(Activity::Time started, Activity::Time act);

}  // namespace interlock::daemon
