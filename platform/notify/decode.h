/// Reads messages about notifications. Anybody on the session bus may have made them, with any types. The result is
/// nothing if a message is not as the specification requires.
#pragma once

#include <systemd/sd-bus.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/notifier.h"

namespace interlock::platform::notify {

inline constexpr const char* bus_name = "org.freedesktop.Notifications";
inline constexpr const char* object_path = "/org/freedesktop/Notifications";
inline constexpr const char* interface_name = "org.freedesktop.Notifications";

namespace decode {

inline constexpr std::size_t max_strings = 64;  ///< of a server's capabilities; more are ignored

struct Heard {
  std::uint32_t id = 0;
  Answer answer = Answer::dismissed;
};
/// Reads a signal: which of our buttons was pressed, or that the notification was closed. Does not check the sender.
std::optional<Heard> heard(sd_bus_message* signal);

/// The id in the answer to Notify.
std::optional<std::uint32_t> id(sd_bus_message* reply);
/// The first string of an answer; empty if it has none.
std::string string(sd_bus_message* reply);
std::vector<std::string> strings(sd_bus_message* reply);

}  // namespace decode
}  // namespace interlock::platform::notify
