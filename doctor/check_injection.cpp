#include <string>

#include "doctor/bus.h"
#include "doctor/desk.h"

namespace interlock::doctor {
namespace {

/// Through which programs on the session bus inject input in a Wayland session.
struct Service {
  const char* name;
  const char* path;
  const char* interface;
  bool asks;  ///< it asks the person first; they may allow it for ever
};

constexpr Service services[] = {
    {"org.gnome.Mutter.RemoteDesktop", "/org/gnome/Mutter/RemoteDesktop", "org.gnome.Mutter.RemoteDesktop", false},
    {"org.kde.KWin", "/org/kde/KWin/EIS/RemoteDesktop", "org.kde.KWin.EIS.RemoteDesktop", false},
    {"org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.RemoteDesktop", true},
};

/// Whether the service has the interface; an error if it does not say so. Only a service that runs is asked: the
/// question must not start one.
BusReply<bool> is_offered(Bus& bus, const Service& service) {
  if (!bus.has_owner(service.name)) return false;
  const auto described = bus.call({service.name, service.path}, "org.freedesktop.DBus.Introspectable", "Introspect");
  if (!described) {
    const bool absent = described.error().starts_with("org.freedesktop.DBus.Error.Unknown");  // object, interface
    return absent ? BusReply<bool>(false) : tl::unexpected(described.error());
  }
  const char* text = nullptr;
  if (sd_bus_message_read(described->get(), "s", &text) < 0) return tl::unexpected(std::string("no text"));
  return std::string(text).find('"' + std::string(service.interface) + '"') != std::string::npos;
}

Line line_of(const Service& service, bool enforced) {
  const std::string who = "each program on the session bus can inject input by " + std::string(service.interface);
  if (service.asks) return {"other input", State::note, who + ", if the person allows it"};
  if (enforced) {
    return {"other input", State::note, who + " without a question; it is reported, and held back while agents act"};
  }
  return {"other input", State::warning, who + " without a question, and interlock does not hold it back",
          "start agents with 'interlockctl run', which keeps them off the session bus (docs/wayland.md)"};
}

}  // namespace

Lines check_injection(const Here& here) {
  auto bus = Bus::open(here.ways.session_bus);
  if (!bus) return {};  // check_notifier reports it
  const auto desk = desk_of(here);
  const bool enforced = desk && desk->works && desk->advisory.empty();
  Lines lines;
  for (const Service& service : services) {
    const auto offered = is_offered(*bus, service);
    if (!offered) {
      lines.push_back({"other input", State::warning,
                       std::string(service.name) + " does not say whether programs can inject input by " +
                           service.interface + ": " + offered.error(),
                       "call interlockctl doctor again; if that does not help, log out and in"});
    } else if (*offered) {
      lines.push_back(line_of(service, enforced));
    }
  }
  return lines;
}

}  // namespace interlock::doctor
