#include "gate/shell/hosts.h"

#include <algorithm>
#include <optional>

#include "gate/url/network.h"

namespace interlock::gate::shell {
namespace {

std::optional<url::Address> address_of(std::string_view host) {
  if (const auto ipv4 = url::parse_ipv4(host)) return *ipv4;
  if (const auto ipv6 = url::parse_ipv6(host)) return *ipv6;
  return std::nullopt;
}

}  // namespace

bool is_remote(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && colon > 0 && text.find('/') > colon && text.substr(colon, 2) != ":\\";
}

bool is_url(std::string_view text) {
  const std::size_t at = text.find("://");
  return at != std::string_view::npos && at > 0 && text.find('/') > at;
}

std::string_view host_of(std::string_view target) {
  if (is_url(target)) {
    target.remove_prefix(target.find("://") + 3);
    target = target.substr(0, target.find_first_of("/?#"));
  }
  target.remove_prefix(std::min(target.rfind('@', target.find_first_of(":[")) + 1, target.size()));
  return target.starts_with('[') ? target.substr(1, target.find(']') - 1) : target.substr(0, target.find(':'));
}

bool is_near(std::string_view host) {
  if (const auto address = address_of(host)) {
    const auto network = url::network_of(*address);
    return network == url::Network::local || network == url::Network::loopback;
  }
  return host == "localhost" || host.ends_with(".local") || host.ends_with(".home.arpa");
}

bool is_bare_address(std::string_view target) {
  return address_of(host_of(target)) && !is_near(host_of(target));
}

}  // namespace interlock::gate::shell
