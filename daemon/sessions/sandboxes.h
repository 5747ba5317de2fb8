/// The sandboxes that `interlockctl run` started, and which processes are in them, as the kernel reports it. On the
/// daemon's loop.
#pragma once

#include <boost/asio/any_io_executor.hpp>
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
  /// `ways` are the paths that lead to the desktop past us: sockets of the display and the buses, our control socket.
  Sandboxes(boost::asio::any_io_executor executor, std::vector<std::string> ways);
  ~Sandboxes();

  /// `init` is the first process of a sandbox that waits to start its agent; its launcher vouches for what cannot be
  /// seen from outside (Landlock). Refused when it has our process or mount namespace, or when one of the ways is
  /// there inside. Forgotten when it ends, and with it all its processes. `profile` is kept with it.
  tl::expected<void, Error> enter(pid_t init, const std::string& profile);

  /// The profile of the sandbox that the process runs in, which may be empty. Nothing: it runs in none of them, or sees
  /// one of the ways, or is in a process namespace of its own making inside of one.
  std::optional<std::string> profile_of(pid_t pid) const;

 private:
  struct Sandbox;
  /// Says which of the ways is there for the process, or cannot be looked for; empty if all are known to be absent.
  std::string way_out(const std::string& process) const;

  boost::asio::any_io_executor executor_;
  std::vector<std::string> ways_;
  std::vector<std::shared_ptr<Sandbox>> sandboxes_;
};

/// Puts the agent socket of `socket_dir` into a folder that holds nothing else, for sandboxes to see: a socket that is
/// made anew when we are started again is there at once, where one that was given by itself would stay dead. Without it
/// they are given the socket alone.
void offer_to_sandboxes(const std::string& socket_dir);

/// The paths past us on this desktop: the display's sockets, those that the environment's bus addresses and the
/// accessibility bus's folder name, and `control_socket`.
std::vector<std::string> ways_to_the_desktop(const std::vector<std::string>& display_sockets,
                                             const std::string& control_socket);

}  // namespace interlock::daemon
