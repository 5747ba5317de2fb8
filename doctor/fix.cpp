#include <filesystem>
#include <fstream>

#include "doctor/bus.h"
#include "doctor/checks.h"
#include "doctor/menu_entry.h"

namespace interlock::doctor {
namespace {

namespace fs = std::filesystem;

std::string turn_accessibility_on(const Here& here) {
  auto bus = Bus::open(here.ways.session_bus);
  if (!bus) return {};
  const Bus::Object launcher = {"org.a11y.Bus", "/org/a11y/bus"};
  const auto on = bus->boolean(launcher, "org.a11y.Status", "IsEnabled");
  if (!on || *on) return {};
  // The bus launcher stores it in org.gnome.desktop.interface toolkit-accessibility, if that schema exists.
  const auto set =
      bus->call(launcher, "org.freedesktop.DBus.Properties", "Set", "ssv", "org.a11y.Status", "IsEnabled", "b", 1);
  if (!set) return "accessibility could not be turned on: " + set.error();
  return "accessibility is on; restart the applications that run";
}

std::string force_tree(const MenuEntry& entry) {
  std::ifstream in(entry.path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::error_code failed;
  fs::create_directories(own_entries(), failed);
  const auto path = own_entries() + "/" + entry.name;
  // Written to a temporary file and renamed, so that a menu never reads half an entry.
  const auto fresh = path + ".interlock-new";
  std::ofstream out(fresh);
  out << with_forced_tree(text);
  out.close();
  if (out) fs::rename(fresh, path, failed);
  if (!out || failed) return path + " could not be written";
  return path + " starts it with its tree; remove this file to have the system's entry again";
}

}  // namespace

std::vector<std::string> fix(const Here& here) {
  std::vector<std::string> done;
  if (auto said = turn_accessibility_on(here); !said.empty()) done.push_back(std::move(said));
  for (const auto& entry : browser_entries()) {
    if (!entry.forced) done.push_back(force_tree(entry));
  }
  return done;
}

}  // namespace interlock::doctor
