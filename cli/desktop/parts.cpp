#include "cli/desktop/parts.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/basics/beside.h"
#include "cli/basics/print.h"
#include "cli/desktop/title.h"
#include "ipc/address.h"
#include "ipc/client.h"
#include "ipc/x_cookie.h"

namespace interlock::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// For each part; a machine that is busy may need most of it.
constexpr std::chrono::seconds longest_start{60};
constexpr std::chrono::milliseconds between_looks{20};
constexpr int first_display = 100, last_display = 899;     // below are those of logins
constexpr std::string_view wayland_display = "wayland-0";  // in the desktop's own runtime folder

/// They lead to the person's own desktop, session or keys.
constexpr std::string_view of_the_person[] = {
    "DISPLAY",        "WAYLAND_DISPLAY",      "WAYLAND_SOCKET",  "XAUTHORITY",          "DBUS_SESSION_BUS_ADDRESS",
    "HOME",           "XDG_RUNTIME_DIR",      "XDG_SESSION_ID",  "XDG_SESSION_TYPE",    "XDG_SESSION_PATH",
    "XDG_SEAT",       "XDG_SEAT_PATH",        "XDG_VTNR",        "XDG_CURRENT_DESKTOP", "XDG_SESSION_DESKTOP",
    "XDG_STATE_HOME", "XDG_CONFIG_HOME",      "XDG_DATA_HOME",   "XDG_CACHE_HOME",      "AT_SPI_BUS_ADDRESS",
    "AT_SPI_BUS",     "SESSION_MANAGER",      "SSH_AUTH_SOCK",   "GPG_AGENT_INFO",      "GNOME_KEYRING_CONTROL",
    "NOTIFY_SOCKET",  "INTERLOCK_SOCKET_DIR", "DESKTOP_SESSION", "DESKTOP_STARTUP_ID",  "XDG_ACTIVATION_TOKEN",
    "LISTEN_FDS",     "LISTEN_PID",           "WINDOWID",        "NO_AT_BRIDGE",        "DBUS_STARTER_ADDRESS"};

bool connects(const std::string& path) {
  const auto address = ipc::unix_address(path);
  const int socket = address ? ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
  if (socket < 0) return false;
  const bool connected = ::connect(socket, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) == 0;
  ::close(socket);
  return connected;
}

/// The desktop while it is being started.
struct Starting {
  Programs& programs;
  const DesktopPlaces& places;
  const DesktopWish& wish;
  Parts parts = {};
};

Error part_failed(const Starting& starting, const std::string& name, const std::string& what) {
  const std::string last = starting.programs.last_line(name);
  return {name + " " + what + (last.empty() ? "" : ": " + plain(last)), starting.places.log() + "/" + name, {}};
}

/// Waits until the last part `is_up`; the error says which part ended instead, or that it takes too long.
template <class IsUp>
std::optional<Error> wait_until(Starting& starting, IsUp is_up) {
  const auto& parts = starting.parts.needed;
  for (const auto until = Clock::now() + longest_start; Clock::now() < until;) {
    if (is_up()) return std::nullopt;
    const auto end = starting.programs.next_end(between_looks);
    if (!end) continue;
    if (end->pid == 0) return Error{"stopped before the desktop had started", {}, {}};
    const auto ended = std::ranges::find(parts, end->pid, &Part::pid);
    if (ended != parts.end()) return part_failed(starting, ended->name, "ended at once");
  }
  return part_failed(starting, parts.back().name, "did not start within a minute");
}

/// Starts a part and waits for it.
template <class IsUp>
std::optional<Error> start_part(Starting& starting, const std::string& name, const std::vector<std::string>& command,
                                const Variables& variables, IsUp is_up) {
  const auto pid = starting.programs.start(name, command, variables);
  if (!pid) return pid.error();
  starting.parts.needed.push_back({name, *pid});
  return wait_until(starting, is_up);
}

std::string x_socket(int number) {
  return "/tmp/.X11-unix/X" + std::to_string(number);
}

/// The process that a display number belongs to, from the server's lock file; 0 if there is none.
pid_t owner_of(int number) {
  std::ifstream file("/tmp/.X" + std::to_string(number) + "-lock");
  pid_t owner = 0;
  file >> owner;
  return owner;
}

