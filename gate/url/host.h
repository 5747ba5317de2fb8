/// Hosts by the URL Standard: domains (IDNA, by UTS #46, non-transitional), IPv4 and IPv6 addresses, opaque hosts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gate/url/address.h"

namespace interlock::gate::url {

struct Host {
  std::string text;                ///< serialised: punycode, "127.0.0.1", "[::1]"
  std::optional<Address> address;  ///< where it is one
  bool operator==(const Host&) const = default;
};

enum class HostFault {
  invalid,    ///< characters or an encoding that no host has
  no_number,  ///< it ends in a number, and is no IPv4 address
};

struct ParsedHost {
  std::optional<Host> host;
  HostFault fault = HostFault::invalid;  ///< when there is none
};

/// The host of a URL with a special scheme (http, ...), not empty.
ParsedHost parse_host(std::string_view text);
/// The host of any other URL: kept as it is written, but for encoding.
ParsedHost parse_opaque_host(std::string_view text);

}  // namespace interlock::gate::url
