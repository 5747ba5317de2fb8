/// Entries of `allowed_domains` and `blocked_domains`, matched on a URL's parsed host.
///
///     example.com            the domain, by http, https, ws or wss; one of two labels with its "www." form
///     *.example.com          the domain and all under it
///     app-*.example.com      a "*" inside a label stands for the rest of that label, never for a dot
///     https://example.com    by that scheme alone, without "www."; http*://, chrome-extension://* are possible, too
///     example.com:8080       on that port alone
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
  /// Nothing when it is none; then `error` says why.
  static std::optional<DomainPattern> parse(std::string_view text, std::string& error);

  bool matches(const Url& url) const;

 private:
  bool scheme_matches(std::string_view scheme) const;
  bool host_matches(std::string_view host) const;

  std::string scheme_;  ///< may hold "*"; empty: the web's
  std::string host_;    ///< serialised, may hold "*"; empty: any
  bool below_ = false;  ///< names under the host, too
  bool www_ = false;
  std::optional<std::uint16_t> port_;
};

/// "https" against "http*": "*" stands for any characters but dots.
bool glob_matches(std::string_view glob, std::string_view text);

/// Schemes that browsers know; for finding slips in a policy, and for telling URLs from words.
const std::vector<std::string_view>& known_schemes();

}  // namespace interlock::gate::url
