#include "platform/notify/decode.h"

#include <string_view>

namespace interlock::platform::notify::decode {

std::optional<Heard> heard(sd_bus_message* signal) {
  std::uint32_t id = 0;
  if (sd_bus_message_is_signal(signal, interface_name, "ActionInvoked") > 0) {
    const char* key = nullptr;
    if (sd_bus_message_read(signal, "us", &id, &key) <= 0) return std::nullopt;
    const std::string_view action = key;
    if (action == "approve") return Heard{id, Answer::approved};
    if (action == "approve-session") return Heard{id, Answer::approved_for_session};
    if (action == "deny") return Heard{id, Answer::denied};
  } else if (sd_bus_message_is_signal(signal, interface_name, "NotificationClosed") > 0) {
    std::uint32_t reason = 0;
    if (sd_bus_message_read(signal, "uu", &id, &reason) <= 0) return std::nullopt;
    return Heard{id, Answer::dismissed};
  }
  return std::nullopt;
}

std::optional<std::uint32_t> id(sd_bus_message* reply) {
  std::uint32_t id = 0;
  return sd_bus_message_read(reply, "u", &id) > 0 ? std::optional(id) : std::nullopt;
}

std::string string(sd_bus_message* reply) {
  const char* text = nullptr;
  return sd_bus_message_read(reply, "s", &text) > 0 ? text : "";
}

std::vector<std::string> strings(sd_bus_message* reply) {
  std::vector<std::string> all;
  if (sd_bus_message_enter_container(reply, 'a', "s") <= 0) return all;
  const char* text = nullptr;
  while (all.size() < max_strings && sd_bus_message_read(reply, "s", &text) > 0) all.emplace_back(text);
  return all;
}

}  // namespace interlock::platform::notify::decode
