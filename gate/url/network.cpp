#include "gate/url/network.h"

#include <algorithm>
#include <array>

#include "gate/url/characters.h"

namespace interlock::gate::url {
namespace {

struct Range4 {
  std::uint32_t first;
  int prefix;
  Network network;
};

// The IANA IPv4 special-purpose address registry, multicast, and the clouds' metadata services from their
// documentation.
constexpr auto ranges4 = std::to_array<Range4>({
    {0xA9FEA9FE, 32, Network::metadata},   // 169.254.169.254: EC2, GCE, Azure, OpenStack, ...
    {0xA9FEAA02, 32, Network::metadata},   // 169.254.170.2: ECS
    {0x646464C8, 32, Network::metadata},   // 100.100.100.200: Alibaba
    {0xC00000C0, 32, Network::metadata},   // 192.0.0.192: Oracle
    {0xA83F8110, 32, Network::metadata},   // 168.63.129.16: Azure
    {0x00000000, 8, Network::loopback},    // 0.0.0.0/8 "this host": connects to this machine
    {0x7F000000, 8, Network::loopback},    // 127.0.0.0/8
    {0x0A000000, 8, Network::local},       // 10.0.0.0/8
    {0xAC100000, 12, Network::local},      // 172.16.0.0/12
    {0xC0A80000, 16, Network::local},      // 192.168.0.0/16
    {0xA9FE0000, 16, Network::local},      // 169.254.0.0/16
    {0x64400000, 10, Network::shared},     // 100.64.0.0/10
    {0xC0000000, 24, Network::special},    // 192.0.0.0/24 protocol assignments
    {0xC0000200, 24, Network::special},    // 192.0.2.0/24 documentation
    {0xC01FC400, 24, Network::special},    // 192.31.196.0/24 AS112
    {0xC034C100, 24, Network::special},    // 192.52.193.0/24 AMT
    {0xC0586300, 24, Network::special},    // 192.88.99.0/24 6to4 relays
    {0xC0AF3000, 24, Network::special},    // 192.175.48.0/24 AS112
    {0xC6120000, 15, Network::special},    // 198.18.0.0/15 benchmarks
    {0xC6336400, 24, Network::special},    // 198.51.100.0/24 documentation
    {0xCB007100, 24, Network::special},    // 203.0.113.0/24 documentation
    {0xE0000000, 4, Network::multicast},   // 224.0.0.0/4
    {0xFFFFFFFF, 32, Network::multicast},  // broadcast
    {0xF0000000, 4, Network::special},     // 240.0.0.0/4 reserved
});

struct Range6 {
  std::array<std::uint16_t, 4> first;
  int prefix;
  Network network;
};

// The IANA IPv6 special-purpose address registry, and multicast.
constexpr auto ranges6 = std::to_array<Range6>({
    {{0xFE80, 0, 0, 0}, 10, Network::local},         // link-local
    {{0xFEC0, 0, 0, 0}, 10, Network::local},         // site-local, deprecated
    {{0xFC00, 0, 0, 0}, 7, Network::local},          // unique-local
    {{0xFF00, 0, 0, 0}, 8, Network::multicast},      //
    {{0x0064, 0xFF9B, 0, 0}, 32, Network::special},  // NAT64 other than 64:ff9b::/96, such as the local 64:ff9b:1::/48
    {{0x0100, 0, 0, 0}, 64, Network::special},       // discard
    {{0x2001, 0, 0, 0}, 23, Network::special},       // protocol assignments: Teredo, benchmarks, ORCHID, ...
    {{0x2001, 0x0DB8, 0, 0}, 32, Network::special},  // documentation
    {{0x3FFF, 0, 0, 0}, 20, Network::special},       // documentation
    {{0x2620, 0x004F, 0x8000, 0}, 48, Network::special},  // AS112
    {{0x5F00, 0, 0, 0}, 16, Network::special},            // segment routing
});

bool starts_with(std::uint32_t address, std::uint32_t first, int prefix) {
  const std::uint32_t mask = prefix == 0 ? 0 : ~std::uint32_t{0} << (32 - prefix);
  return (address & mask) == (first & mask);
}

bool starts_with(const Ipv6& address, const std::array<std::uint16_t, 4>& first, int prefix) {
  for (std::size_t i = 0; i < first.size() && prefix > 0; ++i, prefix -= 16) {
    const int bits = prefix < 16 ? prefix : 16;
    const auto mask = static_cast<std::uint16_t>(0xFFFF << (16 - bits));
    if ((address.pieces[i] & mask) != (first[i] & mask)) return false;
  }
  return true;
}

bool are_zero(const Ipv6& address, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (address.pieces[i] != 0) return false;
  }
  return true;
}

Ipv4 ipv4_at(const Ipv6& address, std::size_t piece) {
  return {std::uint32_t{address.pieces[piece]} << 16 | address.pieces[piece + 1]};
}

std::optional<Network> network_of(Ipv4 address) {
  for (const Range4& range : ranges4) {
    if (starts_with(address.bits, range.first, range.prefix)) return range.network;
  }
  return std::nullopt;
}

/// The IPv4 address at which packets to `address` arrive.
std::optional<Ipv4> embedded(const Ipv6& address) {
  const auto& pieces = address.pieces;
  if (are_zero(address, 0, 5) && pieces[5] == 0xFFFF) return ipv4_at(address, 6);                       // mapped
  if (are_zero(address, 0, 6)) return ipv4_at(address, 6);                                              // compatible
  if (are_zero(address, 0, 4) && pieces[4] == 0xFFFF && pieces[5] == 0) return ipv4_at(address, 6);     // translated
  if (pieces[0] == 0x64 && pieces[1] == 0xFF9B && are_zero(address, 2, 6)) return ipv4_at(address, 6);  // NAT64
  if (pieces[0] == 0x2002) return ipv4_at(address, 1);                                                  // 6to4
  if (pieces[0] == 0x2001 && pieces[1] == 0) return Ipv4{~ipv4_at(address, 6).bits};                    // Teredo
  return std::nullopt;
}

std::optional<Network> network_of(const Ipv6& address) {
  if (address == Ipv6{} || address == Ipv6{{0, 0, 0, 0, 0, 0, 0, 1}}) return Network::loopback;
  if (address == Ipv6{{0xFD00, 0x0EC2, 0, 0, 0, 0, 0, 0x0254}}) return Network::metadata;  // EC2
  if (const auto inside = embedded(address)) {
    if (const auto network = network_of(*inside)) return network;
    // Teredo's own range is special, whoever uses it.
    if (address.pieces[0] != 0x2001) return std::nullopt;
  }
  for (const Range6& range : ranges6) {
    if (starts_with(address, range.first, range.prefix)) return range.network;
  }
  return std::nullopt;
}

// In addition to the special schemes: those that browsers pass to other programs, and those that old browsers
// supported.
constexpr auto network_schemes = std::to_array<std::string_view>(
    {"gopher", "dict", "ldap", "ldaps", "sftp", "tftp", "ssh",    "telnet", "smb",   "nfs",
     "rtsp",   "rtmp", "irc",  "ircs",  "git",  "svn",  "finger", "imap",   "imaps", "pop",
     "pop3",   "smtp", "mqtt", "redis", "rdp",  "vnc",  "ftps",   "webcal", "dav",   "davs"});

bool reaches_network(std::string_view scheme) {
  return is_special(scheme) ||
         std::find(network_schemes.begin(), network_schemes.end(), scheme) != network_schemes.end();
}

}  // namespace

std::string_view network_text(Network network) {
  switch (network) {
    case Network::loopback:
      return "this machine";
    case Network::local:
      return "the local network";
    case Network::metadata:
      return "a cloud's metadata service, which gives out credentials";
    case Network::shared:
      return "the carrier's network";
    case Network::multicast:
      return "a group of machines on the local network";
    case Network::special:
      return "a range that is not on the public internet";
  }
  return {};
}

std::optional<Network> network_of(const Address& address) {
  return std::visit([](const auto& one) { return network_of(one); }, address);
}

std::optional<Network> network_of(const Url& url) {
  if (!url.host || url.host->text.empty() || !reaches_network(url.scheme)) return std::nullopt;
  if (url.host->address) return network_of(*url.host->address);
  if (is_special(url.scheme)) return network_of_name(url.host->text);
  // The program that gets such a URL reads its host as a domain or address, which the URL Standard does not.
  const auto host = parse_host(percent_decoded(url.host->text)).host;
  if (!host) return std::nullopt;
  return host->address ? network_of(*host->address) : network_of_name(host->text);
}

}  // namespace interlock::gate::url
