#include "cli/desktop/programs.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace interlock::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds patience{2};  // between SIGTERM and SIGKILL

sigset_t our_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int each : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, each);
  return signals;
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  std::ifstream file("/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children");
  for (pid_t child = 0; file >> child;) children.push_back(child);
  return children;
}

int code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Reaps ended children; false: there are no more children at all.
bool reap() {
  pid_t ended = 0;
  while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
  }
  return ended == 0;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (auto& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

Programs::Programs(std::string log_folder) : log_folder_(std::move(log_folder)) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const sigset_t signals = our_signals();
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
}

Programs::~Programs() {
  for (auto pid = started_.rbegin(); pid != started_.rend(); ++pid) {
    if (::getpgid(*pid) == *pid) ::kill(-*pid, SIGTERM);
    ::kill(*pid, SIGTERM);
  }
  // Ended children must be reaped in between, so this polls; nothing but a late end depends on the pause.
  constexpr useconds_t pause = 20'000;
  for (const auto until = Clock::now() + patience; reap() && Clock::now() < until;) ::usleep(pause);
  // What is left is killed from the top down: orphans become this process's children, and are found in the next round.
  while (reap()) {
    for (const pid_t child : children_of(::getpid())) ::kill(child, SIGKILL);
    ::usleep(pause);
  }
}

tl::expected<pid_t, Error> Programs::launch(const std::vector<std::string>& command, const Variables& variables,
                                            int output) {
  auto words = command;
  std::vector<std::string> settings;
  for (const auto& [key, value] : variables) settings.push_back(key + "=" + value);
  const auto argv = pointers(words), envp = pointers(settings);
  // The program is looked for in our own PATH, which the desktop's is a copy of. The pipe reports why it cannot start.
  std::array<int, 2> failure{};
  if (::pipe2(failure.data(), O_CLOEXEC) != 0)
    return tl::unexpected(Error{std::string("no pipe: ") + std::strerror(errno), {}, {}});
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    const sigset_t signals = our_signals();
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(1);  // it ended before the line above
    ::sigprocmask(SIG_UNBLOCK, &signals, nullptr);
    if (output >= 0) {
      ::setsid();
      const int nothing = ::open("/dev/null", O_RDONLY);
      ::dup2(nothing, 0);
      ::dup2(output, 1);
      ::dup2(output, 2);
    }
    ::execvpe(argv[0], argv.data(), envp.data());
    const int why = errno;
    (void)!::write(failure[1], &why, sizeof why);
    ::_exit(127);
  }
  ::close(failure[1]);
  int why = child < 0 ? errno : 0;
  if (child > 0 && ::read(failure[0], &why, sizeof why) != sizeof why) why = 0;
  ::close(failure[0]);
  if (why != 0)
    return tl::unexpected(Error{std::string("cannot be started: ") + std::strerror(why), command.front(), {}});
  started_.push_back(child);
  return child;
}

tl::expected<pid_t, Error> Programs::start(const std::string& name, const std::vector<std::string>& command,
                                           const Variables& variables) {
  const std::string file = log_folder_ + "/" + name;
  const int output = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (output < 0) return tl::unexpected(Error{std::string("cannot be written: ") + std::strerror(errno), file, {}});
  auto started = launch(command, variables, output);
  ::close(output);
  return started;
}

tl::expected<pid_t, Error> Programs::start_here(const std::vector<std::string>& command, const Variables& variables) {
  return launch(command, variables, -1);
}

std::optional<Programs::End> Programs::next_end(std::optional<std::chrono::milliseconds> limit) {
  const sigset_t signals = our_signals();
  const auto until = Clock::now() + limit.value_or(std::chrono::milliseconds{0});
  for (;;) {
    int status = 0;
    while (const pid_t ended = ::waitpid(-1, &status, WNOHANG)) {
      if (ended < 0) break;
      if (std::erase(started_, ended) > 0) return End{ended, code_of(status)};  // others are orphans
    }
    int signal = 0;
    if (!limit) {
      signal = ::sigwaitinfo(&signals, nullptr);
    } else {
      const auto left = std::max(std::chrono::nanoseconds{0}, std::chrono::nanoseconds(until - Clock::now()));
      constexpr long second = 1'000'000'000;
      const timespec wait{static_cast<time_t>(left.count() / second), static_cast<long>(left.count() % second)};
      signal = ::sigtimedwait(&signals, nullptr, &wait);
      if (signal < 0 && errno == EAGAIN) return std::nullopt;
    }
    if (signal > 0 && signal != SIGCHLD) return End{0, 128 + signal};
  }
}

int in_child(const std::function<int()>& work) {
  const sigset_t signals = our_signals();
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    ::_exit(::getppid() == parent ? work() : 1);
  }
  for (;;) {
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, WNOHANG) == child) return child < 0 ? 1 : code_of(status);
    const int signal = ::sigwaitinfo(&signals, nullptr);
    // The terminal sends SIGINT to all of its processes; twice does no harm.
    if (signal > 0 && signal != SIGCHLD) ::kill(child, signal);
  }
}

std::string Programs::last_line(const std::string& name) const {
  std::ifstream file(log_folder_ + "/" + name);
  std::string last;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace interlock::cli
