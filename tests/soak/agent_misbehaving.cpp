// Agents that must not affect others: they do not read, do not finish a line, leave in the middle, or request too much.
#include <sys/socket.h>
#include <random>
#include <thread>

#include "tests/soak/agent.h"
#include "tests/soak/wire.h"

namespace interlock::soak {
namespace {

using std::chrono::milliseconds;

class Misbehaving {
 public:
  explicit Misbehaving(const Plan& plan) : plan_(plan), random_(plan.seed) {}

  int run() {
    while (!told_to_end()) {
      wire_ = Wire::connect(plan_.socket);
      if (wire_) {
        if (plan_.kind == "deaf") never_read();
        if (plan_.kind == "half-open") half_open();
        if (plan_.kind == "vanishing") vanish();
        if (plan_.kind == "greedy") take_everything();
      }
      wire_.reset();
      pause(20);
    }
    return 0;
  }

 private:
  static void pause(int ms) { std::this_thread::sleep_for(milliseconds{ms}); }
  int random(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  bool act(json::object action) { return wire_->ask(++id_, "act", {{"action", std::move(action)}}); }
  json::object click(Point at) { return {{"type", "click"}, {"x", at.x}, {"y", at.y}}; }

  /// Requests the longest replies there are, and reads none of them.
  void never_read() {
    while (!told_to_end() && wire_->ask(++id_, "tools")) pause(20);
  }

  /// Half a line, nothing at all, or a half-closed connection, as long as the daemon tolerates it.
  void half_open() {
    const int how = random(3);
    if (how == 0) wire_->send(R"({"jsonrpc":"2.0","id":1,"method":"act","par)");
    if (how == 1) {
      act(click(plan_.next));
      shutdown(wire_->fd(), SHUT_WR);
    }
    for (int i = 0; i < 150 && !told_to_end() && wire_->is_open(); ++i) wire_->receive(milliseconds{100});
  }

  /// Requests something that takes long, and disconnects before the answer.
  void vanish() {
    if (random(2) == 0) {
      act(click(plan_.submit));
    } else {
      act({{"type", "type"}, {"text", std::string(200, 'v')}});
    }
    pause(random(300));
    wire_.reset();
    pause(1000);  // a question occupies the desktop while it is open, whoever asks it
  }

  /// As many requests at once as one connection may have, without a pause.
  void take_everything() {
    constexpr int at_once = 16;
    for (int i = 0; i < at_once; ++i) act(click(plan_.next));
    while (!told_to_end() && wire_->is_open()) {
      if (wire_->receive(milliseconds{100})) act(click(plan_.next));
    }
  }

  const Plan plan_;
  std::mt19937_64 random_;
  std::optional<Wire> wire_;
  std::int64_t id_ = 0;
};

}  // namespace

int misbehave(const Plan& plan) {
  return Misbehaving(plan).run();
}

}  // namespace interlock::soak
