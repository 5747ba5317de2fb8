#include "ipc/peer.h"

#include <array>

#include <sys/socket.h>
#include <unistd.h>

namespace interlock::ipc {
namespace {

std::string executable_of(pid_t pid) {
  const std::string link = "/proc/" + std::to_string(pid) + "/exe";
  std::array<char, 4096> target;
  const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
  if (length <= 0) return {};
  std::string_view path(target.data(), static_cast<std::size_t>(length));
  constexpr std::string_view deleted = " (deleted)";  // an upgraded program that still runs
  if (path.ends_with(deleted)) path.remove_suffix(deleted.size());
  return std::string(path);
}

}  // namespace

std::optional<Peer> peer_of(int fd) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return std::nullopt;
  Peer peer{
      .pid = credentials.pid, .uid = credentials.uid, .program = {}, .executable = executable_of(credentials.pid)};
  peer.program = peer.executable.substr(peer.executable.rfind('/') + 1);
  return peer;
}

bool may_connect(const Peer& peer) {
  return peer.uid == ::geteuid() || peer.uid == 0;
}

}  // namespace interlock::ipc
