/// URLs as browsers read them: the parser of the URL Standard (https://url.spec.whatwg.org), without a base. Total on
/// any bytes; what is not UTF-8 is read as U+FFFD.
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
  std::optional<Host> host;           ///< none: the URL has no "//"; a file: URL's may be empty
  std::string written_host;           ///< the host as it was written, before decoding
  std::optional<std::uint16_t> port;  ///< none where it is the scheme's own
  std::string path;                   ///< "/a/b", or opaque: "text/html,hi" of a data: URL
  bool opaque_path = false;
  std::optional<std::string> query;     ///< without "?"
  std::optional<std::string> fragment;  ///< without "#"
  bool operator==(const Url&) const = default;

  /// The URL as browsers show it in full.
  std::string href() const;
};

enum class Fault {
  too_long,        ///< more than max_url_bytes
  no_scheme,       ///< nothing that ends in a colon and can be a scheme
  no_host,         ///< a scheme that needs a host has none
  bad_host,        ///< characters or an encoding that no host has
  no_number_host,  ///< a host that ends in a number, and is no IPv4 address
  bad_port,
};
/// A sentence part: "it has no scheme".
std::string_view fault_text(Fault fault);

struct Parsed {
  std::optional<Url> url;
  Fault fault = Fault::no_scheme;  ///< when there is none
};

/// Browsers open URLs of up to 2 MiB; one that is longer than this is none.
inline constexpr std::size_t max_url_bytes = 2 * 1024 * 1024;

Parsed parse(std::string_view text);
std::optional<Url> parse_url(std::string_view text);

/// http, https, ws, wss, ftp, file: schemes whose hosts are domains and addresses.
bool is_special(std::string_view scheme);

}  // namespace interlock::gate::url
