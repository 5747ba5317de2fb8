// The agent that works: clicks, text, keys, looks; sometimes an action that a person is asked about, and sometimes one
// that is refused.
#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "tests/soak/agent.h"
#include "tests/soak/wire.h"

namespace interlock::soak {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t most_waiting = 4;          ///< replies that it waits for at once
constexpr auto patience = milliseconds{30'000};  ///< for a last reply, before it counts as lost

struct AgentRequest {
  std::string what;
  std::string method;
  json::object params;
};

class Steady {
 public:
  explicit Steady(const Plan& plan)
      : plan_(plan), random_(plan.seed), log_(std::fopen(plan.log.c_str(), "a")), due_(steady_clock::now()) {
    std::setvbuf(log_, nullptr, _IOLBF, 1 << 16);
  }
  ~Steady() { std::fclose(log_); }

  int run() {
    while (!told_to_end()) {
      if (!wire_ || !wire_->is_open()) connect();
      const bool resting = !plan_.rest_file.empty() && access(plan_.rest_file.c_str(), F_OK) == 0;
      if (resting) {
        rest();
      } else {
        if (std::exchange(rests_, false)) unlink(resting_mark().c_str());
        if (steady_clock::now() >= due_) ask_next();
      }
      const auto pause = std::chrono::duration_cast<milliseconds>(due_ - steady_clock::now());
      take(resting ? milliseconds{20} : std::clamp(pause, milliseconds{1}, milliseconds{50}));
    }
    const auto end = steady_clock::now() + patience;
    while (wire_ && wire_->is_open() && !waiting_.empty() && steady_clock::now() < end) take(milliseconds{50});
    note({{"end", true}, {"unanswered", waiting_.size()}});
    return waiting_.empty() ? 0 : 1;
  }

 private:
  std::string resting_mark() const { return plan_.log + ".resting"; }

  void note(json::object line) {
    line["t"] = now_us();
    std::fprintf(log_, "%s\n", json::serialize(line).c_str());
  }

  void connect() {
    if (!waiting_.empty()) {
      json::array lost;
      for (const auto& [id, asked] : waiting_) lost.push_back(id);
      note({{"lost", std::move(lost)}});
      waiting_.clear();
    }
    answered_.clear();
    held_key_ = held_button_ = false;  // an agent that has disconnected holds nothing
    wire_ = Wire::connect(plan_.socket);
    if (!wire_) {
      std::this_thread::sleep_for(milliseconds{20});
      return;
    }
    const auto opened = wire_->call("session.open", {{"name", plan_.name}}, milliseconds{10'000});
    const auto* result = opened ? opened->if_contains("result") : nullptr;
    if (result == nullptr) {
      wire_->close();
      return;
    }
    session_ = result->at("session").as_string();
  }

  void ask(AgentRequest request) {
    const auto id = ++last_id_;
    note({{"ask", id}, {"what", request.what}});
    waiting_[id] = {request.what, steady_clock::now()};
    if (request.method != "status") request.params["session"] = session_;
    wire_->ask(id, request.method, std::move(request.params));
  }

  void ask_next() {
    std::exponential_distribution<double> pause(plan_.rate);
    due_ = steady_clock::now() + milliseconds{static_cast<int>(pause(random_) * 1000)};
    if (wire_ && waiting_.size() < most_waiting) ask(choose());
  }

  void rest() {
    if (wire_ && waiting_.empty() && held_key_) ask(let_key_go());
    if (wire_ && waiting_.empty() && held_button_) ask(let_button_go());
    if (waiting_.empty() && !std::exchange(rests_, true)) {
      close(open(resting_mark().c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    }
  }

  void take(milliseconds limit) {
    if (!wire_) return;
    const auto message = wire_->receive(limit);
    if (!message) return;
    const auto* to = message->if_contains("id");
    const auto id = to && to->is_int64() ? to->as_int64() : -1;
    const auto asked = waiting_.find(id);
    if (asked == waiting_.end()) {
      note({{answered_.contains(id) ? "twice" : "unasked", id}, {"message", *message}});
      return;
    }
    json::object line = {{"reply", id}, {"what", asked->second.what}};
    line["ms"] = std::chrono::duration<double, std::milli>(steady_clock::now() - asked->second.at).count();
    if (const auto* error = message->if_contains("error")) line["error"] = error->at("message");
    if (const auto* result = message->if_contains("result"); result && result->is_object()) {
      for (const char* key : {"id", "decision", "code", "executed", "outcome"}) {
        if (const auto* value = result->get_object().if_contains(key))
          line[key == std::string("id") ? "record" : key] = *value;
      }
    }
    const auto* executed = line.if_contains("executed");
    if (executed && executed->as_bool()) done(asked->second.what);
    note(std::move(line));
    answered_.insert(id);
    waiting_.erase(asked);
  }

  static AgentRequest act(std::string what, json::object action, json::object params = {}) {
    params["action"] = std::move(action);
    return {std::move(what), "act", std::move(params)};
  }
  static json::object at(std::string_view type, Point point) {
    return {{"type", type}, {"x", point.x}, {"y", point.y}};
  }
  void done(std::string_view what) {
    if (what == "key_down") held_key_ = true;
    if (what == "key_up") held_key_ = false;
    if (what == "mouse_down") held_button_ = true;
    if (what == "mouse_up") held_button_ = false;
  }
  static AgentRequest let_key_go() { return act("key_up", {{"type", "key_up"}, {"key", "shift"}}); }
  AgentRequest let_button_go() const { return act("mouse_up", at("mouse_up", plan_.note)); }

  AgentRequest choose() {
    if (held_key_) return let_key_go();
    if (held_button_) return let_button_go();
    const auto dice = std::uniform_int_distribution<int>(0, 99)(random_);
    if (plan_.holds && dice < 4) return act("key_down", {{"type", "key_down"}, {"key", "shift"}});
    if (plan_.holds && dice < 7) return act("mouse_down", at("mouse_down", plan_.note));
    if (dice < 50) return act("click Next", at("click", plan_.next));
    if (dice < 65) return act("move", at("move", {plan_.next.x + dice, plan_.next.y}));
    if (dice < 78) return act("type", {{"type", "type"}, {"text", "abc"}});
    if (dice < 85) return act("dry run", at("click", plan_.submit), {{"dry_run", true}});
    if (dice < 90) return {"observe", "observe", {}};
    if (dice < 94) return act("blocked", {{"type", "key"}, {"keys", "ctrl+alt+F2"}});
    if (dice < 97) return act("click Submit", at("click", plan_.submit));
    return {"status", "status", {}};
  }

  struct Asked {
    std::string what;
    steady_clock::time_point at;
  };
  const Plan plan_;
  std::mt19937_64 random_;
  std::FILE* log_;
  std::optional<Wire> wire_;
  std::map<std::int64_t, Asked> waiting_;
  std::set<std::int64_t> answered_;  ///< on this connection
  std::int64_t last_id_ = 1000;      ///< below it are those of Wire::call
  json::string session_;
  steady_clock::time_point due_;
  bool held_key_ = false, held_button_ = false, rests_ = false;
};

}  // namespace

int behave(const Plan& plan) {
  return Steady(plan).run();
}

}  // namespace interlock::soak
