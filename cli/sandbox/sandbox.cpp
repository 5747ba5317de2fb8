#include "cli/sandbox/sandbox.h"

#include <algorithm>
#include <array>

namespace interlock::cli {
namespace {
using CommandLine = std::vector<std::string>;

/// Programs, libraries and their settings. Not /home, /run, /tmp, /var, /sys: they have sockets and files of others.
constexpr std::array system_folders = {"/usr", "/etc", "/opt", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};

/// Variables that give access to the desktop or to the user's ssh and gpg agents.
constexpr std::array dropped_variables = {
    "DISPLAY",        "WAYLAND_DISPLAY",    "WAYLAND_SOCKET",  "XAUTHORITY",           "DBUS_SESSION_BUS_ADDRESS",
    "ICEAUTHORITY",   "AT_SPI_BUS_ADDRESS", "SESSION_MANAGER", "INTERLOCK_SOCKET_DIR", "DBUS_SYSTEM_BUS_ADDRESS",
    "SSH_AUTH_SOCK",  "GPG_AGENT_INFO",     "XDG_SESSION_ID",  "XDG_CONFIG_HOME",      "XDG_STATE_HOME",
    "XDG_CACHE_HOME", "XDG_DATA_HOME",      "NOTIFY_SOCKET",   "LISTEN_FDS",           "TMPDIR"};

constexpr const char* no_accessibility_bus =
    "unix:path=/run/interlock/agents-get-no-accessibility-bus--they-use-observe-and-act-of-interlock";

bool is_in(const std::string& path, const std::string& folder) {
  return path == folder || folder == "/" || path.starts_with(folder + "/");
}

bool is_in_any(const std::string& path, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const auto& folder) { return is_in(path, folder); });
}

void add(CommandLine& all, std::initializer_list<std::string> some) {
  all.insert(all.end(), some);
}

tl::expected<void, Error> check_bind(const char* option, const std::string& bind, const Outside& outside) {
  const auto refuse = [&](const std::string& why) {
    return tl::unexpected(
        Error{why, std::string(option) + " " + bind, "name a folder that contains only the agent's work"});
  };
  if (bind == "/") return refuse("the whole file system cannot be given to an agent");
  for (const char* kept : {"/proc", "/dev", "/run", "/tmp", "/sys"}) {
    if (bind == kept) return refuse("this folder holds the sockets and devices of the desktop");
  }
  if (is_in(bind, "/dev") || is_in(bind, "/proc")) return refuse("devices and processes cannot be given to an agent");
  if (is_in(outside.home, bind)) return refuse("the home folder holds the settings that programs outside start with");
  for (const auto& hidden : outside.hidden) {
    if (is_in(bind, hidden)) return refuse("it leads around interlock: it is a part of " + hidden);
  }
  return {};
}

std::vector<std::string> given(const Confined& confined) {
  std::vector<std::string> all = confined.binds;
  all.insert(all.end(), confined.reads.begin(), confined.reads.end());
  return all;
}

tl::expected<void, Error> check_program(const Confined& confined, const Outside& outside) {
  if (confined.command.empty()) return tl::unexpected(Error{"no agent to start", "", "interlockctl run -- AGENT"});
  std::string program = confined.command.front();
  if (program.find('/') == std::string::npos) return {};  // searched in PATH, inside
  if (program.front() != '/')
    program = outside.folder + "/" + (program.starts_with("./") ? program.substr(2) : program);
  const std::vector<std::string> system(system_folders.begin(), system_folders.end());
  if (is_in_any(program, system) || is_in_any(program, given(confined))) return {};
  return tl::unexpected(Error{"the agent's program does not exist inside the sandbox", program,
                              "give it its folder: --bind " + program.substr(0, program.rfind('/'))});
}

void add_system(CommandLine& all, const Outside& outside) {
  for (const std::string folder : system_folders) {
    const auto link = std::find_if(outside.links.begin(), outside.links.end(),
                                   [&](const auto& entry) { return entry.first == folder; });
    if (link != outside.links.end()) {
      add(all, {"--symlink", link->second, folder});
    } else {
      add(all, {"--ro-bind-try", folder, folder});
    }
  }
  add(all, {"--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run", "--tmpfs", "/var/tmp"});
}

