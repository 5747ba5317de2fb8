#include "clients/display/server.h"

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace interlock::display {
namespace {

using Socket = asio::local::stream_protocol::socket;
using boost::system::error_code;

constexpr const char* folder = "/tmp/.X11-unix";
constexpr int numbers_tried = 200;
constexpr std::size_t most_clients = 128;

/// True if a socket of any kind has the name: libxcb tries the abstract one first.
bool is_taken(const std::string& path) {
  std::ifstream sockets("/proc/net/unix");
  for (std::string line; std::getline(sockets, line);) {
    if (line.ends_with(" " + path) || line.ends_with("@" + path)) return true;
  }
  return ::access(path.c_str(), F_OK) == 0;
}

bool is_ours(Socket& socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::getuid();
}

asio::awaitable<void> serve_client(Socket socket, Display& display, const ClientRules& rules, ClientId id,
                                   std::size_t& clients) {
  Client client(display, rules, id);
  std::array<char, 64 * 1024> buffer;
  std::string out;
  error_code failed;
  const auto send = [&]() -> asio::awaitable<void> {
    if (!out.empty() && !failed)
      co_await asio::async_write(socket, asio::buffer(out), asio::redirect_error(asio::use_awaitable, failed));
    out.clear();
  };
  while (!failed && !client.ended()) {
    const auto size =
        co_await socket.async_read_some(asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, failed));
    if (failed) break;
    co_await client.feed({buffer.data(), size}, out, send);
    co_await send();
  }
  (void)co_await display.hands.finish(id);
  display.hands.forget(id);
  --clients;
}

}  // namespace

tl::expected<Listening, Error> listen_as_display(int first) {
  const auto failed = [](const std::string& what, const std::string& where) {
    return tl::unexpected(Error{what + ": " + std::strerror(errno), where, "is the folder writable?"});
  };
  if (::mkdir(folder, 01777) == 0) (void)::chmod(folder, 01777);
  for (int number = first; number < first + numbers_tried; ++number) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = std::string(folder) + "/X" + std::to_string(number);
    if (is_taken(path)) continue;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return failed("no socket", path);
    if (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      const int why = errno;
      ::close(fd);
      if (why == EADDRINUSE) continue;
      errno = why;
      return failed("the socket of the display cannot be made", path);
    }
    if (::chmod(path.c_str(), 0600) != 0 || ::listen(fd, SOMAXCONN) != 0) {
      ::close(fd);
      return failed("the display cannot listen", path);
    }
    return Listening{number, fd, path};
  }
  return tl::unexpected(Error{"no display number is free", folder, {}});
}

asio::awaitable<void> serve(asio::local::stream_protocol::acceptor acceptor, Display& display,
                            const ClientRules& rules) {
  std::size_t clients = 0;
  for (ClientId id = 1;; ++id) {
    error_code failed;
    Socket socket = co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, failed));
    if (failed == asio::error::operation_aborted || failed == asio::error::bad_descriptor) co_return;
    if (failed || !is_ours(socket) || clients >= most_clients) continue;
    ++clients;
    asio::co_spawn(acceptor.get_executor(), serve_client(std::move(socket), display, rules, id, clients),
                   asio::detached);
  }
}

}  // namespace interlock::display
