/// The sandbox of an agent that `interlockctl run` starts: readable system files, the given folders, one socket, and no
/// other way to the desktop. Values in, a command line for bubblewrap out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::cli {

struct Confined {
  std::vector<std::string> command;     ///< the agent and its arguments
  std::vector<std::string> binds;       ///< folders and files that it may read and write
  std::vector<std::string> reads = {};  ///< folders and files that it may only read
  bool network = false;
  bool hosts_network = false;  ///< with `network`: this machine's own, without protection (--weak)
  bool display = true;         ///< a guarded display for X clients that automate
};

/// Paths and ids outside the sandbox. All paths are absolute and without links, except `hidden`.
struct Outside {
  std::string agent_socket;
  std::string agent_folder = {};  ///< has only that socket, also after a restart; empty: the socket is mounted alone
  std::string home;
  std::string folder;                 ///< the agent's working folder
  unsigned user = 0;                  ///< user id
  std::vector<std::string> hidden;    ///< folders that must not be reached: sockets, policy, audit log
  std::vector<std::string> secrets;   ///< files that must not be read
  std::vector<std::string> programs;  ///< files of guarded programs, first on the agent's PATH: xdotool, ...
  std::string display;                ///< file of interlock-display; empty: none
  std::string path;                   ///< PATH
  std::string resolv_conf = {};       ///< the file that /etc/resolv.conf leads to
  /// Top-level folders that are links into /usr on merged systems: {"/bin", "usr/bin"}.
  std::vector<std::pair<std::string, std::string>> links;
};

/// Descriptors that bubblewrap inherits. One digit each: POSIX shells need not support more.
inline constexpr int info_fd =
    3;  ///< bubblewrap reports the sandbox's first process here, before the sandbox is complete
inline constexpr int ready_fd = 4;   ///< gets a line when the sandbox is complete and the agent can start
inline constexpr int go_fd = 5;      ///< the agent starts when a line arrives here
inline constexpr int resolv_fd = 6;  ///< the contents of resolv.conf, if the sandbox has a network of its own

/// bubblewrap's arguments, without its own name. Returns an error if the request would open a way to the desktop, or if
/// the agent's program would not be found inside.
tl::expected<std::vector<std::string>, Error> sandbox_arguments(const Confined& confined, const Outside& outside);

}  // namespace interlock::cli
