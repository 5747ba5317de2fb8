#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "doctor/checks.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX requires programs to declare it

namespace interlock::doctor {
namespace {

constexpr long first_with_scopes = 6;  // of abstract sockets and signals: Linux 6.12

/// Makes a sandbox with all namespaces that `interlockctl run` uses. Returns 0 on success, 127 if there is no bwrap.
int make_sandbox() {
  std::array<const char*, 10> words = {
      "bwrap", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net", "--ro-bind", "/",
      "/",     "true",          nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, words[0], &files, nullptr, const_cast<char* const*>(words.data()), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) return 127;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

Lines check_kernel(const Here&) {
  Lines lines;
  constexpr unsigned long ask_version = 1;
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, ask_version);
  if (version >= first_with_scopes) {
    lines.push_back({"Landlock", State::good, "ABI " + std::to_string(version)});
  } else {
    const auto seen = version < 0 ? std::string("the kernel has none") : "ABI " + std::to_string(version);
    lines.push_back({"Landlock", State::warning, seen + ": a confined agent cannot have the network",
                     "use Linux 6.12 or newer with Landlock enabled; without --allow-net it is not needed"});
  }
  switch (make_sandbox()) {
    case 0:
      lines.push_back({"bubblewrap", State::good, "makes sandboxes"});
      break;
    case 127:
      lines.push_back({"bubblewrap", State::bad, "not installed: agents cannot be confined", "apt install bubblewrap"});
      break;
    default:
      lines.push_back({"bubblewrap", State::bad, "it cannot make a sandbox: agents cannot be confined",
                       "allow user namespaces (sysctl kernel.unprivileged_userns_clone, AppArmor's profile of bwrap)"});
  }
  return lines;
}

}  // namespace interlock::doctor
