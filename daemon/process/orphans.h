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

/// Kills and reaps all children of this process that carry `mark`, and those that come to it as they end, but not
/// `program`, which was started with it: it was killed or has ended, and its starter buries it. A process that cleared
/// its environment and left its parents is not found; nor is any where the kernel does not list children
/// (CONFIG_PROC_CHILDREN).
boost::asio::awaitable<void> end_orphans(std::string mark, pid_t program);

}  // namespace interlock::daemon
