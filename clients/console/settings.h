/// What the console is started with.
#pragma once

#include <string>

namespace interlock::console {

struct Settings {
  std::string origin;       ///< what people open, exactly: "https://console.example:8443", "http://localhost:8470"
  std::string listen;       ///< "127.0.0.1:8443", "[::1]:8443", or "unix:/run/console.sock" behind a proxy
  std::string certificate;  ///< PEM files; empty: no TLS
  std::string private_key;
  std::string questions;  ///< sockets of interlockd; `questions` is enough for the inbox
  std::string control;    ///< for sessions, pause, halt, history and the policy; empty: without these
  std::string agent;      ///< for the live view; empty: without it
  std::string broker;  ///< file that says where a broker is (clients/broker/settings.h); empty: one interlockd is asked
  std::string metrics;  ///< where to serve metrics (clients/metrics/exporter.h); empty: nowhere
  std::string push;     ///< file with addresses for messages that questions wait (push_targets.h); empty: none are sent
  std::string history;  ///< connection string of PostgreSQL, or a file of SQLite; empty: in memory alone
  bool history_is_default = false;  ///< if it cannot be opened, the history is in memory alone
  std::string logins;               ///< Unix socket; each client of it gets a one-time link
};

/// The part of an origin that requests have in `Host`: "console.example:8443".
std::string authority_of(const std::string& origin);
/// True for an origin on which passkeys work: https, or http on localhost; without path, user or default port.
bool is_usable_origin(const std::string& origin);

}  // namespace interlock::console
