/// Possible problems with the destination of an action: the cases of the destination check, each with a decision that
/// the policy's `destinations:` can change.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "values/decision.h"

namespace interlock::gate {

enum class DestinationCase : std::uint8_t {
  not_a_url,          ///< it cannot be parsed, and a rule uses URLs
  private_network,    ///< allow_private_networks: false
  unresolved_name,    ///< resolve_names: true, and the addresses of the name are unknown
  disguised_address,  ///< an address or name written so that people do not recognise it
  hidden_metadata,    ///< passes the address of a cloud's metadata service to another site
  ip_address,         ///< block_ip_addresses: true
  not_allowed,        ///< allowed_domains or allowed_protocols do not name it
  blocked_domain,     ///< blocked_domains names it
  blocked_category,   ///< it belongs to a category of blocked_categories
  blocked_pattern,    ///< one of blocked_patterns matches it
  script,             ///< runs a program: a URL that carries one, a console, a macro editor, a formula
  browser_page,       ///< changes an internal page of the browser: its settings, its protection
  unknown_address,    ///< the destination, or the open page, is unknown
  url_limit,          ///< max_urls_visited
  domain_limit,       ///< max_visits_per_domain
};

struct DestinationRow {
  DestinationCase which;
  std::string_view code;
  Decision decision;  ///< unless the policy sets another
};
/// In the order of the enumeration.
std::span<const DestinationRow> destination_table();
const DestinationRow& describe(DestinationCase which);
std::optional<DestinationCase> destination_from_code(std::string_view code);

}  // namespace interlock::gate
