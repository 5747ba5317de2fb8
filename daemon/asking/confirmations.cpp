#include "daemon/asking/confirmations.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>

#include "approval/digest.h"
#include "approval/rows_json.h"
#include "daemon/asking/answer_times.h"
#include "daemon/asking/prompt_channel.h"
#include "daemon/asking/reply_rules.h"
#include "daemon/process/log.h"
#include "daemon/secrets/typed_secrets.h"
#include "gate/secrets/secret_text.h"
#include "ipc/nonce.h"
#include "values/text.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

/// An approval that does not count leaves the prompt open, but this many of them do not come from a person.
constexpr int most_showings = 5;

constexpr auto longest_to_close = 1s;
constexpr std::size_t id_digits = 32;  // 128 bits

using Rows = std::vector<std::pair<std::string, std::string>>;

Rows rows_of(const Question& question, const std::string& why) {
  return {{"agent", question.agent},   {"action", question.action}, {"on", question.target},
          {"it says", question.label}, {"in", question.window},     {"because", why},
          {"undo", question.undo}};
}

Rows rows_of_request(const Question& question, const std::string& why) {
  return {{"agent", question.agent},   {"wants to", question.request}, {"because", why},
          {"it shows", question.form}, {"it says", question.intent},   {"in", question.window},
          {"undo", question.undo}};
}

/// For a bubble, which shows four lines: who wants what, why it is asked, what is at stake, the agent's own words.
std::string bubble_words(const Question& question, const std::string& why) {
  if (question.request.empty()) {
    return why + "\n" + (question.label.empty() ? "" : "It says: " + question.label + "\n") + question.agent +
           " asks, in " + question.window;
  }
  std::string words = question.agent + " wants to " + question.request + "\n" + why;
  if (!question.undo.empty()) words += "\n" + question.undo;
  if (!question.form.empty()) words += "\nIt shows: " + question.form;
  if (!question.intent.empty()) words += "\nThe agent says: " + question.intent;
  return words;
}

/// One line, without what cannot be seen, and without secrets.
std::string person_word(const std::string& text) {
  if (text.empty()) return {};
  const std::string line = in_quotes(gate::without_secrets(text), text.size());
  return line.substr(1, line.size() - 2);
}

bool is_longer(const Lifespan& lifespan, std::chrono::seconds limit) {
  return lifespan.kind == Lifespan::Kind::session || (lifespan.lasts() && lifespan.span > limit);
}

bool is_yes(platform::Answer answer) {
  return answer == platform::Answer::approved || answer == platform::Answer::approved_for_session;
}

}  // namespace

namespace {

/// Secrets that were typed by name are shown to nobody, not even in the words of a page.
void without_typed_secrets(Question& question) {
  for (std::string* text : {&question.request, &question.form, &question.intent, &question.action, &question.target,
                            &question.label, &question.window, &question.reason, &question.why}) {
    *text = typed_secrets().without(*text);
  }
  for (approval::Rows* rows : {&question.whole, &question.done}) {
    for (auto& [name, text] : *rows) text = typed_secrets().without(text);
  }
}

}  // namespace

struct Confirmations::Entry {
  Entry(asio::any_io_executor executor, std::string id_, Question question_)
      : id(std::move(id_)), question(std::move(question_)), deadline(executor), gone(executor) {}

  std::string id;
  std::uint64_t number = 0;  ///< later ones have higher ones
  Question question;
  asio::steady_timer deadline;
  std::optional<Verdict> verdict;
  asio::cancellation_signal close_notification;
  bool notifying = false;
  asio::steady_timer gone;        ///< wakes those who wait for the prompt to leave the screen
  std::size_t asked = 1;          ///< number of requests for the same thing while this was open
  approval::Statement statement;  ///< of a yes for once
  std::shared_ptr<const platform::Picture> picture;
  std::string png;                                ///< of it, for approvers elsewhere; empty: there is none
  bool ready = false;                             ///< its picture was taken, or there will be none
  std::map<std::string, std::string> signatures;  ///< lifespans by approver

