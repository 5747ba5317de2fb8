/// The sites that a session visited, for the limits on them. A plain value, limited in size.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "gate/url/url.h"

namespace interlock::gate {

struct Itinerary {
  static constexpr std::uint32_t max_urls = 4096;  ///< more distinct URLs are not distinguished; no limit may be higher
  static constexpr std::size_t max_hosts = 4096;

  std::unordered_set<std::uint64_t> urls;                    ///< distinct, without fragments
  std::unordered_map<std::uint64_t, std::uint32_t> domains;  ///< visits of each host
  std::set<std::string, std::less<>> agreed;  ///< private hosts that were acted on: a person approved them
  std::uint64_t last = 0;                     ///< the URL that was there last

  /// The number of distinct URLs, and of visits of its host, that there would be with `url`.
  std::uint32_t urls_with(const url::Url& url) const;
  std::uint32_t visits_with(const url::Url& url) const;
  bool is_here(const url::Url& url) const;
  bool has_agreed(const url::Url& url) const;

  void visit(const url::Url& url);
  void agree(const url::Url& url);
};

}  // namespace interlock::gate
