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
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/asking/question.h"
#include "daemon/asking/remembered_answers.h"
#include "daemon/asking/signing.h"
#include "platform/notifier.h"
#include "policy/settings.h"

namespace interlock::daemon {

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

  enum class Heard : std::uint8_t { taken, no_such_prompt, only_once, too_long, needs_signature };
  /// A reply over the control socket. `only_once`: this approval cannot last; `too_long`: only for 10 minutes, in this
  /// window; `needs_signature`: use answer(). The prompt stays open then.
  /// `by`: who replied; follows "approved by interlockctl" in the record. `word`: Verdict::word of a no.
  Heard reply(const std::string& id, bool approve, const Lifespan& lifespan = {}, const std::string& by = {},
              const std::string& word = {});
  /// An answer over the questions socket. A yes counts if an approver signed the statement with this lifespan, and
  /// approves if as many approvers did so as the policy asks for. A no needs no signature.
  SignedReply answer(const std::string& id, const Lifespan& lifespan, const std::optional<approval::SignedYes>& yes);
  /// The open questions with their statements, for approvers; without those whose picture is still being taken.
  boost::json::array questions() const;
  /// The PNG of a question's picture; nothing: there is none, or no such question.
  std::optional<std::string> picture_of(const std::string& id) const;
  /// The audit record of a prompt, open or one of the latest; empty if the prompt is not known or has none.
  std::string record_of(const std::string& id) const;
  /// True if a prompt with this id is open.
  bool waits(const std::string& id) const { return open_.contains(id); }
  /// Denies open prompts.
  void cancel_session(const std::string& session, const std::string& why);
  void cancel_all(const std::string& why);
  /// Revokes lasting approvals: those of a halted or ended session, or all.
  void forget_session(const std::string& session) {
    remembered_.forget_session(session);
    if (deletion_ && deletion_->session == session) deletion_.reset();
  }
  void forget_all() {
    remembered_.forget_all();
    deletion_.reset();
    end_text();
  }

  /// After a deletion was approved, its dialog may ask again for this long.
  static constexpr std::chrono::seconds asks_again_within{30};
  /// After approved text (gate::Consent::field) the same agent may type on in its field for this long.
  static constexpr std::chrono::seconds goes_on_within{10};
  /// The same since the approval, however the text goes on.
  static constexpr std::chrono::minutes text_limit{5};
  /// Text was typed: it may go on from now.
  void text_was_typed();
  /// Something else was done, or agents were stopped: whatever is typed next is another text.
  void end_text() { text_.reset(); }
  /// An act that was not asked about came after the deletion that a person approved: what asks now may be about
  /// another.
  void end_deletion() { deletion_.reset(); }

  void set_settings(const policy::DaemonSettings& settings) { settings_ = settings; }
  /// Shows a notification that needs no answer, if notifications are on. Interlock's own words only.
  void tell(std::string title, std::string body);
  /// Offers something in a notification with one button, if notifications are on, and waits for it. `accept` is called
  /// if a person pressed the button. If a press does not count as a person's, a notification says why.
  void offer(platform::Prompt offered, std::function<void()> accept);
  /// Shows prompts for which a notification is not safe enough (daemon/asking/prompt_channel.h). None: notifications
  /// show all prompts.
  void set_window(std::shared_ptr<platform::Notifier> window) { window_ = std::move(window); }
  /// Source of the person's presses that an approval on the screen requires.
  void set_devices(std::function<Devices()> devices) { devices_ = std::move(devices); }
  /// What signatures are checked against.
  Signing& signing() { return signing_; }
  /// Called with the events of the questions socket: `asked`, `answered`, `closed`.
  void on_question(std::function<void(std::string_view, const boost::json::object&)> tell) { tell_ = std::move(tell); }
  /// Makes a PNG, on another thread; nothing if it cannot.
  using MakePng =
      std::function<boost::asio::awaitable<std::optional<std::string>>(std::shared_ptr<const platform::Picture>)>;
  void set_png(MakePng make_png) { make_png_ = std::move(make_png); }
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
  /// A deletion that a person approved, whose dialog has not asked again yet.
  struct ApprovedDeletion {
    std::string session;
    gate::Deletion what;
    std::chrono::steady_clock::time_point until;
  };
  bool asks_again(const Question& question);
  boost::asio::awaitable<void> present(std::shared_ptr<Entry> entry);
  boost::asio::awaitable<void> notify(std::shared_ptr<Entry> entry);
  bool needs_signature(const Question& question) const;
  Heard lasts_too_long(const Entry& entry, const Lifespan& lifespan) const;
  platform::Prompt prompt_of(const Entry& entry) const;
  std::shared_ptr<platform::Notifier> channel_of(const Entry& entry) const;
  boost::asio::awaitable<void> wait_for_press(platform::Prompt offered, std::function<void()> accept);
  boost::asio::awaitable<std::string> objection_to(platform::Reply reply);
  void settle(Entry& entry, const platform::Reply& reply, const std::string& where);
  std::shared_ptr<Entry> open(Question question, std::chrono::milliseconds timeout);
  std::optional<Verdict> answer_at_once(const Question& question);
  bool goes_on(const Question& question) const;
  std::shared_ptr<Entry> same_as(const Question& question) const;
  std::shared_ptr<Entry> answerable(const std::string& id) const;
  void approve(Entry& entry, const std::string& where, const Lifespan& lifespan);
  void deny(Entry& entry, Outcome outcome, const std::string& why, const std::string& word = {});
  void resolve(Entry& entry, Outcome outcome, std::string why, std::string word = {});
  void tell_closed(const Entry& entry) const;
  std::vector<std::shared_ptr<Entry>> oldest_first() const;

  boost::asio::any_io_executor executor_;
  std::shared_ptr<platform::Notifier> notifier_;
  std::shared_ptr<platform::Notifier> window_;
  std::function<void(const boost::json::object&)> opened_;
  std::map<std::string, std::shared_ptr<Entry>> open_;  ///< by id
  std::uint64_t opened_so_far_ = 0;
  RememberedAnswers remembered_;
  std::optional<ApprovedText> text_;
  std::optional<ApprovedDeletion> deletion_;
  policy::DaemonSettings settings_;
  std::function<Devices()> devices_ = [] { return Devices(); };
  std::function<void(const std::string&, const std::string&)> too_many_denials_;
  std::string trouble_;
  static constexpr std::size_t most_records = 1024;
  std::deque<std::pair<std::string, std::string>> records_;  ///< ids of prompts and of their records, oldest first
  Signing signing_;
  std::function<void(std::string_view, const boost::json::object&)> tell_ = [](auto, const auto&) {};
  MakePng make_png_;
};

}  // namespace interlock::daemon
