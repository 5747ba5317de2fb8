#include "daemon/confirmations.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>

#include "daemon/log.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;

struct Confirmations::Entry {
  Entry(asio::any_io_executor executor, std::string id_, Question question_)
      : id(std::move(id_)), question(std::move(question_)), deadline(executor) {}

  std::string id;
  Question question;
  asio::steady_timer deadline;
  std::optional<Verdict> verdict;
  asio::cancellation_signal close_notification;
  bool notifying = false;

  json::object describe() const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline.expiry() -
                                                                            asio::steady_timer::clock_type::now());
    return {{"id", id},
            {"session", question.session},
            {"agent", question.agent},
            {"headline", question.headline},
            {"action", question.action},
            {"target", question.target},
            {"window", question.window},
            {"rule", question.rule},
            {"reason", question.reason},
            {"expires_in_ms", left.count()}};
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

asio::awaitable<Verdict> Confirmations::ask(Question question, std::chrono::milliseconds timeout) {
  const auto entry = std::make_shared<Entry>(executor_, std::to_string(++last_id_), std::move(question));
  entry->deadline.expires_after(timeout);
  open_[entry->id] = entry;
  opened_(entry->describe());
  if (notifier_) {
    entry->notifying = true;
    asio::co_spawn(executor_, notify(entry),
                   asio::bind_cancellation_slot(entry->close_notification.slot(), asio::detached));
  }
  co_await entry->deadline.async_wait(asio::as_tuple(asio::use_awaitable));
  open_.erase(entry->id);
  if (entry->notifying) entry->close_notification.emit(asio::cancellation_type::terminal);
  if (!entry->verdict) {
    const auto seconds = std::chrono::duration<double>(timeout).count();
    entry->verdict = Verdict{Outcome::timed_out, "nobody answered within " + std::to_string(int(seconds + 0.5)) + " s" +
                                                     (trouble_.empty() ? "" : "; " + trouble_)};
  }
  co_return *entry->verdict;
}

asio::awaitable<void> Confirmations::notify(std::shared_ptr<Entry> entry) {
  const Question& question = entry->question;
  platform::Prompt prompt;
  prompt.id = entry->id;
  // Servers cut what is long: what would be done comes first, then why it is asked.
  prompt.title = question.headline + "?";
  prompt.body = question.why + "\n" + question.agent + " asks, in " + question.window;
  auto reply = co_await notifier_->ask(std::move(prompt));
  entry->notifying = false;
  if (!reply) {
    // No server, or none any more. The prompt stays open for interlockctl; silence will deny it.
    trouble_ = reply.error().text();
    log_error(reply.error());
    co_return;
  }
  trouble_.clear();
  switch (*reply) {
    case platform::Reply::approved:
      resolve(*entry, Outcome::approved, "approved in the notification");
      break;
    case platform::Reply::denied:
      resolve(*entry, Outcome::denied, "denied in the notification");
      break;
    case platform::Reply::dismissed:
      resolve(*entry, Outcome::dismissed, "the notification was dismissed");
      break;
  }
}

void Confirmations::resolve(Entry& entry, Outcome outcome, std::string why) {
  if (entry.verdict) return;
  entry.verdict = Verdict{outcome, std::move(why)};
  open_.erase(entry.id);
  entry.deadline.cancel();
}

bool Confirmations::reply(const std::string& id, bool approve) {
  const auto found = open_.find(id);
  if (found == open_.end()) return false;
  const auto entry = found->second;
  if (approve) {
    resolve(*entry, Outcome::approved, "approved by interlockctl");
  } else {
    resolve(*entry, Outcome::denied, "denied by interlockctl");
  }
  return true;
}

void Confirmations::cancel_session(const std::string& session, const std::string& why) {
  for (const auto& [id, entry] : std::map(open_)) {
    if (entry->question.session == session) resolve(*entry, Outcome::cancelled, why);
  }
}

void Confirmations::cancel_all(const std::string& why) {
  for (const auto& [id, entry] : std::map(open_)) resolve(*entry, Outcome::cancelled, why);
}

json::array Confirmations::pending() const {
  json::array all;
  for (const auto& [id, entry] : open_) all.push_back(entry->describe());
  return all;
}

}  // namespace interlock::daemon
