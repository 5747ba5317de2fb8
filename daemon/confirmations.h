/// Asking the human. Pending is a state with an id and a deadline; the first verified reply wins, and everything that
/// is not a yes is a no: a no, a dismissal, silence, a notification server that goes away, the agent's or the policy's
/// going. All calls on the daemon's loop.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "platform/notifier.h"

namespace interlock::daemon {

/// What a human is asked, in words for people; nothing secret in it.
struct Question {
  std::string session;
  std::string headline;  ///< what would be done, for a title: "Click 'Submit Order' in firefox"
  std::string agent;     ///< "shop-assistant"
  std::string action;    ///< "click (10, 20)"
  std::string target;    ///< "push button 'Submit Order'"
  std::string window;    ///< "Shop - Chromium"
  std::string rule;
  std::string reason;
  std::string why;  ///< the reason under a headline that names the target: "It submits something"
};

enum class Outcome { approved, denied, dismissed, timed_out, cancelled };
std::string_view outcome_name(Outcome outcome);

struct Verdict {
  Outcome outcome = Outcome::denied;
  std::string why;  ///< for people: "nobody answered within 60 s"
};

class Confirmations {
 public:
  /// `notifier` may be null: then only `interlockctl` answers. `opened` is told of each new prompt.
  Confirmations(boost::asio::any_io_executor executor, std::shared_ptr<platform::Notifier> notifier,
                std::function<void(const boost::json::object&)> opened);
  ~Confirmations();

  boost::asio::awaitable<Verdict> ask(Question question, std::chrono::milliseconds timeout);

  /// A reply over the control socket; false when no prompt has this id (any more).
  bool reply(const std::string& id, bool approve);
  void cancel_session(const std::string& session, const std::string& why);
  void cancel_all(const std::string& why);

  boost::json::array pending() const;
  std::size_t count() const { return open_.size(); }
  /// The notifier's last trouble, for `status`; empty when it works.
  const std::string& trouble() const { return trouble_; }

 private:
  struct Entry;
  boost::asio::awaitable<void> notify(std::shared_ptr<Entry> entry);
  void resolve(Entry& entry, Outcome outcome, std::string why);

  boost::asio::any_io_executor executor_;
  std::shared_ptr<platform::Notifier> notifier_;
  std::function<void(const boost::json::object&)> opened_;
  std::map<std::string, std::shared_ptr<Entry>> open_;
  std::string trouble_;
  std::uint64_t last_id_ = 0;
};

}  // namespace interlock::daemon
