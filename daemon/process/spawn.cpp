#include "daemon/process/spawn.h"

#include <csignal>
#include <string_view>

#include <spawn.h>
#include <unistd.h>

namespace interlock::daemon {

namespace {

std::vector<char*> environment(std::vector<std::string>& variables) {
  std::vector<char*> kept;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (text.starts_with("NOTIFY_SOCKET=") || text.starts_with("WATCHDOG_") || text.starts_with("LISTEN_")) continue;
    kept.push_back(*entry);
  }
  for (std::string& variable : variables) kept.push_back(variable.data());
  kept.push_back(nullptr);
  return kept;
}

}  // namespace

int spawn(std::vector<std::string> arguments, std::vector<std::string> variables, int input, int output, pid_t& pid) {
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  posix_spawn_file_actions_addchdir_np(&actions, "/");
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  auto variables_too = environment(variables);
  const int error = ::posix_spawn(&pid, argv.front(), &actions, &attributes, argv.data(), variables_too.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace interlock::daemon
