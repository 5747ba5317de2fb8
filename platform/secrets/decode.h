/// Answers of a Secret Service, which any program of the user that owns its name may make up. Bounded; a message of
/// another form gives nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <systemd/sd-bus.h>

#include "platform/secret_text.h"

namespace interlock::platform::secrets::decode {

inline constexpr std::size_t most_items = 64;
inline constexpr std::size_t longest_value = 64 * 1024;
inline constexpr std::size_t most_attributes = 256;

struct Session {
  std::string public_key;  ///< of the service, bytes; empty for `plain`
  std::string path;
};
/// Of OpenSession: a variant with the bytes, and the session.
std::optional<Session> session(sd_bus_message* reply);

struct Items {
  std::vector<std::string> unlocked;  ///< object paths, at most `most_items`
  std::vector<std::string> locked;
};
/// Of SearchItems.
std::optional<Items> items(sd_bus_message* reply);

/// Of Unlock: the path of the prompt, "/" if there is none.
std::optional<std::string> prompt(sd_bus_message* reply);

/// Of Properties.Get of a boolean.
std::optional<bool> truth(sd_bus_message* reply);

struct Secret {
  std::string iv;    ///< the parameters
  SecretText value;  ///< encrypted, unless the session is `plain`
};
/// Of GetSecret: (session, parameters, value, content type).
std::optional<Secret> secret(sd_bus_message* reply);

/// Of Properties.Get of an item's attributes.
std::optional<std::vector<std::pair<std::string, std::string>>> attributes(sd_bus_message* reply);

}  // namespace interlock::platform::secrets::decode
