#include "platform/secrets/decode.h"

namespace interlock::platform::secrets::decode {

namespace {

std::optional<std::string> bytes(sd_bus_message* message, std::size_t longest) {
  const void* data = nullptr;
  std::size_t size = 0;
  if (sd_bus_message_read_array(message, 'y', &data, &size) < 0 || size > longest) return std::nullopt;
  return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), size);
}

std::optional<std::vector<std::string>> paths(sd_bus_message* message) {
  std::vector<std::string> all;
  if (sd_bus_message_enter_container(message, 'a', "o") <= 0) return std::nullopt;
  const char* path = nullptr;
  while (sd_bus_message_read(message, "o", &path) > 0) {
    if (all.size() < most_items) all.emplace_back(path);
  }
  if (sd_bus_message_exit_container(message) < 0) return std::nullopt;
  return all;
}

}  // namespace

std::optional<Session> session(sd_bus_message* reply) {
  Session found;
  const char* type = nullptr;
  char kind = 0;
  if (sd_bus_message_peek_type(reply, &kind, &type) <= 0 || kind != 'v' || type == nullptr) return std::nullopt;
  if (std::string_view(type) == "ay") {
    if (sd_bus_message_enter_container(reply, 'v', "ay") <= 0) return std::nullopt;
    auto key = bytes(reply, longest_value);
    if (!key || sd_bus_message_exit_container(reply) < 0) return std::nullopt;
    found.public_key = std::move(*key);
  } else if (sd_bus_message_skip(reply, "v") < 0) {
    return std::nullopt;
  }
  const char* path = nullptr;
  if (sd_bus_message_read(reply, "o", &path) <= 0) return std::nullopt;
  found.path = path;
  return found;
}

std::optional<Items> items(sd_bus_message* reply) {
  auto unlocked = paths(reply);
  if (!unlocked) return std::nullopt;
  auto locked = paths(reply);
  if (!locked) return std::nullopt;
  return Items{std::move(*unlocked), std::move(*locked)};
}

std::optional<std::string> prompt(sd_bus_message* reply) {
  const char* path = nullptr;
  if (!paths(reply) || sd_bus_message_read(reply, "o", &path) <= 0) return std::nullopt;
  return path;
}

std::optional<bool> truth(sd_bus_message* reply) {
  int value = 0;
  if (sd_bus_message_read(reply, "v", "b", &value) <= 0) return std::nullopt;
  return value != 0;
}

std::optional<Secret> secret(sd_bus_message* reply) {
  Secret found;
  const char* session = nullptr;
  if (sd_bus_message_enter_container(reply, 'r', "oayays") <= 0 || sd_bus_message_read(reply, "o", &session) <= 0) {
    return std::nullopt;
  }
  auto iv = bytes(reply, longest_value);
  if (!iv) return std::nullopt;
  auto value = bytes(reply, longest_value);
  if (!value) return std::nullopt;
  found.iv = std::move(*iv);
  found.value = SecretText(*value);
  wipe(*value);
  return found;
}

std::optional<std::vector<std::pair<std::string, std::string>>> attributes(sd_bus_message* reply) {
  std::vector<std::pair<std::string, std::string>> all;
  if (sd_bus_message_enter_container(reply, 'v', "a{ss}") <= 0 ||
      sd_bus_message_enter_container(reply, 'a', "{ss}") <= 0) {
    return std::nullopt;
  }
  const char *key = nullptr, *value = nullptr;
  while (all.size() < most_attributes && sd_bus_message_read(reply, "{ss}", &key, &value) > 0)
    all.emplace_back(key, value);
  return all;
}

}  // namespace interlock::platform::secrets::decode
