#include "tests/desktop/desktop.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace interlock::test {
namespace {

std::string make_temp_dir() {
  const char* base = std::getenv("TMPDIR");
  std::string name = std::string(base ? base : "/tmp") + "/interlock-test.XXXXXX";
  if (!mkdtemp(name.data())) throw std::runtime_error("mkdtemp: " + std::string(std::strerror(errno)));
  return name;
}

std::string env_or(const char* name, const char* fallback) {
  const char* value = std::getenv(name);
  return value ? value : fallback;
}

const std::string script = std::string(INTERLOCK_SOURCE_DIR) + "/scripts/desktop";

}  // namespace

Process Process::start(const std::vector<std::string>& command, const Environment& environment, const std::string& log,
                       const std::vector<int>& inherited) {
  std::vector<char*> argv;
  for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  std::vector<std::string> pairs;
  for (const auto& [key, value] : environment) pairs.push_back(key + "=" + value);
  std::vector<char*> envp;
  for (auto& pair : pairs) envp.push_back(pair.data());
  envp.push_back(nullptr);
  Process process;
  process.pid_ = fork();
  if (process.pid_ < 0) throw std::runtime_error("fork: " + std::string(std::strerror(errno)));
  if (process.pid_ == 0) {
    setpgid(0, 0);
    const int in = open("/dev/null", O_RDONLY);
    const int out = open(log.empty() ? "/dev/null" : log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(in, 0);
    dup2(out, 1);
    dup2(out, 2);
    // First duplicates the descriptors to numbers where none of them is overwritten before it is copied.
    std::array<int, 8> safe{};
    for (std::size_t i = 0; i < inherited.size(); ++i) safe.at(i) = fcntl(inherited[i], F_DUPFD_CLOEXEC, 64);
    for (std::size_t i = 0; i < inherited.size(); ++i) dup2(safe.at(i), 3 + static_cast<int>(i));
    execvpe(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  setpgid(process.pid_, process.pid_);
  return process;
}

Process::Process(Process&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}
Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    kill();
    pid_ = std::exchange(other.pid_, -1);
  }
  return *this;
}
Process::~Process() {
  kill();
}

bool Process::running() {
  if (pid_ < 0) return false;
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

void Process::signal(int number) {
  if (pid_ <= 0) return;
  ::kill(-pid_, number);
  // One thread takes the signal, when it gets a processor; until then the others go on.
  siginfo_t info{};
  while (number == SIGSTOP && waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED | WEXITED | WNOWAIT) < 0 &&
         errno == EINTR) {
  }
}

int Process::wait() {
  if (pid_ < 0) return -1;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void Process::kill() {
  if (pid_ < 0) return;
  signal(SIGCONT);
  signal(SIGKILL);
  wait();
}

Desktop::Desktop(const DesktopOptions& options) : dir_(make_temp_dir()) {
  std::vector<std::string> command = {script, "start", dir_, "--notifier", options.notifier};
  if (!options.window_manager) command.push_back("--no-wm");
  if (!options.accessibility) command.push_back("--no-a11y");
  if (options.real_devices) command.push_back("--real-devices");
  const std::string log = dir_ + "/start.log";
  environment_ = {{"PATH", env_or("PATH", "/usr/bin:/bin")}, {"TMPDIR", dir_}};
  if (const char* within = std::getenv("INTERLOCK_XWAYLAND_IN")) environment_["INTERLOCK_XWAYLAND_IN"] = within;
  if (Process::start(command, environment_, log).wait() != 0) {
    const std::string why = read_file(log);
    std::filesystem::remove_all(dir_);
    throw std::runtime_error("cannot start a desktop: " + why);
  }
  environment_["HOME"] = dir_ + "/home";
  environment_["LANG"] = "C.UTF-8";
  std::istringstream lines(read_file(dir_ + "/env"));
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find('=');
    if (equals != std::string::npos) environment_[line.substr(0, equals)] = line.substr(equals + 1);
  }
}

Desktop::~Desktop() {
  Process::start({script, "stop", dir_}, {{"PATH", env_or("PATH", "/usr/bin:/bin")}}).wait();
  std::error_code ignored;
  std::filesystem::remove_all(dir_, ignored);
}

void Desktop::adopt() const {
  for (const auto& [key, value] : environment_) setenv(key.c_str(), value.c_str(), 1);
}

Process Desktop::start(const std::vector<std::string>& command, const Process::Environment& extra) {
  auto environment = environment_;
  for (const auto& [key, value] : extra) environment[key] = value;
  const auto name = std::filesystem::path(command.front()).filename().string();
  return Process::start(command, environment, dir_ + "/log/" + name);
}

std::vector<pid_t> Desktop::processes(const std::string& part) const {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const auto name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (read_file(entry.path().string() + "/cmdline").find(part) == std::string::npos) continue;
    if (read_file(entry.path().string() + "/environ").find(dir_ + "/run") == std::string::npos) continue;
    found.push_back(static_cast<pid_t>(std::stol(name)));
  }
  return found;
}

std::string Desktop::state() const {
  std::string text;
  for (const pid_t pid : processes("")) {
    const std::string folder = "/proc/" + std::to_string(pid);
    std::string command = read_file(folder + "/cmdline").substr(0, 100);
    std::replace(command.begin(), command.end(), '\0', ' ');
    const std::string status = read_file(folder + "/status");
    const auto at = status.find("State:");
    text += std::to_string(pid) + " " + (at == status.npos ? "" : status.substr(at + 7, 1)) + " " +
            read_file(folder + "/wchan") + ": " + command + "\n";
  }
  for (const auto& log : std::filesystem::directory_iterator(dir_ + "/log")) {
    constexpr std::size_t end = 600;
    const std::string written = read_file(log.path().string());
    if (written.empty()) continue;
    text +=
        log.path().filename().string() + ": " + written.substr(written.size() - std::min(end, written.size())) + "\n";
  }
  return text + "load: " + read_file("/proc/loadavg");
}

std::string Desktop::output(const std::vector<std::string>& command) const {
  const std::string out = dir_ + "/output." + std::to_string(getpid());
  std::filesystem::remove(out);
  const int code = Process::start(command, environment_, out).wait();
  std::string text = read_file(out);
  if (code != 0) throw std::runtime_error(command.front() + " exited with " + std::to_string(code) + ": " + text);
  return text;
}

// Many conditions read a whole file or ask an application: often asked, they take the processor from what is waited
// for.
bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds limit) {
  using std::chrono::milliseconds;
  const auto begin = std::chrono::steady_clock::now();
  while (!condition()) {
    const auto waited = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin);
    if (waited >= limit) return false;
    std::this_thread::sleep_for(std::clamp(waited / 8, milliseconds{5}, milliseconds{50}));
  }
  return true;
}

std::string read_file(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();  // If the process ends while the file is read, keeps what was read; an iterator would throw
  return text.str();
}

}  // namespace interlock::test
