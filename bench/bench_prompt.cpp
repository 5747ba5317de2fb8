/// The cost of a question when the human takes no time: an agent asks for a click that needs approval, a notification
/// appears, the control socket approves at once, the target is looked at again and clicked. Compared with the same
/// click on a button that needs no approval, alternating.
#include <stdexcept>
#include <string>
#include <thread>

#include "bench/rows.h"
#include "tests/e2e/e2e_world.h"

namespace {

using namespace interlock;
using namespace std::chrono_literals;

/// Approves everything at once.
class Yes {
 public:
  explicit Yes(const std::string& socket) : thread_([this, socket] { run(socket); }) {}
  ~Yes() {
    stop_ = true;
    thread_.join();
  }

 private:
  void run(const std::string& socket) {
    auto control = ipc::Client::connect(socket);
    if (!control || !control->call("watch")) return;
    while (!stop_ && control->is_open()) {
      const auto event = control->next_event(100ms);
      if (!event || event->at("method") != "prompt") continue;
      (void)control->call("reply", {{"id", event->at("params").at("id")}, {"approve", true}});
    }
  }

  std::atomic<bool> stop_{false};
  std::thread thread_;
};

void compare(bench::Rows& rows, const std::string& notifier) {
  test::World world({.desktop = {.notifier = notifier},
                     .policy = "preset: default\ndaemon:\n  observation_deadline_ms: 1000\nguardrails:\n"
                               "  stuck_repeat_hint: 0\n  stuck_repeat_warn: 0\n  stuck_repeat_stop: 0\n"});
  const auto form = test::start_gtk3(world.desktop());
  const auto free = form.centre("Next"), asks = form.centre("Submit Order");
  world.wait_until_seen(free, "Next");
  world.wait_until_seen(asks, "Submit Order");
  auto agent = world.agent("bench");
  const Yes human(world.socket("control"));
  const auto click = [&](Point at, const char* outcome) {
    return [&agent, at, outcome] {
      const auto done = agent.act(test::click(at));
      if (!done.executed() || done.text("outcome") != outcome) {
        throw std::runtime_error("not as expected: " + boost::json::serialize(done.reply) + done.error);
      }
    };
  };
  const auto took =
      bench::compete({{"", click(asks, "approved")}, {"", click(free, "")}}, rows.rounds(60, 3), rows.rounds(5, 1));
  const std::string where = notifier == "none" ? "no server" : notifier;
  rows.figure("click with a question, " + where, "us", took[0]);
  rows.figure("click without, " + where, "us", took[1]);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    if (!rows.wants("prompt")) return;
    rows.begin("prompt", "a question and its answer, without the human's time");
    compare(rows, "xfce4-notifyd");
    compare(rows, "none");
  });
}
