/// Which requests are served, decided by their headers alone, before the body is read. Pure.
///
/// A page of another site, or of another port of this host, can make the browser send requests here, with cookies. A
/// page whose name was rebound to this address has another `Host`. Neither can send these headers as ours do.
#pragma once

#include <optional>
#include <string>

#include "clients/console/settings.h"

namespace interlock::console {

struct Head {
  std::string method;
  std::string target;                 ///< as sent: "/api/state?x=1"
  std::optional<std::string> host;    ///< nothing: none, or more than one
  std::optional<std::string> origin;  ///< nothing: none
  std::string site;                   ///< Sec-Fetch-Site; empty: none
  std::string content_type;
  std::string cookie;
};

struct Refusal {
  unsigned status = 403;
  std::string why;
};

/// Nothing: the request is served.
std::optional<Refusal> refuse(const Head& head, const Settings& settings);

/// The path without the query, and the value of one key of the query; empty: none.
std::string path_of(const std::string& target);
std::string query_of(const std::string& target, const std::string& key);

/// The value of a cookie; empty: none.
std::string cookie_of(const std::string& header, const std::string& name);

}  // namespace interlock::console
