/// The network of a host: the public internet, or one that only this machine or its neighbours can reach.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gate/url/url.h"

namespace interlock::gate::url {

enum class Network : std::uint8_t {
  loopback,   ///< this machine
  local,      ///< the local networks: private, link-local and unique-local addresses, names of local domains
  metadata,   ///< a cloud's metadata service, which returns credentials
  shared,     ///< a carrier's own addresses (CGNAT)
  multicast,  ///< groups and broadcasts
  special,    ///< reserved, benchmarks, documentation, protocols: no public hosts
};
/// A phrase for sentences: "this machine".
std::string_view network_text(Network network);

/// Nothing: an address on the public internet. IPv4 addresses inside IPv6 ones (mapped, compatible, 6to4, Teredo,
/// NAT64) are recognised.
std::optional<Network> network_of(const Address& address);

/// Nothing: a public name, as far as the name shows; it is not looked up. `domain` is serialised: "printer.local",
/// "10.0.0.1.nip.io".
std::optional<Network> network_of_name(std::string_view domain);

/// By address or name, for schemes that reach a network ("http", "gopher"); nothing for internal schemes of a browser
/// or an application ("chrome://settings", "vscode-file://vscode-app"), whose hosts are not real hosts.
std::optional<Network> network_of(const Url& url);

}  // namespace interlock::gate::url
