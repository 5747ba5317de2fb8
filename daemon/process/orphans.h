/// Finds and ends the processes that a program left running, also in other sessions. On the daemon's loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <string>

#include <sys/types.h>

namespace interlock::daemon {

/// From now on makes this process the parent of orphans of its programs. Returns false if the kernel cannot.
bool adopt_orphans();

/// A unique environment variable, "NAME=value", for one program; the processes that the program starts inherit it.
std::string new_mark();

/// Kills and reaps all children of this process that carry `mark`, and those that become its children meanwhile, except
/// for `program`, which was started with the mark: it was killed or has ended, and its starter reaps it. A process that
/// cleared its environment and left its parents is not found; none is found if the kernel does not list children
/// (CONFIG_PROC_CHILDREN).
boost::asio::awaitable<void> end_orphans(std::string mark, pid_t program);

}  // namespace interlock::daemon
