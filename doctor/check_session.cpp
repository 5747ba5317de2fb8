#include <algorithm>

#include "doctor/bus.h"
#include "doctor/checks.h"

namespace interlock::doctor {
namespace {

const Bus::Object launcher = {"org.a11y.Bus", "/org/a11y/bus"};

Lines no_session_bus(const char* check, const std::string& why) {
  return {{check, State::bad, "no session bus: " + why, "call interlockctl from inside the desktop session"}};
}

}  // namespace

Lines check_accessibility(const Here& here) {
  auto bus = Bus::open(here.ways.session_bus);
  if (!bus) return no_session_bus("accessibility", bus.error());
  const auto on = bus->boolean(launcher, "org.a11y.Status", "IsEnabled");
  if (!on) {
    return {{"accessibility", State::bad, "no accessibility bus (" + on.error() + ")",
             "install at-spi2-core and log in again"}};
  }
  if (!*on) {
    return {{"accessibility", State::warning, "it is off: applications that start now show none of their content",
             "turn it on (doctor --fix does), then restart the applications", true}};
  }
  if (here.ways.a11y_bus.empty() || !Bus::open(here.ways.a11y_bus)) {
    return {{"accessibility", State::bad, "it is on, but its bus does not answer",
             "start /usr/libexec/at-spi-bus-launcher again, or log in again"}};
  }
  return {{"accessibility", State::good, "on"}};
}

Lines check_notifier(const Here& here) {
  constexpr const char* name = "org.freedesktop.Notifications";
  auto bus = Bus::open(here.ways.session_bus);
  if (!bus) return no_session_bus("notifications", bus.error());
  // A real call, because the bus may start a server for it.
  const auto capabilities = bus->strings({name, "/org/freedesktop/Notifications"}, name, "GetCapabilities");
  if (!capabilities) {
    return {
        {"notifications", State::warning,
         "nothing shows notifications: questions of a confined agent are answered only by interlockctl",
         "start a notification server such as xfce4-notifyd, or set 'daemon.prompt: window' in the policy; meanwhile: "
         "interlockctl watch"}};
  }
  if (std::find(capabilities->begin(), capabilities->end(), "actions") == capabilities->end()) {
    return {{"notifications", State::warning,
             "they have no buttons: questions of a confined agent are answered only by interlockctl",
             "use a notification server with actions, such as xfce4-notifyd, or set 'daemon.prompt: window' in the "
             "policy"}};
  }
  return {{"notifications", State::good, "shown, with buttons"}};
}

Lines check_lock(const Here& here) {
  auto bus = Bus::open(here.ways.session_bus);
  if (!bus) return {};
  for (const auto& [name, path] : {std::pair{"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"},
                                   std::pair{"org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"}}) {
    if (!bus->has_owner(name)) continue;
    const auto reply = bus->call({name, path}, name, "GetActive");
    int active = 0;
    if (!reply || sd_bus_message_read(reply->get(), "b", &active) < 0) continue;
    if (active != 0) return {{"screen", State::warning, "locked: agents wait until it is unlocked", "unlock it"}};
    return {{"screen", State::good, "not locked"}};
  }
  return {{"screen", State::note, "nothing reports whether it is locked (no screen saver on the session bus)"}};
}

}  // namespace interlock::doctor
