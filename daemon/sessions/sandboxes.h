/// The sandboxes that `interlockctl run` started, and which processes are in them, as the kernel reports it. On the
/// daemon's loop.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::daemon {

class Sandboxes {
 public:
  /// `ways` gives the paths that lead to the desktop without interlock now: sockets of the display and the buses, the
  /// control socket. A desk that connects later brings its own.
  Sandboxes(boost::asio::any_io_executor executor, std::function<std::vector<std::string>()> ways);
  ~Sandboxes();

  /// `init` is the first process of a sandbox that waits to start its agent; its launcher vouches for what cannot be
  /// seen from outside (Landlock). Refused if it has this process's process or mount namespace, or if one of the ways
  /// exists inside. Forgotten when it ends, with all its processes. `profile` is stored with it.
  tl::expected<void, Error> enter(pid_t init, const std::string& profile);

  /// The profile of the sandbox that the process runs in, which may be empty. Nothing: it runs in none of them, or sees
  /// one of the ways, or is in a process namespace of its own inside one.
  std::optional<std::string> profile_of(pid_t pid) const;

 private:
  struct Sandbox;
  /// Names the way that exists for the process, or that cannot be looked up; empty if all are known to be absent.
  std::string way_out(const std::string& process) const;

  boost::asio::any_io_executor executor_;
  std::function<std::vector<std::string>()> ways_;
  std::vector<std::shared_ptr<Sandbox>> sandboxes_;
};

/// Puts the agent socket of `socket_dir` into a folder that contains nothing else, for sandboxes to mount: after a
/// restart the new socket appears there at once, while a socket that was mounted itself would stay dead. Without this
/// folder, sandboxes get only the socket.
void offer_to_sandboxes(const std::string& socket_dir);

/// The paths that lead to the desktop without interlock: the display's sockets, those that the environment's bus
/// addresses and the accessibility bus's folder name, and `own_sockets`: those
/// of interlock for people.
std::vector<std::string> ways_to_the_desktop(const std::vector<std::string>& display_sockets,
                                             std::vector<std::string> own_sockets);

}  // namespace interlock::daemon
