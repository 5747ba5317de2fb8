// The URL parser on any bytes: it ends, and a URL that it wrote is the same URL when it is read again. The functions of
// rules, address bars and domain lists on the same bytes end as well.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gate/url/address_bar.h"
#include "gate/url/domain_pattern.h"
#include "gate/url/network.h"
#include "gate/url/site_categories.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock::gate;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string error;
  const auto pattern = url::DomainPattern::parse(text, error);
  if (!pattern && error.empty()) std::abort();
  // An address that was completed to a URL is unchanged when it is typed again.
  if (const auto opened = url::opened_by(text); opened && url::opened_by(*opened) != opened) std::abort();
  url::destination_of(text);

  const auto url = url::parse_url(text);
  if (!url) return 0;
  const std::string href = url->href();
  const auto again = url::parse_url(href);
  if (!again || again->href() != href || again->scheme != url->scheme || again->host != url->host) std::abort();
  url::network_of(*url);
  for (const auto& row : url::site_categories()) url::is_in_category(*url, row.category);
  if (pattern) pattern->matches(*url);
  return 0;
}
