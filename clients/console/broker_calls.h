/// What the console asks desktops behind a broker. Blocking, as DaemonCalls: call it on threads that may wait.
#pragma once

#include <boost/json.hpp>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include <tl/expected.hpp>

#include "clients/broker/link.h"
#include "clients/console/console_metrics.h"
#include "clients/console/fleet.h"
#include "clients/console/history.h"
#include "clients/console/unconfirmed.h"
#include "values/error.h"

namespace interlock::console {

class BrokerCalls {
 public:
  /// `changed` is called on the connection's thread. The error says which file is wrong; a broker that cannot be
  /// reached is tried again.
  static tl::expected<std::unique_ptr<BrokerCalls>, Error> open(const std::string& settings_file,
                                                                metrics::Metrics& metrics, History& history,
                                                                std::function<void()> changed);
  BrokerCalls(const BrokerCalls&) = delete;
  BrokerCalls& operator=(const BrokerCalls&) = delete;
  ~BrokerCalls();

  using Answer = tl::expected<boost::json::object, std::string>;
  /// `desktop` and the parameters of the method `answer`, which the desktop gets unchanged. If the desktop does not say
  /// in time what became of it, the answer is among `unconfirmed` of state().
  Answer answer(boost::json::object params);
  /// The question whose yes pauses this desktop, for answer().
  Answer pause(const std::string& desktop) const;
  /// PNG of a question's target, as the broker keeps it; nothing: there is none.
  std::optional<std::string> picture(const std::string& desktop, const std::string& id);
  /// Everything that the inbox shows.
  boost::json::object state();
  boost::json::object desktops() const;
  std::set<std::string> open_questions();

 private:
  struct Fetch {
    int waiting = 0;
    std::optional<std::string> payload;
  };
  BrokerCalls(metrics::Metrics& metrics, History& history, std::function<void()> changed);
  void connected();
  void lost(const std::string& why);
  void got(broker::Message message);
  void count_taken(Fleet::Taken taken, const broker::Topic& topic);
  /// True: what the page shows differs.
  bool take_result(const std::string& desktop, const broker::Message& message);
  std::optional<boost::json::object> wait_for_result(const std::string& key, const boost::json::object& about,
                                                     Unconfirmed::Time closes);
  void note_answer(boost::json::object about, const std::string& outcome, const std::string& reason);

  metrics::Metrics& metrics_;
  History& history_;  ///< gets each question that came in, and what became of each answer given here
  std::function<void()> changed_;
  mutable std::mutex guard_;
  std::condition_variable arrived_;
  Fleet fleet_;
  std::string trouble_ = "not connected yet";
  std::uint64_t desktops_version_ = 0;
  std::map<std::string, std::optional<boost::json::object>> results_;  ///< by key_of(): of answers under way
  Unconfirmed unconfirmed_;
  std::map<std::string, Fetch> fetches_;  ///< by topic
  std::unique_ptr<broker::Link> link_;
};

}  // namespace interlock::console
