#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "platform/dbus/connection.h"

namespace interlock::platform::dbus {
namespace {

/// The path in "unix:path=PATH[,guid=...]"; empty for every other kind of address and for escaped paths.
std::string path_of(std::string_view address) {
  constexpr std::string_view kind = "unix:path=";
  if (!address.starts_with(kind)) return {};
  address.remove_prefix(kind.size());
  const auto path = address.substr(0, address.find(','));
  if (!path.starts_with('/') || address.find_first_of("%;") != std::string_view::npos) return {};
  return std::string(path);
}

}  // namespace

// Another program named this path, so it could lead to anybody's socket.
tl::expected<int, Error> peer_socket(const std::string& address, std::uint32_t pid) {
  const auto refused = [&](const std::string& why) {
    return tl::unexpected(Error{.what = "not a socket of that program: " + why, .where = address, .advice = ""});
  };
  const auto path = path_of(address);
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof name.sun_path) return refused("no unix:path address");
  path.copy(name.sun_path, sizeof name.sun_path - 1);
  struct stat file {};
  if (lstat(path.c_str(), &file) < 0) return refused(std::strerror(errno));
  if (!S_ISSOCK(file.st_mode) || file.st_uid != geteuid()) return refused("no socket of this user's");

  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return refused(std::strerror(errno));
  ucred peer{};
  socklen_t size = sizeof peer;
  // A full backlog gives EAGAIN; this is treated as if nobody listened.
  if (connect(fd, reinterpret_cast<const sockaddr*>(&name), sizeof name) < 0 ||
      getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) {
    const int error = errno;
    close(fd);
    return refused(std::strerror(error));
  }
  if (peer.uid != geteuid() || peer.pid <= 0 || static_cast<std::uint32_t>(peer.pid) != pid) {
    close(fd);
    return refused("another process listens on it");
  }
  return fd;
}

Greeting greeting(std::string_view answer) {
  const auto take = [&answer](std::string_view expected) {
    const auto common = std::min(expected.size(), answer.size());
    const bool right = answer.substr(0, common) == expected.substr(0, common);
    answer.remove_prefix(common);
    return !right ? Greeting::wrong : common < expected.size() ? Greeting::incomplete : Greeting::complete;
  };
  if (const auto hello = take("DATA\r\nOK "); hello != Greeting::complete) return hello;
  constexpr std::size_t id_length = 32;
  const auto id = answer.substr(0, std::min(id_length, answer.size()));
  if (id.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) return Greeting::wrong;
  answer.remove_prefix(id.size());
  if (id.size() < id_length) return Greeting::incomplete;
  return take("\r\nAGREE_UNIX_FD\r\n");
}

}  // namespace interlock::platform::dbus
