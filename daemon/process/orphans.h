/// What a program that we started left running, in a session of its own or not: found and ended. On the daemon's loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <string>

#include <sys/types.h>

namespace interlock::daemon {

/// Makes this process the parent of whatever its programs leave behind, from now on. False where the kernel cannot.
bool adopt_orphans();

/// An environment variable, "NAME=value", that no other call gives: for one program, which hands it on to what it
/// starts.
std::string new_mark();

/// Kills and reaps all children of this process that carry `mark`, and those that come to it as they end, but not
/// `program`, which was started with it: it was killed or has ended, and its starter buries it. A process that cleared
/// its environment and left its parents is not found; nor is any where the kernel does not list children
/// (CONFIG_PROC_CHILDREN).
boost::asio::awaitable<void> end_orphans(std::string mark, pid_t program);

}  // namespace interlock::daemon
