/// Entries of `allowed_domains` and `blocked_domains`, matched on a URL's parsed host.
///
///     example.com            the domain, by http, https, ws or wss; one of two labels with its "www." form
///     *.example.com          the domain and all its subdomains
///     app-*.example.com      a "*" inside a label stands for the rest of that label, never for a dot
///     https://example.com    only by that scheme, without "www."; http*://, chrome-extension://* are possible as well
///     example.com:8080       only on that port
///     192.168.1.1, [::1]     addresses, in whatever form the URL has them
///     *                      any host
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/url/url.h"

namespace interlock::gate::url {

class DomainPattern {
 public:
  /// Nothing if it is not a pattern; then `error` says why.
  static std::optional<DomainPattern> parse(std::string_view text, std::string& error);

  bool matches(const Url& url) const;

 private:
  bool scheme_matches(std::string_view scheme) const;
  bool host_matches(std::string_view host) const;

  std::string scheme_;  ///< may contain "*"; empty: http, https, ws and wss
  std::string host_;    ///< serialised, may contain "*"; empty: any
  bool below_ = false;  ///< also subdomains of the host
  bool www_ = false;
  std::optional<std::uint16_t> port_;
};

/// Matches "https" with "http*": "*" stands for any characters except dots.
bool glob_matches(std::string_view glob, std::string_view text);

/// Schemes that browsers know; used to find mistakes in a policy, and to distinguish URLs from words.
const std::vector<std::string_view>& known_schemes();

}  // namespace interlock::gate::url
