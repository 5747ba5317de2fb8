/// Decides whether a control request that lets agents do more (an approval, the end of a pause, a reload) counts as a
/// person's. Pure: facts in, verdict out.
///
/// Agents can type commands into programs of the desktop, so being allowed to connect proves nothing. Two facts do: a
/// key press on a real keyboard in the very terminal where the command runs, if no agent typed in that terminal before;
/// and a process that no act of an agent can have started. docs/decisions/0009-who-grants.md has the reasons.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "daemon/desk/activity.h"
#include "platform/processes.h"

namespace interlock::daemon {

/// A key press older than this did not start the command.
inline constexpr std::chrono::seconds key_to_grant{5};

struct GrantFacts {
  platform::SinceBoot now{};
  /// The calling process and its ancestors, nearest first; nothing: they could not be read.
  std::optional<std::vector<platform::ProcessFacts>> chain;
  /// The programs that own windows of this display; nothing: there is a display, but they could not be read.
  std::optional<std::set<pid_t>> window_owners;
  std::optional<pid_t> focused;            ///< the program whose window has the keyboard focus
  std::optional<platform::SinceBoot> key;  ///< the newest press of a key that counts as a person's
  std::string devices_trouble;             ///< why presses are not known; empty: they are
  std::string remote_login;                ///< remote host of the process's login session
  /// About the oldest process of the chain that existed before any act, if there is one:
  bool of_this_desktop = false;  ///< it has this display in its environment, or that is unknown
  bool holds_terminal = false;   ///< it has the master side of the calling process's terminal
  bool attached = false;  ///< the server of its terminal (tmux, screen) also runs below a program that agents acted in
};

struct GrantVerdict {
  std::string objection;  ///< why the request does not count and what to do instead, for people; empty: it counts
  std::string
      by;  ///< for people and records: "over ssh from 192.0.2.7", "in a terminal, after a key of a real keyboard"
};

/// The first process of the chain, from the caller upwards, that existed before any agent acted; nothing: none.
const platform::ProcessFacts* there_before(const std::vector<platform::ProcessFacts>& chain,
                                           std::optional<Activity::Time> first_act);

GrantVerdict judge_grant(const GrantFacts& facts, const Activity& activity);

}  // namespace interlock::daemon
