#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "doctor/tries.h"
#include "ipc/fd.h"

namespace interlock::doctor {
namespace {

constexpr int answer_patience_ms = 5000;   ///< for the first bytes of an answer
constexpr int connect_patience_ms = 1000;  ///< for a connection: a network of a sandbox drops what it does not pass on
/// slirp4netns(1) forwards connections to this address to the loopback of the machine that runs it, except with
/// --disable-host-loopback.
constexpr const char* host_in_slirp = "10.0.2.2";

/// A connection, which the caller closes; -1: none was made.
int connection(int family, const sockaddr* address, socklen_t size) {
  ipc::Fd fd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (fd.get() < 0 || ::connect(fd.get(), address, size) == 0) return fd.release();
  if (errno != EINPROGRESS) return -1;
  pollfd waiting{fd.get(), POLLOUT, 0};
  if (::poll(&waiting, 1, connect_patience_ms) != 1) return -1;
  int error = 0;
  socklen_t length = sizeof error;
  const bool made = ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0;
  return made ? fd.release() : -1;
}

int connection_to(const std::string& address, std::uint16_t port) {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(port);
  if (::inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1)
    return connection(AF_INET, reinterpret_cast<const sockaddr*>(&v4), sizeof v4);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  if (::inet_pton(AF_INET6, address.c_str(), &v6.sin6_addr) != 1) return -1;
  return connection(AF_INET6, reinterpret_cast<const sockaddr*>(&v6), sizeof v6);
}

/// By its own address, by loopback, or through a sandbox's network.
int connection_to(const ipc::Listener& listener) {
  const bool v6 = listener.address.find(':') != std::string::npos;
  for (const char* address : {listener.address.c_str(), v6 ? "::1" : "127.0.0.1", host_in_slirp}) {
    if (const int fd = connection_to(address, listener.port); fd >= 0) return fd;
  }
  return -1;
}

/// The first line of the answer to a request for the console's state without a session; empty: none came.
std::string answer_without_session(const ipc::Fd& fd, std::uint16_t port) {
  // As a page of the console would ask, where the console has its usual origin.
  const std::string request = "GET /api/state HTTP/1.1\r\nHost: localhost:" + std::to_string(port) +
                              "\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n";
  if (::send(fd.get(), request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) return "";
  pollfd waiting{fd.get(), POLLIN, 0};
  if (::poll(&waiting, 1, answer_patience_ms) != 1) return "";
  std::string answer(256, '\0');
  const ssize_t got = ::recv(fd.get(), answer.data(), answer.size(), 0);
  answer.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return answer.substr(0, answer.find('\r'));
}

constexpr const char* machine_unknown = "it is not known what listens on the machine of interlockd";

}  // namespace

/// Connects and closes: nothing is sent.
Tried try_network(const Ways& ways) {
  if (!ways.listeners) return {Reach::untried, machine_unknown};
  if (ways.listeners->empty()) return {Reach::closed, "nothing listens that acts on the desktop"};
  for (const auto& listener : *ways.listeners) {
    if (const ipc::Fd fd(connection_to(listener)); fd.get() >= 0) return {Reach::open, ipc::text_of(listener)};
  }
  return {Reach::closed, "cannot connect to " + ipc::text_of(ways.listeners->front())};
}

Tried try_console_port(const Ways& ways) {
  if (!ways.consoles) return {Reach::untried, machine_unknown};
  if (ways.consoles->empty()) return {Reach::closed, "no interlock-console listens here"};
  std::string seen = "cannot connect to " + ipc::text_of(ways.consoles->front());
  std::string silent;
  for (const auto& console : *ways.consoles) {
    const ipc::Fd fd(connection_to(console));
    if (fd.get() < 0) continue;
    const std::string answer = answer_without_session(fd, console.port);
    if (answer.starts_with("HTTP/1.1 2")) return {Reach::open, ipc::text_of(console) + " answers: " + answer};
    if (answer.starts_with("HTTP/1.1 4")) {
      seen = ipc::text_of(console) + " refuses: " + answer;
    } else if (silent.empty()) {
      silent = ipc::text_of(console) + " gives no answer that can be read (it may want TLS)";
    }
  }
  if (!silent.empty()) return {Reach::untried, silent};
  return {Reach::closed, seen};
}

}  // namespace interlock::doctor
