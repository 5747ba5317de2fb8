/// What the console answers to requests that were let through (request_rules.h). Knows nothing of HTTP's bytes.
#pragma once

#include <functional>
#include <string>

#include "clients/console/daemon_calls.h"
#include "clients/console/logins.h"
#include "clients/console/request_rules.h"

namespace interlock::console {

struct Page {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body = "{}";
  std::string cookie = {};  ///< Set-Cookie; empty: none
};

class Console {
 public:
  explicit Console(const Settings& settings) : settings_(settings), calls_(settings) {}

  /// A session is needed for everything but the page itself and signing in. On the loop.
  bool is_signed_in(const Head& head);
  /// Signing in and out, and the page itself; nothing: another path. On the loop.
  std::optional<Page> quick(const Head& head, const std::string& body);
  /// The rest, which asks interlockd and waits; on a thread that may wait.
  Page slow(const Head& head, const std::string& body);
  /// What the page shows. Waits.
  std::string state(const boost::json::array& history) const;

  std::string new_link();
  /// Waits.
  std::set<std::string> open_questions() const { return calls_.open_questions(); }

 private:
  const Settings& settings_;
  DaemonCalls calls_;
  Logins logins_;
};

}  // namespace interlock::console
