/// Kinds of sites that a policy can block by one word: `guardrails.blocked_categories`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "gate/url/url.h"

namespace interlock::gate::url {

enum class SiteCategory : std::uint8_t { banking, government, email, payment, social };

struct SiteCategoryRow {
  SiteCategory category;
  std::string_view name;
};
/// In the order of the enumeration.
std::span<const SiteCategoryRow> site_categories();
std::optional<SiteCategory> site_category_from_name(std::string_view name);

/// From a list of well-known domains and of suffixes that only such sites can have (.gov, .bank); nothing else is used.
bool is_in_category(const Url& url, SiteCategory category);

}  // namespace interlock::gate::url
