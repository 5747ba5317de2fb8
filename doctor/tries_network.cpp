#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "doctor/tries.h"
#include "ipc/fd.h"

namespace interlock::doctor {
namespace {

constexpr int patience_ms = 1000;  ///< for a connection: a network of a sandbox drops what it does not pass on
/// slirp4netns(1) forwards connections to this address to the loopback of the machine that runs it, except with
/// --disable-host-loopback.
constexpr const char* host_in_slirp = "10.0.2.2";

bool connects(int family, const sockaddr* address, socklen_t size) {
  const ipc::Fd fd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (fd.get() < 0) return false;
  if (::connect(fd.get(), address, size) == 0) return true;
  if (errno != EINPROGRESS) return false;
  pollfd waiting{fd.get(), POLLOUT, 0};
  if (::poll(&waiting, 1, patience_ms) != 1) return false;
  int error = 0;
  socklen_t length = sizeof error;
  return ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0;
}

bool connects_to(const std::string& address, std::uint16_t port) {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(port);
  if (::inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1)
    return connects(AF_INET, reinterpret_cast<const sockaddr*>(&v4), sizeof v4);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  return ::inet_pton(AF_INET6, address.c_str(), &v6.sin6_addr) == 1 &&
         connects(AF_INET6, reinterpret_cast<const sockaddr*>(&v6), sizeof v6);
}

/// Connects and closes: nothing is sent. `none`: what to say if there is no such socket.
Tried try_each(const std::optional<std::vector<ipc::Listener>>& listeners, const char* none) {
  if (!listeners) return {Reach::untried, "it is not known what listens on the machine of interlockd"};
  if (listeners->empty()) return {Reach::closed, none};
  for (const auto& listener : *listeners) {
    const bool v6 = listener.address.find(':') != std::string::npos;
    for (const char* address : {listener.address.c_str(), v6 ? "::1" : "127.0.0.1", host_in_slirp}) {
      if (connects_to(address, listener.port)) return {Reach::open, ipc::text_of(listener)};
    }
  }
  return {Reach::closed, "cannot connect to " + ipc::text_of(listeners->front())};
}

}  // namespace

Tried try_network(const Ways& ways) {
  return try_each(ways.listeners, "nothing listens that acts on the desktop");
}

Tried try_console_port(const Ways& ways) {
  return try_each(ways.consoles, "no interlock-console listens here");
}

}  // namespace interlock::doctor
