/// Asking the human. Pending is a state with an id and a deadline; the first verified reply wins, and everything that
/// is not a yes is a no: a no, a dismissal, silence, a notification server that goes away, the agent's or the policy's
/// going. Asked as little as can be: the same question twice at once is one, what was answered and still holds
/// (daemon/asking/remembered_answers.h) is not asked again, and only a few are open at a time. All calls on the
/// daemon's loop.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "daemon/asking/remembered_answers.h"
#include "gate/session/consent.h"
#include "platform/notifier.h"
#include "policy/settings.h"

namespace interlock::daemon {

/// What a human is asked, in words for people; nothing secret in it.
struct Question {
  std::string session;
  std::string headline;  ///< what would happen, for a title, in our own words alone: "Spend money"
  std::string agent;     ///< "shop-assistant"
  std::string action;    ///< "click (10, 20)"
  std::string target;    ///< what kind of thing it is: "push button"
  std::string label;     ///< what that says, the application's words in quotes: "\"Submit Order\""; empty: nothing
  std::string window;    ///< "chromium, titled \"Shop\""
  std::string rule;
  std::string reason;
  std::string why;        ///< the reason without the target's name: "It submits something"; empty: as `reason`
  bool confined = false;  ///< who asks can reach neither the display nor a bus
  /// Takes a picture of the target for the prompt, in little time (daemon/pictures/target_picture.h); null where there
  /// is none. Called where the question comes on the screen, and not for one that needs no human.
  std::function<boost::asio::awaitable<std::shared_ptr<const platform::Picture>>()> picture = {};
  gate::Consent consent = {};  ///< what the answer is about, for questions that are the same; never shown
};

enum class Outcome { approved, denied, dismissed, timed_out, cancelled };
std::string_view outcome_name(Outcome outcome);

struct Verdict {
  Outcome outcome = Outcome::denied;
  std::string why;  ///< for people: "nobody answered within 60 s"
};

/// What is known of the display's real mice and keyboards.
struct Devices {
  std::optional<std::chrono::steady_clock::time_point> pressed;              ///< the newest press of one of them
  std::string trouble = "the input devices of the display are not watched";  ///< why that is not known; empty: it is
};

class Confirmations {
 public:
  /// `notifier` may be null: then only `interlockctl` answers. `opened` is told of each new prompt.
  Confirmations(boost::asio::any_io_executor executor, std::shared_ptr<platform::Notifier> notifier,
                std::function<void(const boost::json::object&)> opened);
  ~Confirmations();

  boost::asio::awaitable<Verdict> ask(Question question, std::chrono::milliseconds timeout);

  enum class Heard : std::uint8_t { taken, no_such_prompt, only_once };
  /// A reply over the control socket. `only_once`: a yes to this one cannot last; it stays open.
  /// `by` follows "approved by interlockctl" in the record: who it was.
  Heard reply(const std::string& id, bool approve, const Lifespan& lifespan = {}, const std::string& by = {});
  /// Whether a question with this id is open.
  bool waits(const std::string& id) const { return open_.contains(id); }
  /// Open questions are answered with no.
  void cancel_session(const std::string& session, const std::string& why);
  void cancel_all(const std::string& why);
  /// What was approved for longer is void: a halted or ended session's, or everybody's.
  void forget_session(const std::string& session) { remembered_.forget_session(session); }
  void forget_all() { remembered_.forget_all(); }

  void set_settings(const policy::DaemonSettings& settings) { settings_ = settings; }
  /// Shows what a notification is not safe enough for (daemon/asking/prompt_channel.h). None: notifications show all.
  void set_window(std::shared_ptr<platform::Notifier> window) { window_ = std::move(window); }
  /// Where a person's press is looked for before a yes on the screen counts.
  void set_devices(std::function<Devices()> devices) { devices_ = std::move(devices); }
  /// Told of a session whose questions were denied too often in a row; it is to be halted.
  void on_too_many_denials(std::function<void(const std::string& session, const std::string& why)> halt) {
    too_many_denials_ = std::move(halt);
  }

  boost::json::array pending() const;
  std::size_t count() const { return open_.size(); }
  /// The notifier's last trouble, for `status`; empty when it works.
  const std::string& trouble() const { return trouble_; }

 private:
  struct Entry;
  boost::asio::awaitable<void> notify(std::shared_ptr<Entry> entry);
  platform::Prompt prompt_of(const Entry& entry) const;
  std::shared_ptr<platform::Notifier> channel_of(const Entry& entry) const;
  boost::asio::awaitable<std::string> objection_to(platform::Reply reply);
  void settle(Entry& entry, platform::Answer answer, const std::string& where);
  std::shared_ptr<Entry> open(Question question, std::chrono::milliseconds timeout);
  std::optional<Verdict> answer_at_once(const Question& question);
  std::shared_ptr<Entry> same_as(const Question& question) const;
  void approve(Entry& entry, const std::string& where, const Lifespan& lifespan);
  void deny(Entry& entry, Outcome outcome, const std::string& why);
  void resolve(Entry& entry, Outcome outcome, std::string why);

  boost::asio::any_io_executor executor_;
  std::shared_ptr<platform::Notifier> notifier_;
  std::shared_ptr<platform::Notifier> window_;
  std::function<void(const boost::json::object&)> opened_;
  std::map<std::string, std::shared_ptr<Entry>> open_;
  RememberedAnswers remembered_;
  policy::DaemonSettings settings_;
  std::function<Devices()> devices_ = [] { return Devices(); };
  std::function<void(const std::string&, const std::string&)> too_many_denials_;
  std::string trouble_;
  std::uint64_t last_id_ = 0;
};

}  // namespace interlock::daemon
