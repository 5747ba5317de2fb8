#include "daemon/desk/openings.h"

#include <array>
#include <string_view>

#include "platform/processes.h"

namespace interlock::daemon {
namespace {

/// What programs load that publish elements: GTK 3, Firefox, Chromium and LibreOffice the first.
constexpr std::array<std::string_view, 5> libraries = {"libatk-bridge-2.0.so", "libgtk-4.so", "libQt5Gui.so",
                                                       "libQt6Gui.so", "libatk-wrapper.so"};

}  // namespace

bool may_get_tree(const Window& window, Unknown why) {
  if (why != Unknown::not_accessible && why != Unknown::nothing_at_point) return false;
  return window.pid && platform::has_loaded(static_cast<pid_t>(*window.pid), libraries);
}

Openings::Clock::time_point Openings::wait_until(std::uint64_t window, Clock::time_point now) {
  if (until_.size() >= most && !until_.contains(window)) until_.clear();
  return until_.try_emplace(window, now + patience).first->second;
}

void Openings::published(std::uint64_t window) {
  if (until_.size() >= most && !until_.contains(window)) until_.clear();
  until_[window] = Clock::time_point::min();
}

}  // namespace interlock::daemon
