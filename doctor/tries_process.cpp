#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "doctor/tries.h"

namespace interlock::doctor {
namespace {

bool is_interlockd(const std::string& process) {
  std::ifstream file("/proc/" + process + "/comm");
  std::string name;
  return std::getline(file, name) && name == "interlockd";
}

/// The pid of interlockd as seen from here: the same as outside, else found by its name.
pid_t daemon_here(const Ways& ways) {
  if (ways.daemon > 0 && is_interlockd(std::to_string(ways.daemon))) return static_cast<pid_t>(ways.daemon);
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", failed)) {
    const auto name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos && is_interlockd(name)) return std::stoi(name);
  }
  return 0;
}

const Tried unseen = {Reach::closed, "interlockd is not visible"};

}  // namespace

Tried try_signal(const Ways& ways) {
  // In another pid namespace the number may belong to another process: then no signal is sent.
  const pid_t daemon = daemon_here(ways);
  if (daemon == 0) return unseen;
  if (::kill(daemon, 0) != 0) return {Reach::closed, std::strerror(errno)};
  return {Reach::open, "a signal without effect was sent"};
}

Tried try_ptrace(const Ways& ways) {
  const pid_t daemon = daemon_here(ways);
  if (daemon == 0) return unseen;
  // In a child process: the seized process is released when the child ends, without having been stopped.
  const pid_t child = ::fork();
  if (child < 0) return {Reach::untried, std::strerror(errno)};
  if (child == 0) ::_exit(::ptrace(PTRACE_SEIZE, daemon, nullptr, nullptr) == 0 ? 0 : errno);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status)) return {Reach::untried, "the tracer was killed"};
  if (WEXITSTATUS(status) != 0) return {Reach::closed, std::strerror(WEXITSTATUS(status))};
  return {Reach::open, "it could be traced"};
}

}  // namespace interlock::doctor
