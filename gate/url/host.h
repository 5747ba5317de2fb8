/// Hosts by the URL Standard: domains (IDNA, by UTS #46, non-transitional), IPv4 and IPv6 addresses, opaque hosts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gate/url/address.h"

namespace interlock::gate::url {

struct Host {
  std::string text;                ///< serialised: punycode, "127.0.0.1", "[::1]"
  std::optional<Address> address;  ///< if it is an address
  bool operator==(const Host&) const = default;
};

enum class HostFault {
  invalid,    ///< characters or an encoding that are not allowed in a host
  no_number,  ///< it ends in a number, but is not an IPv4 address
};

struct ParsedHost {
  std::optional<Host> host;
  HostFault fault = HostFault::invalid;  ///< if there is no host
};

/// The host of a URL with a special scheme (http, ...), not empty.
ParsedHost parse_host(std::string_view text);
/// The host of any other URL: only encoded, otherwise unchanged.
ParsedHost parse_opaque_host(std::string_view text);

}  // namespace interlock::gate::url