/// Hidden paths inside a given folder are covered by an empty mount. A missing folder is created first, or else the
/// agent could create it.
void cover(CommandLine& all, const Confined& confined, const Outside& outside) {
  for (const auto& hidden : outside.hidden) {
    if (is_in_any(hidden, given(confined))) add(all, {"--tmpfs", hidden, "--remount-ro", hidden});
  }
  for (const auto& secret : outside.secrets) {
    if (is_in_any(secret, given(confined))) add(all, {"--ro-bind", "/dev/null", secret});
  }
}

std::string display_in(const std::string& runtime) {
  return runtime + "/interlock-display";
}

/// Our own programs that the agent uses.
void add_programs(CommandLine& all, const Outside& outside, const std::string& runtime) {
  if (!outside.programs.empty()) {
    const std::string programs = runtime + "/interlock-bin";
    add(all, {"--perms", "0755", "--dir", programs});
    for (const auto& file : outside.programs) add(all, {"--ro-bind", file, programs + file.substr(file.rfind('/'))});
    add(all, {"--setenv", "PATH", programs + (outside.path.empty() ? "" : ":" + outside.path)});
  }
  if (!outside.display.empty()) add(all, {"--ro-bind", outside.display, display_in(runtime)});
}

/// What is started when the sandbox is complete: the agent, by way of the display if it gets one.
void add_command(CommandLine& all, const Confined& confined, const Outside& outside, const std::string& runtime) {
  // bubblewrap's own --block-fd waits before the last mount is made: interlockd would then see too much in the sandbox.
  const std::string ready = std::to_string(ready_fd);
  const std::string go = std::to_string(go_fd);
  add(all, {"--info-fd", std::to_string(info_fd), "--", "/bin/sh", "-c"});
  all.push_back("echo ready >&" + ready + "; read -r go <&" + go + " || exit 1; exec \"$@\" " + ready + ">&- " + go +
                "<&-");
  all.emplace_back("interlock");
  if (!outside.display.empty() && confined.display) add(all, {display_in(runtime), "--"});
  all.insert(all.end(), confined.command.begin(), confined.command.end());
}

}  // namespace

tl::expected<CommandLine, Error> sandbox_arguments(const Confined& confined, const Outside& outside) {
  for (const auto& bind : confined.binds) {
    if (auto good = check_bind("--bind", bind, outside); !good) return tl::unexpected(good.error());
  }
  for (const auto& read : confined.reads) {
    if (auto good = check_bind("--ro-bind", read, outside); !good) return tl::unexpected(good.error());
  }
  if (auto good = check_program(confined, outside); !good) return tl::unexpected(good.error());

  // A new session: the agent could push characters into the user's terminal. Drops all capabilities, which it would
  // have as root.
  CommandLine all = {"--unshare-pid", "--unshare-ipc",     "--unshare-uts", "--unshare-cgroup-try",
                     "--new-session", "--die-with-parent", "--cap-drop",    "ALL"};
  if (!confined.network) add(all, {"--unshare-net"});
  add_system(all, outside);
  add(all, {"--tmpfs", outside.home});
  for (const auto& read : confined.reads) add(all, {"--ro-bind", read, read});
  for (const auto& bind : confined.binds) add(all, {"--bind", bind, bind});
  cover(all, confined, outside);
  if (confined.network && !confined.hosts_network && !outside.resolv_conf.empty())
    add(all, {"--ro-bind-data", std::to_string(resolv_fd), outside.resolv_conf});

  const std::string runtime = "/run/user/" + std::to_string(outside.user);
  const std::string sockets = runtime + "/interlock";
  add(all, {"--perms", "0700", "--dir", runtime, "--perms", "0700", "--dir", sockets});
  if (outside.agent_folder.empty()) {
    add(all, {"--bind", outside.agent_socket, sockets + "/agent.sock"});
  } else {
    add(all,
        {"--ro-bind", outside.agent_folder, sockets});  // the agent can connect to a socket there, but not replace it
  }
  add_programs(all, outside, runtime);
  for (const char* name : dropped_variables) add(all, {"--unsetenv", name});
  add(all, {"--setenv", "XDG_RUNTIME_DIR", runtime, "--setenv", "HOME", outside.home});
  // Clients of AT-SPI print the address to which they cannot connect; without GTK_MODULES dogtail would ask to switch
  // accessibility on instead.
  add(all, {"--setenv", "AT_SPI_BUS_ADDRESS", no_accessibility_bus, "--setenv", "GTK_MODULES", "gail:atk-bridge"});
  add(all, {"--chdir", is_in_any(outside.folder, given(confined)) ? outside.folder : outside.home});
  add_command(all, confined, outside, runtime);
  return all;
}

}  // namespace interlock::cli
