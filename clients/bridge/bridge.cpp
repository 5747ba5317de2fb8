#include "clients/bridge/bridge.h"

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "clients/bridge/inbox.h"
#include "clients/bridge/outbox.h"
#include "clients/broker/link.h"
#include "clients/broker/messages.h"
#include "clients/metrics/exporter.h"
#include "clients/metrics/metrics.h"
#include "ipc/base64.h"
#include "ipc/client.h"

namespace interlock::bridge {

namespace json = boost::json;
using broker::Kind;
using broker::Message;
using namespace std::chrono_literals;

namespace {

constexpr auto call_patience = 20s;
constexpr auto ask_at_least = 5s;                   // an interlockd that hangs sends no events
constexpr auto result_kept = 60s;                   // at the broker, for a console that is not connected just now
constexpr std::size_t most_waiting = 64;            // answers that interlockd has not got yet
constexpr std::uint32_t largest_message = 2 << 20;  // our own questions come back, see Carrier::got()

std::atomic<bool> signalled{false};

std::vector<metrics::About> metrics_here() {
  using enum metrics::Type;
  return {{"interlock_bridge_broker_connected", gauge, "1 while the broker is connected."},
          {"interlock_bridge_interlockd_connected", gauge, "1 while interlockd answers."},
          {"interlock_bridge_queue_length", gauge, "Questions that wait for an answer."},
          {"interlock_bridge_answers_waiting", gauge, "Answers that interlockd has not got yet."},
          {"interlock_bridge_questions_total", counter, "Questions asked, by rule."},
          {"interlock_bridge_closed_total", counter, "Questions closed, by outcome."},
          {"interlock_bridge_answers_total", counter, "Answers from the broker, by what became of them."},
          {"interlock_bridge_answer_seconds", histogram, "From an answer's arrival to what interlockd said."},
          {"interlock_bridge_open_seconds", histogram, "How long questions were open."}};
}

std::string text_at(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

class Carrier {
 public:
  explicit Carrier(const Settings& settings)
      : settings_(settings), outbox_(settings.broker.name), metrics_(metrics_here()) {}
  tl::expected<void, Error> run();

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    json::object params;
    std::string digest, correlation;
    Clock::time_point arrived;
  };

  Message state_message(const std::string& state) const;
  void connected();
  void got(Message message);
  void got_answer(const Message& message);
  void send_result(const std::string& correlation, const std::string& result);
  void drop(const std::string& correlation, const std::string& why);
  void answer_all();
  std::string result_of(const Waiting& waiting);
  void follow_interlockd();
  bool bring_up_to_date(ipc::Client& client, json::object params = {});
  void count(const json::object& event);
  void interlockd_answers(bool does);
  void pause_before_next_try() const;

  const Settings& settings_;
  std::mutex guard_;  // of the boxes, the queue and what is counted from
  Outbox outbox_;
  Inbox inbox_;
  std::deque<Waiting> waiting_;
  std::condition_variable arrived_;
  std::map<std::string, Clock::time_point> asked_;
  std::string state_;  // as it was published
  bool interlockd_answers_ = false, ending_ = false;
  std::atomic<bool> all_again_{false};  // a new connection: the broker may have lost everything
  metrics::Metrics metrics_;
  std::unique_ptr<broker::Link> link_;
};

Message Carrier::state_message(const std::string& state) const {
  return {.topic = text_of(broker::Topic{settings_.broker.name, Kind::state}), .payload = state, .retained = true};
}

void Carrier::connected() {
  std::cerr << "interlock-bridge: connected to the broker as " << settings_.broker.name << std::endl;
  metrics_.set("interlock_bridge_broker_connected", {}, 1);
  link_->subscribe(pattern_of(Kind::answer, settings_.broker.name));
  // What the broker keeps of us: what is not open any more is withdrawn.
  link_->subscribe(pattern_of(Kind::question, settings_.broker.name));
  all_again_ = true;
}

void Carrier::got(Message message) {
  const auto topic = broker::parse_topic(message.topic);
  if (!topic || topic->desktop != settings_.broker.name) return;
  if (topic->kind == Kind::answer) return got_answer(message);
  if (topic->kind != Kind::question || message.payload.empty()) return;
  const std::lock_guard lock(guard_);
  if (!interlockd_answers_) return;
  for (const auto& withdrawal : outbox_.withdraw_unknown(topic->id)) link_->publish(withdrawal);
}

void Carrier::send_result(const std::string& correlation, const std::string& result) {
  if (correlation.empty()) return;  // the sender asked for no result
  link_->publish({.topic = text_of(broker::Topic{settings_.broker.name, Kind::result}),
                  .payload = result,
                  .correlation = correlation,
                  .expiry = result_kept});
}

void Carrier::drop(const std::string& correlation, const std::string& why) {
  metrics_.add("interlock_bridge_answers_total", {{"result", "dropped"}});
  send_result(correlation, json::serialize(json::object{{"error", why}}));
}

void Carrier::got_answer(const Message& message) {
  const std::lock_guard lock(guard_);
  if (waiting_.size() >= most_waiting) return drop(message.correlation, "too many answers wait for interlockd");
  auto fate = inbox_.take(message.payload, message.correlation);
  if (const auto* dropped = std::get_if<Drop>(&fate)) return drop(message.correlation, dropped->why);
  if (const auto* repeated = std::get_if<Repeat>(&fate)) {
    metrics_.add("interlock_bridge_answers_total", {{"result", "duplicate"}});
    if (!repeated->result.empty()) send_result(message.correlation, repeated->result);
    return;
  }
  auto& forward = std::get<Forward>(fate);
  waiting_.push_back({std::move(forward.params), forward.digest, message.correlation, Clock::now()});
  metrics_.set("interlock_bridge_answers_waiting", {}, static_cast<double>(waiting_.size()));
  arrived_.notify_one();
}

/// The VNC socket of a desktop that `interlockctl desktop --vnc` made, beside the folder with interlockd's sockets;
/// empty: it has none.
std::string vnc_beside(const std::string& questions) {
  const auto vnc = std::filesystem::path(questions).parent_path().parent_path() / "vnc.sock";
  std::error_code missing;
  return std::filesystem::is_socket(vnc, missing) ? vnc.string() : std::string();
}

/// What interlockd says about an answer, as it goes back.
std::string Carrier::result_of(const Waiting& waiting) {
  auto client = ipc::Client::connect(settings_.questions);
  auto said = client ? client->call("answer", waiting.params, call_patience)
                     : tl::make_unexpected(ipc::RpcError{0, client.error().text()});
  const bool reached = client && client->is_open();
  const std::lock_guard lock(guard_);
  json::object result;
  if (said && said->is_object()) {
    result = said->get_object();
    if (result.contains("paused")) {
      if (const std::string vnc = vnc_beside(settings_.questions); !vnc.empty()) result["vnc"] = vnc;
    }
  } else {
    result["error"] = said ? "interlockd answered with something else" : said.error().message;
  }
  const std::string outcome = text_at(result, "outcome");
  metrics_.add("interlock_bridge_answers_total", {{"result", !outcome.empty() ? outcome
                                                             : reached        ? "refused"
                                                                              : "not_delivered"}});
  const std::string text = json::serialize(result);
  if (reached) {
    inbox_.done(waiting.digest, text);
  } else {
    inbox_.failed(waiting.digest);
  }
  return text;
}

void Carrier::answer_all() {
  std::unique_lock lock(guard_);
  while (true) {
    arrived_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    metrics_.set("interlock_bridge_answers_waiting", {}, static_cast<double>(waiting_.size()));
    lock.unlock();
    const std::string result = result_of(next);
    metrics_.observe("interlock_bridge_answer_seconds",
                     std::chrono::duration<double>(Clock::now() - next.arrived).count());
    send_result(next.correlation, result);
    lock.lock();
  }
}

void Carrier::count(const json::object& event) {
  const auto* params = event.if_contains("params");
  if (params == nullptr || !params->is_object()) return;
  const std::string method = text_at(event, "method"), id = text_at(params->get_object(), "id");
  const std::lock_guard lock(guard_);
  if (method == "asked") {
    metrics_.add("interlock_bridge_questions_total", {{"rule", text_at(params->get_object(), "rule")}});
    asked_[id] = Clock::now();
  } else if (method == "closed") {
    metrics_.add("interlock_bridge_closed_total", {{"outcome", text_at(params->get_object(), "outcome")}});
    const auto asked = asked_.find(id);
    if (asked == asked_.end()) return;
    metrics_.observe("interlock_bridge_open_seconds",
                     std::chrono::duration<double>(Clock::now() - asked->second).count());
    asked_.erase(asked);
  }
}

void Carrier::interlockd_answers(bool does) {
  metrics_.set("interlock_bridge_interlockd_connected", {}, does ? 1 : 0);
  const std::lock_guard lock(guard_);
  interlockd_answers_ = does;
  if (does) return;
  asked_.clear();
  const auto none = [](const std::string&) { return std::optional<std::string>(); };
  for (const auto& message : outbox_.update({}, none)) link_->publish(message);
  for (const auto& message : outbox_.update_pause(nullptr)) link_->publish(message);
  link_->publish(state_message("waiting"));
}

/// False: interlockd does not answer. `params`: of the method `questions`.
bool Carrier::bring_up_to_date(ipc::Client& client, json::object params) {
  const bool again = all_again_.exchange(false);
  const auto answer = client.call("questions", std::move(params), call_patience);
  const auto* object = answer ? answer->if_object() : nullptr;
  const auto* questions = object == nullptr ? nullptr : object->if_contains("questions");
  if (questions == nullptr || !questions->is_array()) return false;
  std::unique_lock lock(guard_);
  // Answers go on meanwhile: this thread alone changes the outbox.
  const auto picture = [&](const std::string& id) -> std::optional<std::string> {
    lock.unlock();
    const auto png = client.call("picture", {{"id", id}}, call_patience);
    lock.lock();
    return png && png->is_object() ? ipc::bytes_of_base64(text_at(png->get_object(), "png")) : std::nullopt;
  };
  interlockd_answers_ = true;
  if (again) outbox_.forget_published();
  if (!link_->is_connected()) return true;
  for (const auto& message : outbox_.update(questions->get_array(), picture)) link_->publish(message);
  for (const auto& message : outbox_.update_pause(object->if_contains("pause"))) link_->publish(message);
  const std::string state = text_at(*object, "state") == "paused" ? "paused" : "online";
  if (again || state != state_) link_->publish(state_message(state));
  state_ = state;
  metrics_.set("interlock_bridge_queue_length", {}, static_cast<double>(outbox_.open()));
  return true;
}

/// One second, in parts, so that a signal ends it soon.
void Carrier::pause_before_next_try() const {
  for (int i = 0; i < 10 && !signalled; ++i) std::this_thread::sleep_for(100ms);
}

void Carrier::follow_interlockd() {
  while (!signalled) {
    auto client = ipc::Client::connect(settings_.questions);
    all_again_ = true;
    if (client && bring_up_to_date(*client, {{"watch", true}})) {
      metrics_.set("interlock_bridge_interlockd_connected", {}, 1);
      auto heard = Clock::now();
      while (!signalled && client->is_open()) {
        const auto event = client->next_event(200ms);
        if (event) count(*event);
        if (!event && !all_again_ && Clock::now() - heard < ask_at_least) continue;
        heard = Clock::now();
        if (!bring_up_to_date(*client)) break;
      }
    }
    if (!signalled) std::cerr << "interlock-bridge: interlockd does not answer on " << settings_.questions << std::endl;
    interlockd_answers(false);
    pause_before_next_try();
  }
}

tl::expected<void, Error> Carrier::run() {
  std::unique_ptr<metrics::Exporter> exporter;
  if (!settings_.metrics.empty()) {
    auto opened = metrics::Exporter::open(settings_.metrics, metrics_);
    if (!opened) return tl::make_unexpected(opened.error());
    exporter = std::move(*opened);
  }
  auto opened = broker::Link::open(settings_.broker,
                                   {.client = "interlock-bridge-" + settings_.broker.name,
                                    .will = state_message("offline"),
                                    .largest = largest_message,
                                    .kept_for = broker::longest_question},
                                   {.connected = [this] { connected(); },
                                    .lost =
                                        [this](const std::string& why) {
                                          std::cerr << "interlock-bridge: no broker: " << why << std::endl;
                                          metrics_.set("interlock_bridge_broker_connected", {}, 0);
                                        },
                                    .got = [this](Message message) { got(std::move(message)); },
                                    .refused =
                                        [](const std::string& why) {
                                          std::cerr << "interlock-bridge: the broker refused a message: " << why
                                                    << " (is 'name' the common name of the certificate?)" << std::endl;
                                        }});
  if (!opened) return tl::make_unexpected(opened.error());
  link_ = std::move(*opened);
  link_->start();
  std::thread answers([this] { answer_all(); });
  follow_interlockd();
  {
    const std::lock_guard lock(guard_);
    ending_ = true;
    arrived_.notify_all();
  }
  answers.join();
  link_->publish(state_message("offline"));
  link_.reset();
  return {};
}

}  // namespace

tl::expected<void, Error> carry(const Settings& settings) {
  std::signal(SIGPIPE, SIG_IGN);
  for (const int number : {SIGTERM, SIGINT}) std::signal(number, [](int) { signalled = true; });
  return Carrier(settings).run();
}

}  // namespace interlock::bridge
