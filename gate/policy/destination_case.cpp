#include "gate/policy/destination_case.h"

#include <algorithm>
#include <array>

namespace interlock::gate {
namespace {

constexpr std::array<DestinationRow, 15> table = {{
    {DestinationCase::not_a_url, "not_a_url", Decision::block},
    {DestinationCase::private_network, "private_network", Decision::block},
    {DestinationCase::unresolved_name, "unresolved_name", Decision::require_confirmation},
    {DestinationCase::disguised_address, "disguised_address", Decision::require_confirmation},
    {DestinationCase::hidden_metadata, "hidden_metadata", Decision::require_confirmation},
    {DestinationCase::ip_address, "ip_address", Decision::block},
    {DestinationCase::not_allowed, "not_allowed", Decision::block},
    {DestinationCase::blocked_domain, "blocked_domain", Decision::block},
    {DestinationCase::blocked_category, "blocked_category", Decision::block},
    {DestinationCase::blocked_pattern, "blocked_pattern", Decision::block},
    {DestinationCase::script, "script", Decision::require_confirmation},
    {DestinationCase::browser_page, "browser_page", Decision::require_confirmation},
    {DestinationCase::unknown_address, "unknown_address", Decision::require_confirmation},
    {DestinationCase::url_limit, "url_limit", Decision::block},
    {DestinationCase::domain_limit, "domain_limit", Decision::block},
}};

}  // namespace

std::span<const DestinationRow> destination_table() {
  return table;
}

const DestinationRow& describe(DestinationCase which) {
  return table[static_cast<std::size_t>(which)];
}

std::optional<DestinationCase> destination_from_code(std::string_view code) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.code == code; });
  return found == table.end() ? std::nullopt : std::optional(found->which);
}

}  // namespace interlock::gate
