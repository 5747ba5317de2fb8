#include "doctor/sockets.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace interlock::doctor {
namespace {

constexpr int patience_ms = 1000;
/// X11: little endian, protocol 11.0, no cookie. The server answers success (1), failure (0) or authenticate (2), then
/// its protocol version.
constexpr std::string_view x_greeting("l\0\x0b\0\0\0\0\0\0\0\0\0", 12);

class Socket {
 public:
  explicit Socket(std::string_view name) : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.empty() || name.size() >= sizeof address.sun_path) {
      error_ = ENAMETOOLONG;
      return;
    }
    std::memcpy(address.sun_path, name.data(), name.size());
    const bool abstract = name.front() == '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + (abstract ? 0 : 1));
    if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), length) != 0) error_ = errno;
  }
  ~Socket() {
    if (fd_ >= 0) ::close(fd_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  int error() const { return error_; }
  bool send(std::string_view bytes) const {
    return ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  /// The first bytes of an answer; empty if there is none.
  std::string receive() const {
    pollfd waiting{fd_, POLLIN, 0};
    std::array<char, 64> bytes{};
    if (::poll(&waiting, 1, patience_ms) != 1) return {};
    const ssize_t got = ::recv(fd_, bytes.data(), bytes.size(), 0);
    return got > 0 ? std::string(bytes.data(), static_cast<std::size_t>(got)) : std::string();
  }

 private:
  int fd_ = -1;
  int error_ = 0;
};

}  // namespace

Tried try_connect(std::string_view name) {
  const Socket socket(name);
  // EAGAIN: its queue is full, so a server exists.
  if (socket.error() == 0 || socket.error() == EAGAIN) return {Reach::open, "connected"};
  return {Reach::closed, std::strerror(socket.error())};
}

Tried try_x_server(std::string_view name) {
  const Socket socket(name);
  if (socket.error() != 0 && socket.error() != EAGAIN) return {Reach::closed, std::strerror(socket.error())};
  if (!socket.send(x_greeting)) return {Reach::untried, "connected, and nobody listens"};
  const auto answer = socket.receive();
  if (answer.empty()) return {Reach::untried, "connected, and nobody answers"};
  if (answer.front() == 1) return {Reach::open, "connected, without a cookie"};
  return {Reach::closed, "connected, and asked for a cookie"};
}

Speaks who_answers(std::string_view name) {
  {
    const Socket socket(name);
    if (socket.error() != 0) return Speaks::nothing;
    if (!socket.send(x_greeting)) return Speaks::other;
    const auto answer = socket.receive();
    if (answer.size() >= 8 && answer[0] >= 0 && answer[0] <= 2 && answer[2] == 11) return Speaks::x11;
  }
  const Socket socket(name);
  using namespace std::string_view_literals;
  if (socket.error() != 0 || !socket.send("\0AUTH\r\n"sv)) return Speaks::other;
  return socket.receive().starts_with("REJECTED ") ? Speaks::dbus : Speaks::other;
}

}  // namespace interlock::doctor
