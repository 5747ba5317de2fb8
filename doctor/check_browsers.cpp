#include <cstdlib>
#include <filesystem>

#include "doctor/checks.h"
#include "doctor/menu_entry.h"

namespace interlock::doctor {

Lines check_browsers(const Here&) {
  std::string without;
  for (const auto& entry : browser_entries()) {
    if (!entry.forced) without += (without.empty() ? "" : ", ") + entry.name;
  }
  if (without.empty()) return {};
  return {{"menus", State::warning, "they show nothing if they are started before interlockd: " + without,
           "add --force-renderer-accessibility to their menu entries (doctor --fix does, in your own folder)", true}};
}

}  // namespace interlock::doctor
