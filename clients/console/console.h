/// What the console answers to requests that were let through (request_rules.h). Knows nothing of HTTP's bytes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "clients/console/broker_calls.h"
#include "clients/console/console_metrics.h"
#include "clients/console/daemon_calls.h"
#include "clients/console/history.h"
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
  explicit Console(const Settings& settings) : settings_(settings), calls_(settings), metrics_(console_metrics()) {}
  /// Follows interlockd or the broker from here on. `changed` is called on threads of its own.
  tl::expected<void, Error> follow(std::function<void()> changed);
  /// Calls nothing any more.
  void end();

  /// A session is needed for everything but the page itself and signing in. On the loop.
  bool is_signed_in(const Head& head);
  /// Signing in and out, and the page itself; nothing: another path. On the loop.
  std::optional<Page> quick(const Head& head, const std::string& body);
  /// The rest, which asks interlockd and waits; on a thread that may wait.
  Page slow(const Head& head, const std::string& body);
  /// What the page shows. Waits.
  std::string state() const;

  std::string new_link();
  /// Waits.
  std::set<std::string> open_questions() const { return broker_ ? broker_->open_questions() : calls_.open_questions(); }
  const metrics::Metrics& counted() const { return metrics_; }

 private:
  Page answer(boost::json::object params);
  Page older(const std::string& time) const;
  void take_event(const boost::json::object& event);

  const Settings& settings_;
  DaemonCalls calls_;
  Logins logins_;
  mutable metrics::Metrics metrics_;
  std::unique_ptr<History> history_;
  std::unique_ptr<BrokerCalls> broker_;  ///< null: one interlockd is asked, and `watch_` follows it
  std::unique_ptr<DaemonWatch> watch_;
};

}  // namespace interlock::console
