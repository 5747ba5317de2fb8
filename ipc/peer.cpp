#include "ipc/peer.h"

#include <algorithm>
#include <array>
#include <vector>

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
  constexpr std::string_view deleted = " (deleted)";  // the file of a running program was replaced
  if (path.ends_with(deleted)) path.remove_suffix(deleted.size());
  return std::string(path);
}

/// The peer's primary and supplementary groups; empty if the kernel does not report them.
std::vector<gid_t> groups_of(int fd) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return {};
  constexpr std::size_t most_groups = 65536;  // the kernel's NGROUPS_MAX
  std::vector<gid_t> groups(most_groups);
  size = static_cast<socklen_t>(groups.size() * sizeof(gid_t));
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups.data(), &size) != 0) size = 0;
  groups.resize(size / sizeof(gid_t));
  groups.push_back(credentials.gid);
  return groups;
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

bool may_connect(const Peer& peer, int fd, const Guests& guests) {
  if (peer.uid == ::geteuid() || peer.uid == 0) return true;
  if (std::find(guests.users.begin(), guests.users.end(), peer.uid) != guests.users.end()) return true;
  if (guests.groups.empty()) return false;
  const auto groups = groups_of(fd);
  return std::find_first_of(groups.begin(), groups.end(), guests.groups.begin(), guests.groups.end()) != groups.end();
}

}  // namespace interlock::ipc