/// The socket of the person's Wayland session as a path, which is valid with any XDG_RUNTIME_DIR; empty: there is none.
std::string persons_wayland() {
  const char* display = std::getenv("WAYLAND_DISPLAY");
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (display == nullptr || *display == '\0') return {};
  return *display == '/' || runtime == nullptr ? std::string(display) : std::string(runtime) + "/" + display;
}

/// Not with -displayfd: without an abstract socket, two servers that start at once then take the same number.
std::optional<Error> start_display(Starting& starting) {
  const auto& [programs, places, wish, parts] = starting;
  const std::string name(program_of(wish.server));
  // A server that is a window is a program of the person's desktop.
  Variables variables = own_variables();
  if (view_of(wish.server) != View::window) variables = desktop_variables(places, 0);
  const std::string cookie = ipc::new_x_cookie();
  for (int number = first_display; number <= last_display; ++number) {
    if (owner_of(number) != 0 || fs::exists(x_socket(number))) continue;
    const ServerOptions options{.size = wish.size,
                                .number = number,
                                .authority = places.runtime + "/Xauthority",
                                .vnc_socket = places.runtime + "/vnc.sock",
                                .title = first_title(places.name)};
    if (auto written = ipc::write_x_cookie(options.authority, number, cookie); !written) return written.error();
    const auto is_up = [&] {
      return owner_of(number) == starting.parts.needed.back().pid && connects(x_socket(number));
    };
    const auto wrong = start_part(starting, name, command_of(wish.server, options), variables, is_up);
    if (!wrong) {
      starting.parts.variables = desktop_variables(places, number);
      return std::nullopt;
    }
    const pid_t owner = owner_of(number);
    if (owner == 0 || owner == starting.parts.needed.back().pid) return wrong;
    starting.parts.needed.pop_back();  // another server was faster: the next number
  }
  return Error{"all display numbers from 100 to 899 are taken", "/tmp/.X11-unix", {}};
}

std::optional<Error> start_bus(Starting& starting) {
  const Variables& variables = starting.parts.variables;
  return start_part(
      starting, "dbus-daemon",
      {"dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=" + variables.at("DBUS_SESSION_BUS_ADDRESS")},
      variables, [&] { return connects(starting.places.runtime + "/bus"); });
}

/// Whether interlockd reports that it can see and act on the desktop.
bool works(const std::string& control_socket) {
  auto control = ipc::Client::connect(control_socket);
  if (!control) return false;
  const auto status = control->call("status", {}, std::chrono::seconds{5});
  if (!status || !status->is_object()) return false;
  const auto ok = [&](const char* part) { return truth_at(object_at(status->get_object(), part), "ok"); };
  return ok("display") && ok("accessibility") && ok("audit");
}

std::string interlockd_program() {
  return beside_us("bin/interlockd", "daemon/interlockd");
}

std::optional<Error> start_interlockd(Starting& starting) {
  const auto& places = starting.places;
  const std::string program = interlockd_program();
  if (program.empty()) return Error{"interlockd is not installed beside interlockctl", {}, {}};
  // The policy is the person's own, not one that the desktop's programs can write.
  Variables variables = starting.parts.variables;
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  variables["XDG_CONFIG_HOME"] = config ? config : std::string(home ? home : "") + "/.config";
  const std::string folder = places.runtime + "/interlock";
  std::vector<std::string> command = {program, "--socket-dir", folder, "--audit-dir", places.state + "/audit"};
  if (!starting.wish.policy.empty()) command.insert(command.end(), {"--policy", starting.wish.policy});
  if (!is_wayland(starting.wish.server))
    return start_part(starting, "interlockd", command, variables, [&] { return works(folder + "/control.sock"); });
  command.insert(command.end(), {"--display", "wayland", "--desk-program", desk_program()});
  return start_part(starting, "interlockd", command, variables, [&] { return connects(folder + "/desk.sock"); });
}

