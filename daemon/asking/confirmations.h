/// Asks a person to confirm an action. A pending confirmation has an id and a deadline; the first verified reply wins.
/// Everything else than an approval is a denial: a no, a dismissal, a timeout, a notification server that ends, the end
/// of the agent or a change of the policy. Asks as little as possible: equal questions that are open at once are one, a
/// remembered answer (daemon/asking/remembered_answers.h) is used again, and only a few are open at a time. Call it on
/// the daemon's loop only.
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

/// The text of a confirmation, for people; without secrets.
struct Question {
  std::string session;
  std::string record = {};   ///< id of the action's or call's record in the audit log
  std::string request = {};  ///< "press \"Place order\" on shop.example"; empty: `action` on `target` in `window`
  std::string form = {};     ///< what the form shows, the application's words in quotes; empty: nothing
  std::string intent = {};   ///< the agent's own words, in quotes; empty: none
  std::string headline;      ///< what would happen, as a title, only in our own words: "Spend money"
  std::string agent;         ///< "shop-assistant"
  std::string action;        ///< "click (10, 20)"
  std::string target;        ///< the kind of target: "push button"
  std::string label;         ///< its text, the application's words in quotes: "\"Submit Order\""; empty: none
  std::string window;        ///< "chromium, titled \"Shop\""
  Rect about = {};           ///< the target and the form around it, in root pixels; empty: not known
  std::string rule;
  std::string reason;
  std::string undo = {};  ///< whether and how it can be undone, as a sentence; empty: nothing to say
  std::string why;        ///< the reason without the target's name: "It submits something"; empty: as `reason`
  bool confined = false;  ///< the agent can reach neither the display nor a bus
  /// Takes a picture of the target for the prompt within a short limit (daemon/pictures/target_picture.h); null if
  /// there is none. Called only if the question is shown on the screen.
  std::function<boost::asio::awaitable<std::shared_ptr<const platform::Picture>>()> picture = {};
  std::string agent_key = {};  ///< equal for all sessions of one agent: each run of a command-line tool has its own
  gate::Consent consent = {};  ///< what the answer applies to, to recognise equal questions; never shown
};

enum class Outcome { approved, denied, dismissed, timed_out, cancelled };
std::string_view outcome_name(Outcome outcome);

struct Verdict {
  Outcome outcome = Outcome::denied;
  std::string why;  ///< for people: "nobody answered within 60 s"
  /// What the person said to the agent with a no: "not this address"; empty: nothing. Only from a verified person.
  std::string word = {};
};

/// What is known about the display's real mice and keyboards.
struct Devices {
  std::optional<std::chrono::steady_clock::time_point> pressed;  ///< the newest press on one of them
  std::string trouble =
      "the input devices of the display are not watched";  ///< why it is not known; empty: it is known
};

class Confirmations {
 public:
  /// `notifier` may be null: then only `interlockctl` can answer. `opened` is called for each new prompt.
  Confirmations(boost::asio::any_io_executor executor, std::shared_ptr<platform::Notifier> notifier,
                std::function<void(const boost::json::object&)> opened);
  ~Confirmations();

  boost::asio::awaitable<Verdict> ask(Question question, std::chrono::milliseconds timeout);

  enum class Heard : std::uint8_t { taken, no_such_prompt, only_once, too_long };
  /// A reply over the control socket. `only_once`: this approval cannot last; `too_long`: only for 10 minutes, in this
  /// window. The prompt stays open then.
  /// `by`: who replied; follows "approved by interlockctl" in the record. `word`: Verdict::word of a no.
  Heard reply(const std::string& id, bool approve, const Lifespan& lifespan = {}, const std::string& by = {},
              const std::string& word = {});
  /// The audit record of a prompt, open or one of the latest; empty if the prompt is not known or has none.
  std::string record_of(const std::string& id) const;
  /// True if a prompt with this id is open.
  bool waits(const std::string& id) const { return open_.contains(id); }
  /// Denies open prompts.
  void cancel_session(const std::string& session, const std::string& why);
  void cancel_all(const std::string& why);
  /// Revokes lasting approvals: those of a halted or ended session, or all.
  void forget_session(const std::string& session) { remembered_.forget_session(session); }
  void forget_all() {
    remembered_.forget_all();
    end_text();
  }

  /// After approved text (gate::Consent::field) the same agent may type on in its field for this long.
  static constexpr std::chrono::seconds goes_on_within{10};
  /// The same since the approval, however the text goes on.
  static constexpr std::chrono::minutes text_limit{5};
  /// Text was typed: it may go on from now.
  void text_was_typed();
  /// Something else was done, or agents were stopped: whatever is typed next is another text.
  void end_text() { text_.reset(); }

  void set_settings(const policy::DaemonSettings& settings) { settings_ = settings; }
  /// Shows a notification that needs no answer, if notifications are on. Interlock's own words only.
  void tell(std::string title, std::string body);
  /// Shows prompts for which a notification is not safe enough (daemon/asking/prompt_channel.h). None: notifications
  /// show all prompts.
  void set_window(std::shared_ptr<platform::Notifier> window) { window_ = std::move(window); }
  /// Source of the person's presses that an approval on the screen requires.
  void set_devices(std::function<Devices()> devices) { devices_ = std::move(devices); }
  /// Called with a session that was denied too often in a row; the callee must halt it.
  void on_too_many_denials(std::function<void(const std::string& session, const std::string& why)> halt) {
    too_many_denials_ = std::move(halt);
  }

  boost::json::array pending() const;
  std::size_t count() const { return open_.size(); }
  /// The notifier's last error, for `status`; empty if it works.
  const std::string& trouble() const { return trouble_; }

 private:
  struct Entry;
  /// Text that a person approved and that may go on.
  struct ApprovedText {
    std::string agent_key;
    std::string field;
    std::chrono::steady_clock::time_point until, end;
  };
  boost::asio::awaitable<void> notify(std::shared_ptr<Entry> entry);
  platform::Prompt prompt_of(const Entry& entry) const;
  std::shared_ptr<platform::Notifier> channel_of(const Entry& entry) const;
  boost::asio::awaitable<std::string> objection_to(platform::Reply reply);
  void settle(Entry& entry, platform::Answer answer, const std::string& where);
  std::shared_ptr<Entry> open(Question question, std::chrono::milliseconds timeout);
  std::optional<Verdict> answer_at_once(const Question& question);
  bool goes_on(const Question& question) const;
  std::shared_ptr<Entry> same_as(const Question& question) const;
  void approve(Entry& entry, const std::string& where, const Lifespan& lifespan);
  void deny(Entry& entry, Outcome outcome, const std::string& why, const std::string& word = {});
  void resolve(Entry& entry, Outcome outcome, std::string why, std::string word = {});

  boost::asio::any_io_executor executor_;
  std::shared_ptr<platform::Notifier> notifier_;
  std::shared_ptr<platform::Notifier> window_;
  std::function<void(const boost::json::object&)> opened_;
  std::map<std::string, std::shared_ptr<Entry>> open_;
  RememberedAnswers remembered_;
  std::optional<ApprovedText> text_;
  policy::DaemonSettings settings_;
  std::function<Devices()> devices_ = [] { return Devices(); };
  std::function<void(const std::string&, const std::string&)> too_many_denials_;
  std::string trouble_;
  std::uint64_t last_id_ = 0;
  static constexpr std::size_t most_records = 1024;
  std::map<std::uint64_t, std::string> records_;  ///< by prompt
};

}  // namespace interlock::daemon