  bool is_late() const { return asio::steady_timer::clock_type::now() >= deadline.expiry(); }
  json::array lifespans() const {
    if (!question.consent.window.empty()) return {"once", "10m"};
    if (question.consent.may_last) return {"once", "session", "10m"};
    return {"once"};
  }
  json::object describe() const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline.expiry() -
                                                                            asio::steady_timer::clock_type::now());
    return {{"id", id},
            {"session", question.session},
            {"agent", question.agent},
            {"headline", question.headline},
            {"record", question.record},
            {"request", question.request},
            {"form", question.form},
            {"intent", question.intent},
            {"action", question.action},
            {"target", question.target},
            {"label", question.label},
            {"window", question.window},
            {"rule", question.rule},
            {"reason", question.reason},
            {"undo", question.undo},
            {"why", question.why.empty() ? question.reason : question.why},
            {"lifespans", lifespans()},
            {"asked", asked},
            {"expires_in_ms", left.count()}};
  }
  json::object describe_for_approvers(std::uint32_t needed) const {
    json::array signers;
    for (const auto& [approver, lifespan] : signatures) signers.emplace_back(approver);
    const json::object short_form = describe();
    return {{"id", id},
            {"session", question.session},
            {"record", question.record},
            {"headline", question.headline},
            {"agent", question.agent},
            {"rule", question.rule},
            {"consequence", question.consequence},
            {"statement", serialize(statement)},
            {"shown", approval::rows_json(shown_rows(question))},
            {"done", approval::rows_json(question.done)},
            {"picture", !png.empty()},
            {"lifespans", short_form.at("lifespans")},
            {"needed", needed},
            {"signed_by", std::move(signers)},
            {"expires_in_ms", short_form.at("expires_in_ms")}};
  }
};

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::approved:
      return "approved";
    case Outcome::denied:
      return "denied";
    case Outcome::dismissed:
      return "dismissed";
    case Outcome::timed_out:
      return "timed_out";
    case Outcome::cancelled:
      return "cancelled";
  }
  return "denied";
}

Confirmations::Confirmations(asio::any_io_executor executor, std::shared_ptr<platform::Notifier> notifier,
                             std::function<void(const json::object&)> opened)
    : executor_(std::move(executor)), notifier_(std::move(notifier)), opened_(std::move(opened)) {}

Confirmations::~Confirmations() = default;

std::shared_ptr<Confirmations::Entry> Confirmations::same_as(const Question& question) const {
  if (question.consent.about.empty()) return nullptr;
  for (const auto& [id, entry] : open_) {
    if (entry->question.session == question.session && entry->question.consent.about == question.consent.about)
      return entry;
  }
  return nullptr;
}

/// Verdicts without asking: the question was answered before, or too many prompts are open.
std::optional<Verdict> Confirmations::answer_at_once(const Question& question) {
  const auto now = asio::steady_timer::clock_type::now();
  if (const auto before = remembered_.recall(question.session, question.consent.about, now)) {
    return Verdict{before->approved ? Outcome::approved : Outcome::denied, before->why, before->word};
  }
  if (!question.consent.window.empty()) {
    const auto yes = remembered_.recall(question.session, question.consent.window, now);
    if (yes && yes->approved) return Verdict{Outcome::approved, yes->why + ", in this window"};
  }
  if (asks_again(question)) return Verdict{Outcome::approved, "its dialog asks again about what was just approved"};
  if (goes_on(question)) return Verdict{Outcome::approved, "it goes on with text that was approved"};
  if (open_.size() < settings_.max_prompts) return std::nullopt;
  return Verdict{Outcome::denied, std::to_string(open_.size()) +
                                      " questions wait for the human already; ask again when they are answered"};
}

/// A yes covers one dialog: the next question ends it, whatever it is about.
bool Confirmations::asks_again(const Question& question) {
  const auto approved = std::exchange(deletion_, std::nullopt);
  return approved && question.consent.deletion && !needs_signature(question) && approved->session == question.session &&
         asio::steady_timer::clock_type::now() < approved->until &&
         gate::asks_again(approved->what, *question.consent.deletion);
}

