/// Reports to systemd, and sockets from it. Without systemd (no NOTIFY_SOCKET, no LISTEN_FDS) these functions do
/// nothing.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string_view>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::daemon {

/// Listening sockets that systemd opened for us; -1 if it did not, and we make our own.
struct ActivationSockets {
  int agent = -1;    ///< FileDescriptorName=agent
  int control = -1;  ///< FileDescriptorName=control
};

/// Takes over the sockets (and clears the environment variables, so that no child uses them). Call it once. Anything
/// that is not a listening Unix stream socket under one of the two names, or two under one name, is an error: a socket
/// served with the wrong API would give agents the control methods.
tl::expected<ActivationSockets, Error> take_activation_sockets();

/// Reports the daemon's state to the service manager, and feeds its watchdog from the loop: a loop that hangs stops
/// feeding it, and is restarted.
class Service {
 public:
  explicit Service(boost::asio::any_io_executor executor);
  ~Service();

  void ready(std::string_view status);  ///< serving; also ends `reloading`. The watchdog is fed from here on
  void status(std::string_view status);
  void reloading();
  void stopping(std::string_view status);

 private:
  struct Watchdog;
  std::shared_ptr<Watchdog> watchdog_;
};

}  // namespace interlock::daemon
