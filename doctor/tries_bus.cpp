#include <chrono>
#include <cstring>
#include <limits>

#include "doctor/bus.h"
#include "doctor/tries.h"

namespace interlock::doctor {
namespace {

constexpr std::uint32_t no_prompt = std::numeric_limits<std::uint32_t>::max();  ///< no server uses such a large id

int note_signal(sd_bus_message*, void* came, sd_bus_error*) {
  *static_cast<bool*>(came) = true;
  return 0;
}

}  // namespace

Tried try_session_bus(const Ways& ways) {
  const auto bus = Bus::open(ways.session_bus);
  if (!bus) return {Reach::closed, bus.error()};
  return {Reach::open, "connected"};
}

Tried try_forged_reply(const Ways& ways) {
  auto listener = Bus::open(ways.session_bus);
  auto forger = Bus::open(ways.session_bus);
  if (!listener || !forger) return {Reach::closed, "the session bus is out of reach"};
  bool came = false;
  constexpr const char* interface = "org.freedesktop.Notifications";
  constexpr const char* path = "/org/freedesktop/Notifications";
  sd_bus_match_signal(listener->get(), nullptr, nullptr, path, interface, "ActionInvoked", note_signal, &came);
  if (sd_bus_emit_signal(forger->get(), path, interface, "ActionInvoked", "us", no_prompt, "nothing") < 0)
    return {Reach::closed, "the signal was not sent"};
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{1};
  while (!came && std::chrono::steady_clock::now() < until) {
    const int done = sd_bus_process(listener->get(), nullptr);
    if (done < 0) break;
    if (done == 0) sd_bus_wait(listener->get(), 50'000);
  }
  if (!came) return {Reach::closed, "the signal did not arrive"};
  return {Reach::open, "a signal for a prompt that is none was sent and arrived; interlockd checks who sent it"};
}

Tried try_generated_event(const Ways& ways) {
  auto bus = Bus::open(ways.a11y_bus);
  if (!bus) return {Reach::closed, bus.error()};
  if (ways.display_at_work) return {Reach::open, "the bus is there; no motion was sent, agents are at work"};
  // "rel": by 0 pixels.
  const auto done = bus->call({"org.a11y.atspi.Registry", "/org/a11y/atspi/registry/deviceeventcontroller"},
                              "org.a11y.atspi.DeviceEventController", "GenerateMouseEvent", "iis", 0, 0, "rel");
  if (!done) return {Reach::closed, done.error()};
  return {Reach::open, "GenerateMouseEvent moved the pointer by 0 pixels"};
}

Tried try_element_action(const Ways& ways) {
  auto bus = Bus::open(ways.a11y_bus);
  if (!bus) return {Reach::closed, bus.error()};
  const auto applications = bus->children({"org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"});
  if (!applications) return {Reach::closed, applications.error()};
  if (applications->empty()) return {Reach::open, "the registry answers; there is no application to ask"};
  // There is no such action: any answer shows that an existing action would have been done.
  const auto asked = bus->call(applications->front(), "org.a11y.atspi.Action", "DoAction", "i", -1);
  const bool silent = !asked && asked.error().find("Timeout") != std::string::npos;
  if (silent) return {Reach::untried, "the application does not answer"};
  return {Reach::open, "DoAction reached an application"};
}

}  // namespace interlock::doctor
