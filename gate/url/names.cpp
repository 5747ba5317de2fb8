// Names whose destination is known without a lookup.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gate/url/characters.h"
#include "gate/url/network.h"

namespace interlock::gate::url {
namespace {

/// Whether it is the name itself, or a subdomain of it.
bool is_under(std::string_view name, std::string_view domain) {
  if (!name.ends_with(domain)) return false;
  return name.size() == domain.size() || name[name.size() - domain.size() - 1] == '.';
}

struct Name {
  std::string_view domain;
  Network network;
};

constexpr auto known_names = std::to_array<Name>({
    {"metadata.google.internal", Network::metadata},
    {"metadata.goog", Network::metadata},
    {"metadata.azure.internal", Network::metadata},
    {"metadata.azure.com", Network::metadata},
    {"metadata.tencentyun.com", Network::metadata},
    {"metadata.platformequinix.com", Network::metadata},
    {"metadata.packet.net", Network::metadata},
    {"metadata.oraclecloud.com", Network::metadata},
    {"instance-data.ec2.internal", Network::metadata},
    {"localhost", Network::loopback},  // RFC 6761, with all its subdomains
    {"localdomain", Network::local},   // /etc/hosts of most distributions
    {"local", Network::local},         // multicast DNS, RFC 6762
    {"internal", Network::local},      // reserved by ICANN for private use
    {"home.arpa", Network::local},     // RFC 8375
    {"intranet", Network::local},      // RFC 6762, appendix G: names in private use, this one and those below
    {"private", Network::local},
    {"corp", Network::local},
    {"home", Network::local},
    {"lan", Network::local},
    {"svc", Network::local},              // services of a Kubernetes cluster
    {"localtest.me", Network::loopback},  // public names that lead to 127.0.0.1, provided for developers
    {"lvh.me", Network::loopback},
    {"vcap.me", Network::loopback},
    {"lacolhost.com", Network::loopback},
    {"local.gd", Network::loopback},
    {"localho.st", Network::loopback},
    {"fuf.me", Network::loopback},
    {"127-0-0-1.org.uk", Network::loopback},
});

constexpr auto single_names = std::to_array<Name>({
    {"ip6-localhost", Network::loopback},
    {"ip6-loopback", Network::loopback},
    {"metadata", Network::metadata},
    {"instance-data", Network::metadata},
    {"rancher-metadata", Network::metadata},
});

/// Public domains whose names contain the address that they resolve to: 10.0.0.1.nip.io, app-10-0-0-1.sslip.io.
constexpr auto wildcard_domains =
    std::to_array<std::string_view>({"nip.io", "sslip.io", "xip.io", "traefik.me", "backname.io", "ipq.co"});

std::vector<std::string> runs_of(std::string_view text, std::string_view characters) {
  std::vector<std::string> runs;
  std::string run;
  for (char c : text) {
    if (characters.find(c) != std::string_view::npos) {
      run += c;
    } else if (!run.empty()) {
      runs.push_back(std::move(run));
      run.clear();
    }
  }
  if (!run.empty()) runs.push_back(std::move(run));
  return runs;
}

std::optional<Network> worst_of_quads(std::string_view labels, char separator) {
  std::vector<std::string> numbers;
  std::optional<Network> found;
  std::string part;
  // Any four numbers in a row: services differ in which of them they use.
  for (std::size_t i = 0; i <= labels.size(); ++i) {
    if (i < labels.size() && is_digit(labels[i])) {
      part += labels[i];
      continue;
    }
    if (part.empty() || part.size() > 3) {
      numbers.clear();
    } else {
      numbers.push_back(part);
    }
    part.clear();
    if (numbers.size() >= 4) {
      const auto last = numbers.end() - 4;
      const auto address = parse_ipv4(last[0] + "." + last[1] + "." + last[2] + "." + last[3]);
      if (address && !found) found = network_of(Address{*address});
    }
    if (i < labels.size() && labels[i] != separator) numbers.clear();
  }
  return found;
}

std::optional<Network> network_in_labels(std::string_view labels) {
  if (const auto dotted = worst_of_quads(labels, '.')) return dotted;
  if (const auto dashed = worst_of_quads(labels, '-')) return dashed;
  for (const std::string& run : runs_of(labels, "0123456789abcdef")) {
    if (run.size() != 8) continue;
    if (const auto address = parse_ipv4("0x" + run)) {
      if (const auto network = network_of(Address{*address})) return network;
    }
  }
  // sslip.io writes IPv6 with dashes: --1 is ::1.
  std::string dashes(labels.substr(labels.rfind('.') + 1));
  std::replace(dashes.begin(), dashes.end(), '-', ':');
  if (const auto address = parse_ipv6(dashes)) return network_of(Address{*address});
  return std::nullopt;
}

}  // namespace

std::optional<Network> network_of_name(std::string_view domain) {
  std::string lowered = lower(domain);
  while (lowered.ends_with('.')) lowered.pop_back();
  for (const Name& name : known_names) {
    if (is_under(lowered, name.domain)) return name.network;
  }
  for (const Name& name : single_names) {
    if (lowered == name.domain) return name.network;
  }
  // A name of one label is looked up among the machines of the local network, unless it ends with a dot.
  if (domain.find('.') == std::string_view::npos) return Network::local;
  for (const std::string_view wildcard : wildcard_domains) {
    if (!is_under(lowered, wildcard) || lowered.size() == wildcard.size()) continue;
    return network_in_labels(std::string_view(lowered).substr(0, lowered.size() - wildcard.size() - 1));
  }
  return std::nullopt;
}

}  // namespace interlock::gate::url
