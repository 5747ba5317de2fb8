#include <fstream>
#include <map>
#include <set>

#include "doctor/bus.h"
#include "doctor/checks.h"
#include "doctor/windows.h"

namespace interlock::doctor {
namespace {

const Bus::Object registry = {"org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"};

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The number of elements below an application's windows; -1 if it does not report them.
int elements_of(Bus& bus, const Bus::Object& application) {
  const auto windows = bus.children(application);
  if (!windows) return -1;
  int count = 0;
  for (const auto& window : *windows)
    count += bus.number(window, "org.a11y.atspi.Accessible", "ChildCount").value_or(0);
  return count;
}

/// The number of elements that each process shows.
std::map<std::uint32_t, int> shown_by_process(const Here& here) {
  std::map<std::uint32_t, int> shown;
  auto bus = Bus::open(here.ways.a11y_bus);
  if (!bus) return shown;
  const auto applications = bus->children(registry);
  if (!applications) return shown;
  for (const auto& application : *applications) {
    if (const auto process = bus->process_of(application.owner)) shown[process] = elements_of(*bus, application);
  }
  return shown;
}

/// Advice about a program that shows nothing, depending on its toolkit.
std::string how_to_restart(std::uint32_t process, const std::string& name) {
  const auto maps = file_text("/proc/" + std::to_string(process) + "/maps");
  const auto command = file_text("/proc/" + std::to_string(process) + "/cmdline");
  const bool chromium = maps.find("/icudtl.dat") != std::string::npos || maps.find("libcef") != std::string::npos ||
                        command.find("--type=") != std::string::npos || name.find("hrom") != std::string::npos;
  if (chromium)
    return "restart it while interlockd runs, or with --force-renderer-accessibility (doctor --fix changes the menus)";
  if (maps.find("/libQt") != std::string::npos)
    return "restart it while accessibility is on, or with QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1";
  if (maps.find("/libxul.so") != std::string::npos) return "restart it while accessibility is on";
  if (maps.find("/libgtk-") != std::string::npos) return "restart it without NO_AT_BRIDGE and GTK_A11Y=none";
  if (name.find("term") != std::string::npos)
    return "use a terminal that shows its text (gnome-terminal, xfce4-terminal); what is typed into this one is judged "
           "all the same";
  return "restart it; if that does not help, its toolkit has no accessibility and clicks in it are asked about";
}

}  // namespace

Lines check_applications(const Here& here) {
  const auto windows = top_windows(here.ways.display);
  if (windows.empty()) return {};
  const auto shown = shown_by_process(here);
  Lines lines;
  std::set<std::uint32_t> reported;
  for (const auto& window : windows) {
    if (window.process == 0 || !reported.insert(window.process).second) continue;
    const auto found = shown.find(window.process);
    if (found != shown.end() && found->second != 0) continue;
    const bool empty = found != shown.end();
    lines.push_back({"application", State::warning,
                     window.name + " (pid " + std::to_string(window.process) + ") " +
                         (empty ? "shows windows without content" : "shows none of its content"),
                     how_to_restart(window.process, window.name)});
  }
  if (lines.empty())
    lines.push_back({"applications", State::good, std::to_string(reported.size()) + " show their content"});
  return lines;
}

}  // namespace interlock::doctor
