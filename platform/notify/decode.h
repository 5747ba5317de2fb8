/// What is read of messages about notifications: anybody on the session bus may have made them, of any types.
/// What is not as the specification has it is nothing.
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

inline constexpr std::size_t max_strings = 64;  ///< of a server's abilities; what comes after is not read

struct Heard {
  std::uint32_t id = 0;
  Answer answer = Answer::dismissed;
};
/// Of a signal: which of our buttons was pressed, or that the notification is closed. Who sent it is not looked at.
std::optional<Heard> heard(sd_bus_message* signal);

/// The id that Notify answers.
std::optional<std::uint32_t> id(sd_bus_message* reply);
/// The first string of an answer; empty where it has none.
std::string string(sd_bus_message* reply);
std::vector<std::string> strings(sd_bus_message* reply);

}  // namespace decode
}  // namespace interlock::platform::notify