bool Confirmations::goes_on(const Question& question) const {
  const auto now = asio::steady_timer::clock_type::now();
  return text_ && !question.consent.field.empty() && question.consent.field == text_->field &&
         question.agent_key == text_->agent_key && now < text_->until && now < text_->end;
}

void Confirmations::text_was_typed() {
  if (text_) text_->until = asio::steady_timer::clock_type::now() + goes_on_within;
}

std::shared_ptr<Confirmations::Entry> Confirmations::open(Question question, std::chrono::milliseconds timeout) {
  // Random, so that an answer that was meant for another question, or for one before a restart, meets none.
  auto entry = std::make_shared<Entry>(executor_, ipc::nonce(id_digits), std::move(question));
  entry->deadline.expires_after(timeout);
  entry->statement = signing_.statement(entry->id, entry->question, entry->deadline.expiry());
  entry->number = ++opened_so_far_;
  open_[entry->id] = entry;
  records_.emplace_back(entry->id, entry->question.record);
  if (records_.size() > most_records) records_.pop_front();
  opened_(entry->describe());
  entry->notifying = true;
  asio::co_spawn(executor_, present(entry),
                 asio::bind_cancellation_slot(entry->close_notification.slot(), asio::detached));
  return entry;
}

asio::awaitable<Verdict> Confirmations::ask(Question question, std::chrono::milliseconds timeout) {
  without_typed_secrets(question);
  auto entry = same_as(question);
  if (entry) {
    ++entry->asked;
  } else {
    if (const auto verdict = answer_at_once(question)) co_return *verdict;
    entry = open(std::move(question), timeout);
  }
  co_await entry->deadline.async_wait(asio::as_tuple(asio::use_awaitable));
  open_.erase(entry->id);
  if (!entry->verdict) {
    const auto seconds = std::chrono::duration<double>(timeout).count();
    entry->verdict = Verdict{Outcome::timed_out, "nobody answered within " + std::to_string(int(seconds + 0.5)) + " s" +
                                                     (trouble_.empty() ? "" : "; " + trouble_)};
    tell_closed(*entry);
  }
  if (entry->notifying) {
    entry->gone.expires_after(longest_to_close);
    entry->close_notification.emit(asio::cancellation_type::terminal);
    // A prompt that is still on the screen may cover the target.
    if (entry->notifying) co_await entry->gone.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  co_return *entry->verdict;
}

void Confirmations::tell(std::string title, std::string body) {
  if (!notifier_ || !settings_.notifications) return;
  asio::co_spawn(
      executor_,
      [notifier = notifier_, title = std::move(title), body = std::move(body)] { return notifier->tell(title, body); },
      asio::detached);
}

void Confirmations::offer(platform::Prompt offered, std::function<void()> accept) {
  if (!notifier_ || !settings_.notifications) return;
  if (!no_reply_counts(settings_.replies, devices_().trouble).empty()) return tell(offered.title, offered.body);
  asio::co_spawn(executor_, wait_for_press(std::move(offered), std::move(accept)), asio::detached);
}

asio::awaitable<void> Confirmations::wait_for_press(platform::Prompt offered, std::function<void()> accept) {
  const std::string title = offered.title, button = offered.offer;
  const auto reply = co_await notifier_->ask(std::move(offered));
  if (!reply || !is_yes(reply->answer)) co_return;
  const std::string objection = co_await objection_to(*reply);
  if (objection.empty()) {
    accept();
  } else {
    const std::string said = "\"" + button + "\" was not done";
    log_warning(said + ": " + objection);
    tell(said, objection + ". " + title);
  }
}

platform::Prompt Confirmations::prompt_of(const Entry& entry) const {
  const Question& question = entry.question;
  platform::Prompt prompt;
  prompt.id = entry.id;
  // Servers cut long texts: our own words come first, then the application's.
  const std::string& why = question.why.empty() ? question.reason : question.why;
  prompt.title = question.headline + "?";
  prompt.body = bubble_words(question, why);
  prompt.may_last = question.consent.may_last;
  if (!question.consent.window.empty()) prompt.lasting = "This window, 10 min";
  prompt.about = question.about;
  prompt.can_approve = !needs_signature(question) && no_reply_counts(settings_.replies, devices_().trouble).empty();
  if (needs_signature(question)) prompt.approve_by = "interlockctl approve --key FILE";
  prompt.real_input_only = settings_.replies == policy::Replies::real_input;
  prompt.rows = question.request.empty() ? rows_of(question, why) : rows_of_request(question, why);
  prompt.expires = entry.deadline.expiry();
  return prompt;
}

std::shared_ptr<platform::Notifier> Confirmations::channel_of(const Entry& entry) const {
  if (!window_ || !settings_.notifications) return notifier_;
  const auto shown = channel_for(settings_.prompt, entry.question.rule, entry.question.confined);
  return shown == Shown::window ? window_ : notifier_;
}

bool Confirmations::needs_signature(const Question& question) const {
  return settings_.replies == policy::Replies::signed_only || signing_.has_quorum(question);
}

/// Why an approval does not count; empty if it does.
asio::awaitable<std::string> Confirmations::objection_to(platform::Reply reply) {
  const auto came = asio::steady_timer::clock_type::now();
  if (std::string why = no_reply_counts(settings_.replies, devices_().trouble); !why.empty()) co_return why;
  while (true) {
    const std::string why = objection(settings_.replies, {reply.shown, came, devices_().pressed});
    if (why.empty() || too_quick(reply.shown, came) || asio::steady_timer::clock_type::now() >= came + press_is_late)
      co_return why;
    asio::steady_timer pause(executor_, 10ms);
    const auto [stopped] = co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
    if (stopped) co_return why;
  }
}

/// Takes the picture, which approvers elsewhere see as well, and then asks on the screen.
asio::awaitable<void> Confirmations::present(std::shared_ptr<Entry> entry) {
  struct Done {
    Entry& entry;
    ~Done() {
      entry.notifying = false;
      entry.gone.cancel();
    }
  } const done{*entry};
  if (entry->question.picture) entry->picture = co_await entry->question.picture();
  if (entry->verdict) co_return;
  const bool elsewhere = !signing_.approvers().list.empty();
  if (!entry->picture && elsewhere && entry->question.patient_picture) {
    entry->picture = co_await entry->question.patient_picture();
    if (entry->verdict) co_return;
  }
  if (entry->picture && make_png_ && elsewhere) {
    entry->png = (co_await make_png_(entry->picture)).value_or("");
    if (entry->verdict) co_return;
    if (!entry->png.empty()) entry->statement.picture = approval::sha256_hex(entry->png);
  }
  entry->ready = true;
  tell_("asked", entry->describe_for_approvers(signing_.needed(entry->question)));
  if (channel_of(*entry)) co_await notify(entry);
}

asio::awaitable<void> Confirmations::notify(std::shared_ptr<Entry> entry) {
  platform::Prompt prompt = prompt_of(*entry);
  prompt.picture = entry->picture;
  auto channel = channel_of(*entry);
  std::string no_window;  // why it is asked in a notification, where a window was meant
  for (int shown = 0; shown < most_showings; ++shown) {
    platform::Prompt copy = prompt;
    const auto reply = co_await channel->ask(std::move(copy));
    if (entry->verdict) co_return;
    if (!reply) {
      // There is no server. The prompt stays open for interlockctl and is denied at its deadline.
      trouble_ = (no_window.empty() ? "" : no_window + "; ") + reply.error().text();
      log_error(reply.error());
      if (channel == notifier_ || !notifier_) co_return;
      // A notification at least shows that there is a prompt.
      no_window = reply.error().text();
      channel = notifier_;
      prompt.can_approve = false;
      continue;
    }
    trouble_ = no_window;
    if (is_yes(reply->answer)) prompt.notice = co_await objection_to(*reply);
    // An answer that was not offered: another program changed the notification.
    if (is_yes(reply->answer) && !prompt.can_approve) prompt.notice = "Not approved here: use interlockctl";
    if (entry->verdict) co_return;
    if (entry->is_late()) co_return;
    if (!is_yes(reply->answer) || prompt.notice.empty()) {
      settle(*entry, *reply, channel == notifier_ ? "notification" : "prompt window");
      co_return;
    }
    log_warning("a yes to question " + entry->id + " does not count: " + prompt.notice);
  }
  deny(*entry, Outcome::denied, "it was approved again and again by something that is not a person");
}

void Confirmations::settle(Entry& entry, const platform::Reply& reply, const std::string& where) {
  switch (reply.answer) {
    case platform::Answer::approved:
      return approve(entry, "in the " + where, {});
    case platform::Answer::approved_for_session:
      if (!entry.question.consent.window.empty()) {
        return approve(entry, "in the " + where, {Lifespan::Kind::span, gate::unseen_window_limit});
      }
      return approve(entry, "in the " + where, {Lifespan::Kind::session, {}});
    case platform::Answer::denied:
      return deny(entry, Outcome::denied, "denied in the " + where, reply.word);
    case platform::Answer::dismissed:
      return deny(entry, Outcome::dismissed, "the " + where + " was dismissed");
  }
}

void Confirmations::approve(Entry& entry, const std::string& where, const Lifespan& lifespan) {
  if (entry.verdict) return;
  const Question& question = entry.question;
  const Lifespan granted = question.consent.may_last ? lifespan : Lifespan();
  const auto& about = question.consent.window.empty() ? question.consent.about : question.consent.window;
  remembered_.approved(question.session, about, granted, asio::steady_timer::clock_type::now());
  text_.reset();
  deletion_.reset();
  if (question.consent.deletion) {
    deletion_ = ApprovedDeletion{question.session, *question.consent.deletion,
                                 asio::steady_timer::clock_type::now() + asks_again_within};
  }
  if (const auto now = asio::steady_timer::clock_type::now(); !question.consent.field.empty())
    text_ = ApprovedText{question.agent_key, question.consent.field, now + text_limit, now + text_limit};
  resolve(entry, Outcome::approved,
          "approved " + where + (granted.lasts() ? " " + lifespan_text(granted) : std::string()));
}

void Confirmations::deny(Entry& entry, Outcome outcome, const std::string& why, const std::string& word) {
  if (entry.verdict) return;
  end_text();
  deletion_.reset();
  const std::string session = entry.question.session, said = person_word(word);
  const auto in_a_row = remembered_.denied(session, entry.question.consent.about, said, settings_.denial_memory,
                                           asio::steady_timer::clock_type::now());
  resolve(entry, outcome, why, said);
  if (settings_.max_denials == 0 || in_a_row < settings_.max_denials || !too_many_denials_) return;
  too_many_denials_(session, std::to_string(in_a_row) + " questions in a row were denied");
}

void Confirmations::resolve(Entry& entry, Outcome outcome, std::string why, std::string word) {
  if (entry.verdict) return;
  entry.verdict = Verdict{outcome, std::move(why), std::move(word)};
  open_.erase(entry.id);
  entry.deadline.cancel();
  tell_closed(entry);
}

void Confirmations::tell_closed(const Entry& entry) const {
  if (!entry.ready) return;
  tell_("closed", {{"id", entry.id}, {"outcome", outcome_name(entry.verdict->outcome)}, {"why", entry.verdict->why}});
}

/// A daemon that was stopped may find an answer that came too late before it finds that the time is over.
std::shared_ptr<Confirmations::Entry> Confirmations::answerable(const std::string& id) const {
  const auto found = open_.find(id);
  if (found == open_.end() || found->second->is_late()) return nullptr;
  return found->second;
}

Confirmations::Heard Confirmations::reply(const std::string& id, bool approve, const Lifespan& lifespan,
                                          const std::string& by, const std::string& word) {
  const auto entry = answerable(id);
  if (!entry) return Heard::no_such_prompt;
  if (!approve) {
    deny(*entry, Outcome::denied, "denied by interlockctl" + by, word);
    return Heard::taken;
  }
  if (needs_signature(entry->question)) return Heard::needs_signature;
  if (const Heard heard = lasts_too_long(*entry, lifespan); heard != Heard::taken) return heard;
  this->approve(*entry, "by interlockctl" + by, lifespan);
  return Heard::taken;
}

/// `taken`: the question may be approved for so long.
Confirmations::Heard Confirmations::lasts_too_long(const Entry& entry, const Lifespan& lifespan) const {
  if (lifespan.lasts() && !entry.question.consent.may_last) return Heard::only_once;
  if (!entry.question.consent.window.empty() && is_longer(lifespan, gate::unseen_window_limit)) return Heard::too_long;
  return Heard::taken;
}

SignedReply Confirmations::answer(const std::string& id, const Lifespan& lifespan,
                                  const std::optional<approval::SignedYes>& yes) {
  using How = SignedReply::How;
  const auto entry = answerable(id);
  if (!entry || (yes && !entry->ready)) return {.how = How::no_such_question};
  if (!yes) {
    deny(*entry, Outcome::denied, "denied by an approver");
    return {.how = How::denied};
  }
  if (lasts_too_long(*entry, lifespan) != Heard::taken)
    return {.how = How::refused, .why = "a yes to this question cannot last so long"};
  approval::Statement statement = entry->statement;
  statement.lifespan = lifespan_word(lifespan);
  const auto approver = signing_.take(entry->question, statement, *yes);
  if (!approver) return {.how = How::refused, .why = approver.error()};
  entry->signatures[*approver] = statement.lifespan;  // two keys of one person are one signature
  SignedReply reply{.how = How::counted, .approver = *approver, .needed = signing_.needed(entry->question)};
  std::string names;
  for (const auto& [name, span] : entry->signatures) {
    if (span != statement.lifespan) continue;  // what each of them signed must be the same
    ++reply.signatures;
    names += (names.empty() ? "" : ", ") + name;
  }
  tell_("answered", {{"id", id}, {"approver", *approver}, {"signatures", reply.signatures}, {"needed", reply.needed}});
  if (reply.signatures < reply.needed) return reply;
  reply.how = How::approved;
  this->approve(*entry, "by the signature of " + names, lifespan);
  return reply;
}

void Confirmations::cancel_session(const std::string& session, const std::string& why) {
  for (const auto& [id, entry] : std::map(open_)) {
    if (entry->question.session == session) resolve(*entry, Outcome::cancelled, why);
  }
}

void Confirmations::cancel_all(const std::string& why) {
  end_text();
  deletion_.reset();
  for (const auto& [id, entry] : std::map(open_)) resolve(*entry, Outcome::cancelled, why);
}

std::string Confirmations::record_of(const std::string& id) const {
  const auto found = std::find_if(records_.begin(), records_.end(), [&](const auto& each) { return each.first == id; });
  return found == records_.end() ? std::string() : found->second;
}

std::vector<std::shared_ptr<Confirmations::Entry>> Confirmations::oldest_first() const {
  std::vector<std::shared_ptr<Entry>> all;
  for (const auto& [id, entry] : open_) all.push_back(entry);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a->number < b->number; });
  return all;
}

json::array Confirmations::pending() const {
  json::array all;
  for (const auto& entry : oldest_first()) {
    json::object shown = entry->describe();
    if (needs_signature(entry->question)) shown["signatures"] = signing_.needed(entry->question);
    all.push_back(std::move(shown));
  }
  return all;
}

json::array Confirmations::questions() const {
  json::array all;
  for (const auto& entry : oldest_first()) {
    if (entry->ready) all.push_back(entry->describe_for_approvers(signing_.needed(entry->question)));
  }
  return all;
}

std::optional<std::string> Confirmations::picture_of(const std::string& id) const {
  const auto found = open_.find(id);
  if (found == open_.end() || found->second->png.empty()) return std::nullopt;
  return found->second->png;
}

}  // namespace interlock::daemon
