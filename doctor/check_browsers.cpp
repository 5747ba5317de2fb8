#include <cstdlib>
#include <filesystem>

#include "doctor/checks.h"
#include "doctor/menu_entry.h"

namespace interlock::doctor {

namespace {

Line about(const ipc::Listener& listener) {
  return {"network", State::warning, "programs can act on the desktop past interlock by " + ipc::text_of(listener),
          listener.only_loopback()
              ? "agents that 'interlockctl run' starts cannot; for others, start it without that port"
              : "let it listen on 127.0.0.1 only, or start it without that port"};
}

}  // namespace

Lines check_browsers(const Here& here) {
  Lines lines;
  if (!here.ways.listeners) {
    lines.push_back({"network", State::warning,
                     "it is not known what listens on this machine: /proc/self/net/tcp cannot be read",
                     "mount /proc as usual"});
  }
  for (const auto& listener : here.ways.listeners.value_or(std::vector<ipc::Listener>()))
    lines.push_back(about(listener));
  std::string without;
  for (const auto& entry : browser_entries()) {
    if (!entry.forced) without += (without.empty() ? "" : ", ") + entry.name;
  }
  if (without.empty()) return lines;
  lines.push_back({"menus", State::warning, "they show nothing if they are started before interlockd: " + without,
                   "add --force-renderer-accessibility to their menu entries (doctor --fix does, in your own folder)",
                   true});
  return lines;
}

}  // namespace interlock::doctor
