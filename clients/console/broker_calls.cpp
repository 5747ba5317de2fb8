#include "clients/console/broker_calls.h"

#include <iostream>
#include <utility>

#include "clients/broker/messages.h"
#include "ipc/nonce.h"

namespace interlock::console {

namespace json = boost::json;
using broker::Kind;
using namespace std::chrono_literals;

namespace {

constexpr auto answer_patience = 15s;
constexpr auto picture_patience = 10s;
// The broker keeps an answer for so long after the question's deadline. A desktop that was offline then still receives
// it: interlockd refuses and records it, and the console shows the person that it was refused.
constexpr auto late_answers = 1h;
constexpr std::uint32_t largest_from_desktops = broker::picture_bytes + 64 * 1024;

/// Takes the text at this key out of the object.
std::string taken_text(json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  std::string text = value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
  object.erase(key);
  return text;
}

std::string key_of(const std::string& desktop, const std::string& correlation) {
  return desktop + " " + correlation;
}

/// The outcome in a word, and the reason if the answer did not count.
std::pair<std::string, std::string> outcome_of(const json::object& result) {
  if (const auto* error = result.if_contains("error")) return {"refused", std::string(error->as_string())};
  return {std::string(result.at("outcome").as_string()), {}};
}

}  // namespace

BrokerCalls::BrokerCalls(metrics::Metrics& metrics, History& history, std::function<void()> changed)
    : metrics_(metrics), history_(history), changed_(std::move(changed)) {}

tl::expected<std::unique_ptr<BrokerCalls>, Error> BrokerCalls::open(const std::string& settings_file,
                                                                    metrics::Metrics& metrics, History& history,
                                                                    std::function<void()> changed) {
  const auto settings = broker::read_settings(settings_file);
  if (!settings) return tl::make_unexpected(settings.error());
  std::unique_ptr<BrokerCalls> made(new BrokerCalls(metrics, history, std::move(changed)));
  BrokerCalls& self = *made;
  auto link = broker::Link::open(
      *settings,
      {.client = "interlock-console-" + ipc::nonce(16), .will = std::nullopt, .largest = largest_from_desktops},
      {.connected = [&self] { self.connected(); },
       .lost = [&self](const std::string& why) { self.lost(why); },
       .got = [&self](broker::Message message) { self.got(std::move(message)); },
       .refused =
           [](const std::string& why) {
             std::cerr << "interlock-console: the broker refused a message: " << why
                       << " (may this certificate do that?)" << std::endl;
           }});
  if (!link) return tl::make_unexpected(link.error());
  made->link_ = std::move(*link);
  made->link_->start();
  return made;
}

BrokerCalls::~BrokerCalls() {
  link_.reset();
}

void BrokerCalls::connected() {
  {
    const std::lock_guard lock(guard_);
    fleet_.clear();
    ++desktops_version_;
    trouble_.clear();
  }
  for (const Kind kind : {Kind::state, Kind::question, Kind::pause, Kind::result}) link_->subscribe(pattern_of(kind));
  changed_();
}

void BrokerCalls::lost(const std::string& why) {
  std::cerr << "interlock-console: no broker: " << why << std::endl;
  const std::lock_guard lock(guard_);
  trouble_ = "the broker cannot be reached: " + why;
  arrived_.notify_all();
  changed_();
}

void BrokerCalls::count_taken(Fleet::Taken taken, const broker::Topic& topic) {
  using enum Fleet::Taken;
  if (taken == question) {
    metrics_.add(prompts_total, {{"rule", fleet_.rule_of(topic.desktop, topic.id)}});
    json::object entry = fleet_.summary(topic.desktop, topic.id);
    entry["outcome"] = "asked";
    history_.add(std::move(entry), topic.desktop);
  }
  if (taken == refused) metrics_.add(messages_dropped, {{"why", "refused"}});
  if (taken == too_many) metrics_.add(messages_dropped, {{"why", "too_many"}});
  if (taken == changed && topic.kind == Kind::state) {
    ++desktops_version_;
    for (const auto& [state, count] : fleet_.states())
      metrics_.set(desktops_here, {{"state", state}}, static_cast<double>(count));
  }
}

void BrokerCalls::got(broker::Message message) {
  const auto topic = broker::parse_topic(message.topic);
  if (!topic) return;
  bool show = false;
  {
    const std::lock_guard lock(guard_);
    if (topic->kind == Kind::picture) {
      const auto fetch = fetches_.find(message.topic);
      if (fetch != fetches_.end() && !message.payload.empty()) fetch->second.payload = std::move(message.payload);
      arrived_.notify_all();
    } else if (topic->kind == Kind::result) {
      show = take_result(topic->desktop, message);
    } else {
      const auto taken = fleet_.take(*topic, message, std::chrono::steady_clock::now());
      count_taken(taken, *topic);
      show = taken == Fleet::Taken::changed || taken == Fleet::Taken::question;
    }
  }
  if (show) changed_();
}

bool BrokerCalls::take_result(const std::string& desktop, const broker::Message& message) {
  // Only the desktop itself can write here, unless the broker is hostile; the text says no more than that.
  const auto result = broker::read_result(message.payload);
  if (!result) return false;
  const std::string key = key_of(desktop, message.correlation);
  const auto waiting = results_.find(key);
  if (waiting != results_.end()) {
    waiting->second = *result;
    arrived_.notify_all();
    return false;
  }
  const auto [outcome, reason] = outcome_of(*result);
  auto about = unconfirmed_.confirm(key, reason.empty() ? outcome : reason);
  if (!about) return false;
  note_answer(std::move(*about), outcome, reason);
  return true;
}

void BrokerCalls::note_answer(json::object about, const std::string& outcome, const std::string& reason) {
  const std::string desktop = taken_text(about, "desktop");
  metrics_.add(answers_total, {{"result", outcome}});
  about["outcome"] = outcome;
  if (!reason.empty()) about["reason"] = reason;
  history_.add(std::move(about), desktop);
}

BrokerCalls::Answer BrokerCalls::answer(json::object params) {
  const auto begun = std::chrono::steady_clock::now();
  const std::string desktop = taken_text(params, "desktop");
  const auto* id = params.if_contains("id");
  const std::string question = id != nullptr && id->is_string() ? std::string(id->get_string()) : std::string();
  const std::string correlation = ipc::nonce(32), key = key_of(desktop, correlation);
  json::object about;
  std::optional<std::chrono::milliseconds> left;
  {
    const std::lock_guard lock(guard_);
    left = fleet_.left(desktop, question, begun);
    if (!left) return tl::make_unexpected(std::string("this question is closed: the answer came too late"));
    if (!fleet_.is_online(desktop)) return tl::make_unexpected(desktop + " is offline: the answer was not sent");
    about = fleet_.summary(desktop, question);
    about["desktop"] = desktop;
    about["approve"] = params.contains("approve") ? params.at("approve") : json::value();
    results_[key];
    const auto expiry = std::chrono::duration_cast<std::chrono::seconds>(*left) + late_answers;
    if (!link_->publish({.topic = text_of(broker::Topic{desktop, Kind::answer}),
                         .payload = json::serialize(params),
                         .correlation = correlation,
                         .expiry = expiry})) {
      results_.erase(key);
      return tl::make_unexpected(std::string("the broker cannot be reached: the answer was not sent"));
    }
  }
  const auto result = wait_for_result(key, about, begun + *left);
  const auto [outcome, reason] =
      result ? outcome_of(*result) : std::pair<std::string, std::string>("not_confirmed", "");
  note_answer(std::move(about), outcome, reason);
  metrics_.observe(answer_seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
  if (!result)
    return tl::make_unexpected(desktop + " has not confirmed the answer. The inbox shows what becomes of it");
  if (!reason.empty()) return tl::make_unexpected(reason);
  return *result;
}

/// Nothing: it did not come in time, and the answer is unconfirmed from now on.
std::optional<json::object> BrokerCalls::wait_for_result(const std::string& key, const json::object& about,
                                                         Unconfirmed::Time closes) {
  std::unique_lock lock(guard_);
  const auto waiting = results_.find(key);
  arrived_.wait_for(lock, answer_patience, [&] { return waiting->second.has_value() || !trouble_.empty(); });
  auto result = std::move(waiting->second);
  results_.erase(waiting);
  if (result) return result;
  unconfirmed_.add(key, about, closes, std::chrono::steady_clock::now());
  lock.unlock();
  changed_();
  return std::nullopt;
}

BrokerCalls::Answer BrokerCalls::pause(const std::string& desktop) const {
  const std::lock_guard lock(guard_);
  if (!fleet_.is_online(desktop)) return tl::make_unexpected(desktop + " is offline: it cannot be paused from here");
  auto question = fleet_.pause(desktop, std::chrono::steady_clock::now());
  if (question) return *question;
  return tl::make_unexpected(desktop + " offers no pause: its policy has no approvers. Run 'interlockctl pause' there");
}

std::optional<std::string> BrokerCalls::picture(const std::string& desktop, const std::string& id) {
  if (!broker::is_name(desktop) || !broker::is_id(id)) return std::nullopt;
  const std::string topic = text_of(broker::Topic{desktop, Kind::picture, id});
  std::unique_lock lock(guard_);
  Fetch& fetch = fetches_[topic];
  if (++fetch.waiting == 1) link_->subscribe(topic);
  arrived_.wait_for(lock, picture_patience, [&] { return fetch.payload.has_value() || !trouble_.empty(); });
  auto png = fetch.payload;
  if (--fetch.waiting == 0) {
    link_->unsubscribe(topic);
    fetches_.erase(topic);
  }
  return png;
}

json::object BrokerCalls::state() {
  const std::lock_guard lock(guard_);
  json::object state;
  state["trouble"] = trouble_;
  state["questions"] = fleet_.questions(std::chrono::steady_clock::now());
  state["unconfirmed"] = unconfirmed_.list(std::chrono::steady_clock::now());
  const auto states = fleet_.states();
  json::object counts;
  for (const auto& [name, count] : states) counts[name] = count;
  state["desktops"] = std::move(counts);
  state["desktops_version"] = desktops_version_;
  state["may_control"] = false;
  state["may_view"] = false;
  return state;
}

json::object BrokerCalls::desktops() const {
  const std::lock_guard lock(guard_);
  return {{"desktops", fleet_.desktops()}};
}

std::set<std::string> BrokerCalls::open_questions() {
  const std::lock_guard lock(guard_);
  return fleet_.open(std::chrono::steady_clock::now());
}

}  // namespace interlock::console
