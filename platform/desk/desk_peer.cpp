#include "platform/desk/desk_peer.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <climits>
#include <cstdlib>

#include "platform/processes.h"

namespace interlock::platform::desk_line {
namespace {

constexpr std::string_view replaced = " (deleted)";  ///< by an update, while it runs

std::string resolved(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string found = real;
  std::free(real);
  return found;
}

bool in_our_process_namespace(pid_t pid) {
  struct stat ours {
  }, theirs{};
  const std::string path = "/proc/" + std::to_string(pid) + "/ns/pid";
  return ::stat("/proc/self/ns/pid", &ours) == 0 && ::stat(path.c_str(), &theirs) == 0 &&
         ours.st_ino == theirs.st_ino && ours.st_dev == theirs.st_dev;
}

interlock::desk::Failure not_allowed(std::string why) {
  return {std::string(interlock::desk::code::not_allowed), std::move(why)};
}

}  // namespace

std::optional<interlock::desk::Failure> refuse_peer(int fd, const std::vector<std::string>& programs) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    return not_allowed("the kernel does not say who connected");
  }
  if (peer.uid != ::getuid()) return not_allowed("user " + std::to_string(peer.uid) + " is not the desktop's");
  if (!in_our_process_namespace(peer.pid)) return not_allowed("the process is in a sandbox, or cannot be examined");
  const auto facts = process_facts(peer.pid);
  std::string program = facts ? facts->executable : std::string();
  if (program.ends_with(replaced)) program.resize(program.size() - replaced.size());
  if (program.empty()) {
    return not_allowed("the program of process " + std::to_string(peer.pid) + " cannot be read in /proc");
  }
  const bool listed = std::any_of(programs.begin(), programs.end(), [&](const std::string& each) {
    return each == program || resolved(each) == program;
  });
  if (listed) return std::nullopt;
  return not_allowed(program + " is none of the policy's daemon.desk_programs");
}

}  // namespace interlock::platform::desk_line
