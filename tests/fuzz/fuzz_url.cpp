// The URL parser on any bytes: it ends, and a URL that it wrote is the same URL when it is read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gate/url/url.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock::gate;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto url = url::parse_url(text);
  if (!url) return 0;
  const std::string href = url->href();
  const auto again = url::parse_url(href);
  if (!again || again->href() != href || again->scheme != url->scheme || again->host != url->host) std::abort();
  return 0;
}