/// interlock-desk, which connects to interlockd.
std::optional<Error> start_desk(Starting& starting) {
  const auto& [programs, places, wish, parts] = starting;
  const bool nested = view_of(wish.server) == View::window;
  Variables variables = parts.variables;
  if (nested) {  // besides its own display it knows the person's
    for (const auto& [key, value] : own_variables()) {
      if (key == "DISPLAY" || key == "XAUTHORITY") variables[key] = value;
    }
    variables.erase("WAYLAND_DISPLAY");
    if (const auto display = persons_wayland(); !display.empty()) variables["WAYLAND_DISPLAY"] = display;
  }
  int titles[2] = {-1, -1};
  if (nested) {
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, titles) != 0)
      return Error{std::string("no pair of sockets: ") + std::strerror(errno), {}, {}};
    ::fcntl(titles[0], F_SETFD, 0);  // interlock-desk inherits it
    starting.parts.titles = titles[1];
  }
  const DeskOptions options{.program = desk_program(),
                            .size = wish.size,
                            .title = first_title(places.name),
                            .display = std::string(wayland_display),
                            .desk_socket = places.runtime + "/interlock/desk.sock",
                            .daemon = interlockd_program(),
                            .nested = nested,
                            .titles = titles[0]};
  const std::string control = places.runtime + "/interlock/control.sock";
  auto wrong = start_part(starting, "interlock-desk", command_of(options), variables, [&] { return works(control); });
  if (nested) ::close(titles[0]);
  return wrong;
}

/// Nothing shows that any window manager is ready, and programs may start before it; except that a window that is shown
/// while openbox starts stays unmanaged until openbox gets another event.
std::optional<Error> start_window_manager(Starting& starting) {
  std::string line = "exec " + starting.wish.window_manager;
  std::function<bool()> is_up = [] { return true; };
  const std::string& wished = starting.wish.window_manager;
  if (wished.substr(0, wished.find(' ')) == "openbox" && wished.find("--startup") == std::string::npos) {
    const std::string started = starting.places.runtime + "/openbox-has-started";
    std::error_code none;
    fs::remove(started, none);  // of a desktop of the same name that was killed
    line += " --startup 'touch " + started + "'";
    is_up = [started] { return fs::exists(started); };
  }
  return start_part(starting, "window-manager", {"/bin/sh", "-c", line}, starting.parts.variables, is_up);
}

/// The programs that the desktop begins with: it goes on when they end.
std::optional<Error> start_programs(Starting& starting) {
  int number = 0;
  for (const auto& line : starting.wish.programs) {
    const auto started = starting.programs.start("program-" + std::to_string(++number), {"/bin/sh", "-c", line},
                                                 starting.parts.variables);
    if (!started) return started.error();
  }
  return std::nullopt;
}

}  // namespace

std::string desk_program() {
  return beside_us("bin/interlock-desk", "desks/compositor/interlock-desk");
}

namespace {

Variables variables_of_both(const DesktopPlaces& places) {
  Variables variables = own_variables();
  for (const auto name : of_the_person) variables.erase(std::string(name));
  variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + places.runtime + "/bus";
  variables["XDG_RUNTIME_DIR"] = places.runtime;
  variables["HOME"] = places.home;
  variables["ACCESSIBILITY_ENABLED"] = "1";             // Chromium
  variables["GNOME_ACCESSIBILITY"] = "1";               // Firefox
  variables["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1";  // Qt
  return variables;
}

}  // namespace

Variables desktop_variables(const DesktopPlaces& places, int display) {
  Variables variables = variables_of_both(places);
  variables["DISPLAY"] = ":" + std::to_string(display);
  variables["XAUTHORITY"] = places.runtime + "/Xauthority";
  variables["XDG_SESSION_TYPE"] = "x11";
  return variables;
}

Variables wayland_variables(const DesktopPlaces& places) {
  Variables variables = variables_of_both(places);
  variables["WAYLAND_DISPLAY"] = wayland_display;
  variables["XDG_SESSION_TYPE"] = "wayland";
  return variables;
}

tl::expected<Parts, Error> start_parts(Programs& programs, const DesktopPlaces& places, const DesktopWish& wish) {
  using Step = std::optional<Error> (*)(Starting&);
  Starting starting{programs, places, wish};
  std::vector<Step> steps = {start_display, start_bus, start_window_manager, start_interlockd};
  if (is_wayland(wish.server)) {
    starting.parts.variables = wayland_variables(places);
    steps = {start_bus, start_interlockd, start_desk};
  }
  for (const Step step : steps) {
    if (const auto wrong = step(starting)) return tl::unexpected(*wrong);
  }
  Variables found = {{"XDG_STATE_HOME", places.state}};
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
                           "XDG_SESSION_TYPE"}) {
    const auto value = starting.parts.variables.find(name);
    if (value != starting.parts.variables.end()) found.insert(*value);
  }
  if (auto written = write_variables(places, found); !written) return tl::unexpected(written.error());
  if (const auto wrong = start_programs(starting)) return tl::unexpected(*wrong);
  return std::move(starting.parts);
}

}  // namespace interlock::cli
