#include "tests/desktop/parts.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

/// The strings of a file in /proc that are separated by NUL.
std::vector<std::string> strings_of(pid_t pid, const std::string& file) {
  std::istringstream all(read_file("/proc/" + std::to_string(pid) + "/" + file));
  std::vector<std::string> found;
  for (std::string each; std::getline(all, each, '\0');) found.push_back(each);
  return found;
}

bool succeeds(const Desktop& desktop, const std::vector<std::string>& command) {
  std::vector<std::string> bounded = {"timeout", "5"};
  bounded.insert(bounded.end(), command.begin(), command.end());
  return Process::start(bounded, desktop.environment()).wait() == 0;
}

std::vector<std::string> bus_call(const std::string& name, const std::string& path, const std::string& method) {
  return {"gdbus", "call", "--session", "--dest", name, "--object-path", path, "--method", method};
}

std::string lock_of(const Desktop& desktop) {
  return "/tmp/.X" + desktop.display().substr(1) + "-lock";
}

/// The server of the display, found by its lock file: it does not have the desktop's environment.
std::vector<pid_t> server_of(const Desktop& desktop) {
  const auto pid = static_cast<pid_t>(std::atoi(read_file(lock_of(desktop)).c_str()));
  if (pid <= 0 || strings_of(pid, "cmdline").empty()) return {};
  return {pid};
}

}  // namespace

Part::Part(std::string name, Find find, std::function<bool()> ready)
    : name_(std::move(name)), find_(std::move(find)), ready_(std::move(ready)) {
  const auto running = find_();
  if (running.empty()) return;
  command_ = strings_of(running.front(), "cmdline");
  for (const auto& pair : strings_of(running.front(), "environ")) {
    const auto equals = pair.find('=');
    environment_[pair.substr(0, equals)] = pair.substr(equals + 1);
  }
}

void Part::signal(int number) const {
  for (const auto pid : find_()) ::kill(pid, number);
}

void Part::kill() {
  signal(SIGCONT);
  const bool gone = eventually([&] {
    signal(SIGKILL);
    return !is_there();
  });
  if (!gone) throw std::runtime_error(name_ + " outlives SIGKILL");
  process_.kill();  // a child process exists until it is waited for
}

void Part::start_again(const Desktop& desktop) {
  process_ = Process::start(command_, environment_, desktop.dir() + "/log/" + name_);
  std::ofstream(desktop.dir() + "/pids", std::ios::app) << process_.pid() << "\n";
  if (!eventually(ready_)) throw std::runtime_error(name_ + " does not come back");
}

Parts::Parts(const Desktop& desktop) : desktop_(desktop) {
  const auto named = [&desktop](std::vector<std::string> names) {
    return [&desktop, names = std::move(names)] {
      std::vector<pid_t> found;
      for (const auto& name : names) {
        for (const auto pid : desktop.processes(name)) found.push_back(pid);
      }
      return found;
    };
  };
  const auto answers = [&desktop](std::vector<std::string> command) {
    return [&desktop, command = std::move(command)] { return succeeds(desktop, command); };
  };
  parts_.emplace_back(
      "X-server", [&desktop] { return server_of(desktop); }, answers({"xset", "q"}));
  parts_.emplace_back("session-bus", named({"bus.conf"}),
                      answers(bus_call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetId")));
  parts_.emplace_back("a11y-bus", named({"at-spi-bus-launcher", "accessibility.conf", "at-spi2-registryd"}),
                      answers(bus_call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress")));
  parts_.emplace_back("window-manager", named({"openbox"}),
                      answers({"sh", "-c", "xprop -root _NET_SUPPORTING_WM_CHECK | grep -q 'window id'"}));
  parts_.emplace_back("notification-server", named({"xfce4-notifyd"}),
                      answers(bus_call("org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                                       "org.freedesktop.Notifications.GetServerInformation")));
}

bool Parts::restore_after(const Part& gone) {
  const std::size_t index = static_cast<std::size_t>(&gone - parts_.data());
  // The death of X ends all its clients; that of the session bus ends its clients; others end alone.
  static constexpr bool goes_along[5][5] = {{true, false, true, true, true},
                                            {false, true, true, false, true},
                                            {false, false, true, false, false},
                                            {false, false, false, true, false},
                                            {false, false, false, false, true}};
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (goes_along[index][i]) parts_[i].kill();
  }
  if (goes_along[index][0]) {
    // Removes the files of a killed server. It would not start if a process with that number exists, even as a zombie.
    std::filesystem::remove(lock_of(desktop_));
  }
  for (auto& part : parts_) {
    if (part.belongs() && !part.is_there()) part.start_again(desktop_);
  }
  return index <= 2;
}

}  // namespace interlock::test
