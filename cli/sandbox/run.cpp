#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "audit/files.h"
#include "cli/audit/audit_file.h"
#include "cli/basics/beside.h"
#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "cli/sandbox/landlock.h"
#include "cli/sandbox/own_network.h"
#include "cli/sandbox/run_options.h"
#include "doctor/ways.h"

namespace interlock::cli {

namespace {

namespace fs = std::filesystem;

std::string from_environment(const char* name, const std::string& otherwise = {}) {
  const char* value = std::getenv(name);
  return value != nullptr && value[0] == '/' ? value : otherwise;
}

Outside look_outside(const Options& options) {
  std::error_code ignored;
  Outside outside;
  outside.agent_socket = ipc::agent_socket();
  const auto offered = audit::folder_of(outside.agent_socket) + "/agents";
  const auto current = doctor::file_id(outside.agent_socket);
  if (current && doctor::file_id(offered + "/agent.sock") == current) outside.agent_folder = offered;
  outside.home = from_environment("HOME", "/nonexistent");
  outside.folder = fs::current_path(ignored).string();
  outside.user = ::getuid();
  for (const std::string name : {"xdotool", "gnome-screenshot"}) {
    const std::string file = name + "/" + name;
    if (const auto found = beside_us("libexec/interlock/" + file, "clients/" + file); !found.empty()) {
      outside.programs.push_back(found);
    }
  }
  outside.display = beside_us("libexec/interlock/interlock-display", "clients/display/interlock-display");
  const char* path = std::getenv("PATH");
  outside.path = path != nullptr ? path : "";
  if (const auto file = fs::canonical("/etc/resolv.conf", ignored); !ignored) outside.resolv_conf = file.string();
  const std::string config = from_environment("XDG_CONFIG_HOME", outside.home + "/.config");
  outside.hidden = {"/tmp/.X11-unix",
                    "/etc/interlock",
                    outside.home + "/.cache/at-spi",
                    config + "/interlock",
                    audit::folder_of(find_audit_log(options)),
                    audit::folder_of(options.socket)};
  if (auto runtime = from_environment("XDG_RUNTIME_DIR"); !runtime.empty()) outside.hidden.push_back(runtime);
  for (const auto& file : {from_environment("XAUTHORITY"), outside.home + "/.Xauthority"}) {
    if (!file.empty() && fs::exists(file, ignored)) outside.secrets.push_back(file);
  }
  for (const char* folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    if (fs::is_symlink(folder, ignored)) outside.links.emplace_back(folder, fs::read_symlink(folder, ignored).string());
  }
  return outside;
}

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  bool make() { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }
  void close_end(std::size_t end) {
    if (ends[end] >= 0) ::close(std::exchange(ends[end], -1));
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
};

/// A file in memory with the addresses of the name servers in a network of the sandbox's own.
int resolv_conf() {
  const int file = ::memfd_create("resolv.conf", MFD_CLOEXEC);
  const std::string text = own_resolv_conf;
  if (file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()))
    ::lseek(file, 0, SEEK_SET);
  return file;
}

/// In the child: gives these descriptors the numbers that the sandbox expects, and closes the other ends.
void hand_down(int info, int ready, int go) {
  constexpr int above = 10;  // above the numbers that are needed
  const std::array<int, 4> from = {::fcntl(info, F_DUPFD_CLOEXEC, above), ::fcntl(ready, F_DUPFD_CLOEXEC, above),
                                   ::fcntl(go, F_DUPFD_CLOEXEC, above), ::fcntl(resolv_conf(), F_DUPFD_CLOEXEC, above)};
  constexpr std::array<int, 4> to = {info_fd, ready_fd, go_fd, resolv_fd};
  for (std::size_t i = 0; i < from.size(); ++i) ::dup2(from[i], to[i]);
}

constexpr int no_bubblewrap = 127;  ///< as in shells
constexpr int no_network = 126;

/// In the child: never returns.
[[noreturn]] void become_sandbox(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  arguments.insert(arguments.begin(), "bwrap");
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execvp("bwrap", argv.data());
  ::_exit(no_bubblewrap);
}

/// The pid that bubblewrap reports when its sandbox waits: {"child-pid": N, ...}. 0 if it failed before.
std::int64_t read_child(int fd) {
  std::string text;
  std::array<char, 1024> part;
  while (text.find('}') == std::string::npos) {
    const ssize_t got = ::read(fd, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  boost::system::error_code bad;
  const auto value = ipc::json::parse(text, bad);
  if (bad || !value.is_object()) return 0;
  return static_cast<std::int64_t>(number_at(value.get_object(), "child-pid"));
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Registers the sandbox with interlockd. Returns what is missing; nothing if nothing is.
std::optional<Failure> what_is_missing(ipc::Client& control, std::int64_t inside, const std::string& profile) {
  ipc::json::object sandbox = {{"pid", inside}};
  if (!profile.empty()) sandbox["profile"] = profile;
  const auto entered = control.call("sandbox.enter", std::move(sandbox), std::chrono::seconds{10});
  if (entered) return std::nullopt;
  return entered.error();
}

/// Registers the sandbox again with an interlockd that was restarted; otherwise it would classify it as advisory.
void enter_again(int end_of_child, std::int64_t inside, const std::string& profile, const Options& options,
                 ipc::Client& control) {
  constexpr int pause_ms = 100;
  pollfd ended{end_of_child, POLLIN, 0};
  while (::poll(&ended, 1, pause_ms) == 0) {
    auto again = ipc::Client::connect(options.socket);
    if (!again) continue;
    control = std::move(*again);
    const auto missing = what_is_missing(control, inside, profile);
    if (missing && control.is_open()) {
      warn(options, {missing->error.what + "; the agent is " +
                         (profile.empty() ? "only advised" : "ended, because it must have that profile"),
                     {},
                     missing->error.advice});
      if (!profile.empty()) (void)::syscall(SYS_pidfd_send_signal, end_of_child, SIGKILL, nullptr, 0);
    }
    if (control.is_open()) return;
  }
}

/// Waits until the sandbox ends; returns its exit code.
int stay_with(pid_t child, std::int64_t inside, const std::string& profile, const Options& options,
              ipc::Client& control) {
  const int end_of_child = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
  while (end_of_child >= 0) {
    std::array<pollfd, 2> waiting = {{{end_of_child, POLLIN, 0}, {control.native_handle(), POLLIN, 0}}};
    if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) break;
    if (waiting[0].revents != 0) break;
    if (waiting[1].revents == 0) continue;
    (void)control.next_event(std::chrono::milliseconds{0});
    if (!control.is_open()) enter_again(end_of_child, inside, profile, options, control);
  }
  if (end_of_child >= 0) ::close(end_of_child);
  return wait_for(child);
}

/// Makes the paths given to the agent absolute and free of links. Returns the first that does not exist.
std::optional<Error> make_real(Confined& confined) {
  for (auto* paths : {&confined.binds, &confined.reads}) {
    for (auto& path : *paths) {
      std::error_code missing;
      const auto real = fs::canonical(path, missing);
      if (missing) return Error{"cannot be given to the agent: " + missing.message(), path, {}};
      path = real.string();
    }
  }
  return std::nullopt;
}

/// Reports why the sandbox was not made, after its process has ended.
void fail_without_sandbox(Options& options, pid_t child) {
  const int code = wait_for(child);
  if (code == no_bubblewrap) {
    fail(options, Error{"cannot start bubblewrap (bwrap)", {}, "install it: apt install bubblewrap"});
  } else {
    fail(options, Error{"the sandbox was not made, for bubblewrap's reason above; the agent was not started",
                        {},
                        "'interlockctl doctor' looks for what is missing"});
  }
  options.exit_code = std::max(code, 1);
}

struct Pipes {
  Pipe info, ready, go;
  bool make() { return info.make() && ready.make() && go.make(); }
};

/// Starts bubblewrap, with a network of the sandbox's own if `network` is given. Returns its pid.
tl::expected<pid_t, Error> fork_sandbox(const std::vector<std::string>& command, Pipes& pipes, OwnNetwork* network) {
  if (network != nullptr) {
    if (auto prepared = network->prepare(); !prepared) return tl::unexpected(prepared.error());
  }
  const pid_t child = ::fork();
  if (child < 0) return tl::unexpected(Error{std::string("cannot start a process: ") + std::strerror(errno), {}, {}});
  if (child == 0) {
    if (network != nullptr && !network->enter()) ::_exit(no_network);
    hand_down(pipes.info.ends[1], pipes.ready.ends[1], pipes.go.ends[0]);
    become_sandbox(command);
  }
  if (network == nullptr) return child;
  if (auto connected = network->connect(child); !connected) {
    ::kill(child, SIGKILL);
    (void)wait_for(child);
    return tl::unexpected(connected.error());
  }
  return child;
}

/// The same; with --weak this machine's network takes the place of one that cannot be made.
tl::expected<pid_t, Error> start_sandbox(RunArguments& arguments, const Outside& outside, Pipes& pipes,
                                         OwnNetwork& network, Options& options) {
  auto command = sandbox_arguments(arguments.confined, outside);
  if (!command) return tl::unexpected(command.error());
  auto child = fork_sandbox(*command, pipes, arguments.confined.network ? &network : nullptr);
  if (child || !arguments.weak || !arguments.confined.network) return child;
  warn(options, {"--weak: " + child.error().what + "; it gets this machine's own", {}, child.error().advice});
  arguments.confined.hosts_network = true;
  command = sandbox_arguments(arguments.confined, outside);
  if (!command) return tl::unexpected(command.error());
  return fork_sandbox(*command, pipes, nullptr);
}

void start(RunArguments arguments, Options& options) {
  if (const auto error = make_real(arguments.confined)) return fail(options, *error);
  const auto outside = look_outside(options);
  auto control = connect(options);
  if (!control) return;
  Pipes pipes;
  if (!pipes.make()) return fail(options, Error{std::string("no pipe: ") + std::strerror(errno), {}, {}});

  // Restricts this process, too: its children cannot undo it. The sandbox's own network has no abstract sockets of this
  // machine, so this is only an additional measure, except with --weak.
  (void)close_abstract_sockets();
  OwnNetwork network;
  const auto started = start_sandbox(arguments, outside, pipes, network, options);
  if (!started) return fail(options, started.error());
  const pid_t child = *started;
  auto& [info, ready, go] = pipes;
  info.close_end(1);
  ready.close_end(1);
  go.close_end(0);
  const auto inside = read_child(info.ends[0]);
  char made = 0;
  if (inside == 0 || ::read(ready.ends[0], &made, 1) != 1) return fail_without_sandbox(options, child);
  const auto missing = what_is_missing(*control, inside, arguments.profile);
  if (missing) {
    // The profile is bound to the sandbox: without a sandbox the agent would have no profile.
    if (!arguments.weak || !arguments.profile.empty()) {
      ::kill(child, SIGKILL);
      (void)wait_for(child);
      return fail(options, *missing);
    }
    warn(options, {"--weak: " + missing->error.what + "; the agent is only advised", missing->error.where,
                   missing->error.advice});
  }
  if (::write(go.ends[1], "go\n", 3) != 3) fail(options, Error{"the sandbox is gone", {}, {}});
  go.close_end(1);
  options.exit_code = missing ? wait_for(child) : stay_with(child, inside, arguments.profile, options, *control);
}

}  // namespace

void add_run(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("run", "start an agent whose only way to the desktop is interlock");
  auto arguments = std::make_shared<RunArguments>();
  add_run_options(*command, *arguments);
  command->add_option("AGENT", arguments->confined.command, "after --: the program and its arguments")->required();
  command->footer("The exit code is the agent's.");
  command->callback([&options, arguments] { start(*arguments, options); });
}

}  // namespace interlock::cli
