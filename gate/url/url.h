/// URLs as browsers read them: the parser of the URL Standard (https://url.spec.whatwg.org), without a base. Accepts
/// any bytes; invalid UTF-8 is read as U+FFFD.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gate/url/host.h"

namespace interlock::gate::url {

/// All parts as the standard serialises them.
struct Url {
  std::string scheme;  ///< lower case, without the colon: "https"
  std::string username;
  std::string password;
  std::optional<Host> host;           ///< none: the URL has no "//"; that of a file: URL may be empty
  std::string written_host;           ///< the host as it was written, before decoding
  std::optional<std::uint16_t> port;  ///< none if it is the scheme's default
  std::string path;                   ///< "/a/b", or opaque: "text/html,hi" in a data: URL
  bool opaque_path = false;
  std::optional<std::string> query;     ///< without "?"
  std::optional<std::string> fragment;  ///< without "#"
  bool operator==(const Url&) const = default;

  /// The URL as browsers show it in full.
  std::string href() const;
};

enum class Fault {
  too_long,        ///< more than max_url_bytes
  no_scheme,       ///< it does not begin with a scheme and a colon
  no_host,         ///< the scheme needs a host, and there is none
  bad_host,        ///< characters or an encoding that are not allowed in a host
  no_number_host,  ///< a host that ends in a number, but is not an IPv4 address
  bad_port,
};
/// A phrase for sentences: "it has no scheme".
std::string_view fault_text(Fault fault);

struct Parsed {
  std::optional<Url> url;
  Fault fault = Fault::no_scheme;  ///< if there is no URL
};

/// Browsers open URLs of up to 2 MiB; a longer one is invalid.
inline constexpr std::size_t max_url_bytes = 2 * 1024 * 1024;

Parsed parse(std::string_view text);
std::optional<Url> parse_url(std::string_view text);
/// Begins with http:// or https:// as browsers write it. Says of most pages, without parsing, that their scheme is no
/// other one; `false` says nothing.
bool is_plain_web(std::string_view text);

/// http, https, ws, wss, ftp, file: schemes whose hosts are domains and addresses.
bool is_special(std::string_view scheme);

}  // namespace interlock::gate::url
