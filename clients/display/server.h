/// The socket of the display, and its clients.
#pragma once

#include <boost/asio/local/stream_protocol.hpp>
#include <string>

#include <tl/expected.hpp>

#include "clients/display/client.h"
#include "values/error.h"

namespace interlock::display {

struct Listening {
  int number = 0;    ///< of the display
  int fd = -1;       ///< listening
  std::string path;  ///< of the socket
};

/// Takes the first free display number from `first` on, with a socket in /tmp/.X11-unix and no abstract one.
tl::expected<Listening, Error> listen_as_display(int first);

/// Accepts clients of this user until the executor stops.
asio::awaitable<void> serve(asio::local::stream_protocol::acceptor acceptor, Display& display,
                            const ClientRules& rules);

}  // namespace interlock::display
