// Kills or stops something while agents act, then restores it as a session would, lets the agents rest, and checks the
// invariants from outside.
#include <sys/stat.h>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "tests/soak/faults.h"
#include "tests/soak/figures.h"
#include "tests/soak/soak.h"
#include "tests/soak/world.h"

namespace interlock::soak {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int agent_count = 6;
constexpr double agent_rate = 2;     ///< actions a second of each
constexpr auto answers_within = 5s;  ///< `status`, whatever else hangs
/// The memory that a connection to an X server that died may leave behind (Xlib cannot free it), beside noise.
constexpr double mib_for_each_x_server = 1;
// AddressSanitizer keeps up to 256 MiB of freed memory, to detect its use; ThreadSanitizer shadows all memory that was
// ever used (63 MiB more were seen after an X server had died).
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double fault_mib_of_noise = 8 + 256;
#else
constexpr double fault_mib_of_noise = 8;
#endif
constexpr int fault_descriptors_of_noise = 4;
constexpr int rests_to_warm_up = 3;  ///< after this many faults all kinds of requests were made

double ms_since(steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(steady_clock::now() - begin).count();
}

struct Row {
  int count = 0, broken = 0;
  std::vector<double> back_ms;
};

/// One process of interlockd.
struct Life {
  pid_t pid = 0;
  Footprint first, last;
  int x_servers = 0;  ///< that died since `first`
  int rests = 0;
};

class FaultRun {
 public:
  explicit FaultRun(const Options& options)
      : options_(options), world_(options.seed), plan_(options.seed), rest_file_(world_.desktop().dir() + "/rest") {
    for (int i = 0; i < agent_count; ++i) agents_.push_back(new_agent());
  }

  Broken run() {
    const auto end = steady_clock::now() + options_.length;
    check("before the first fault");
    while (steady_clock::now() < end) round(plan_.next());
    finish();
    print();
    return std::move(broken_);
  }

 private:
  AgentProcess new_agent() {
    auto plan = world_.plan("steady", agent_rate);
    plan.rest_file = rest_file_;
    plan.holds = true;
    return world_.start_agent(std::move(plan));
  }

  void add(const std::string& when, Broken found) {
    for (auto& each : found) {
      std::printf("  round %d, %s: %s\n", round_, when.c_str(), each.c_str());
      std::fflush(stdout);
      broken_.push_back("round " + std::to_string(round_) + ", " + when + ": " + each);
    }
  }

  void round(Fault fault) {
    ++round_;
    std::this_thread::sleep_for(milliseconds{fault.after_ms});
    // systemd would not start it again: an interlockd that is killed that often is not the subject of this test.
    if (fault.victim == Victim::daemon && fault.kill && !world_.service().may_fail()) fault.kill = false;
    auto asking = wait_for_question(fault);
    AgentProcess& agent = agent_for(fault, asking);
    if (fault.victim == Victim::agent) asking = {agent.plan().name};
    const auto before = broken_.size();
    const auto when = now_us();
    auto& row = rows_[fault.name()];
    if (fault.kill) {
      row.back_ms.push_back(kill(fault.victim, agent));
    } else {
      stop(fault, agent);
    }
    if (!world_.acts_again(60s)) add(fault.name(), {"no action is carried out within 60 s of its end"});
    check(fault.name());
    if (fault.at_a_question && fault.voids_questions()) {
      questions_voided_ += static_cast<int>(asking.size());
      add(fault.name(), nothing_carried_over(asking, when, world_.records()));
    }
    ++row.count;
    row.broken += static_cast<int>(broken_.size() - before);
  }

  std::vector<std::string> wait_for_question(const Fault& fault) {
    if (!fault.at_a_question) return {};
    world_.human().hold();
    test::eventually([&] { return !world_.human().asking().empty(); }, 3s);
    return world_.human().asking();
  }

  AgentProcess& agent_for(const Fault& fault, const std::vector<std::string>& asking) {
    for (auto& agent : agents_) {
      if (!asking.empty() && agent.plan().name == asking.front()) return agent;
    }
    return agents_[static_cast<std::size_t>(fault.after_ms) % agents_.size()];
  }

  test::Part& part(Victim victim) {
    switch (victim) {
      case Victim::x_server:
        return world_.parts().x();
      case Victim::session_bus:
        return world_.parts().session_bus();
      case Victim::a11y_bus:
        return world_.parts().a11y_bus();
      default:
        return world_.parts().notifier();
    }
  }

  /// How long it took until interlockd served again: after its own death, or after a restored dependency.
  double kill(Victim victim, AgentProcess& agent) {
    auto begin = steady_clock::now();
    if (victim == Victim::daemon) {
      ++daemon_kills_;
      world_.service().signal(SIGKILL);
      if (!world_.answer_ms(30s)) add("kill interlockd", {"it is not back within 30 s"});
      const double back = ms_since(begin);
      if (back > static_cast<double>(options_.back_within.count())) {
        add("kill interlockd", {"it was back after " + std::to_string(back) + " ms"});
      }
      world_.human().yes_to_all();
      return back;
    }
    if (victim == Victim::agent) {
      agent.kill();
      killed_.push_back(agent.talk());
      world_.human().yes_to_all();
      agent = new_agent();
    } else if (victim == Victim::application) {
      world_.form().process().kill();
      world_.human().yes_to_all();
      world_.start_form();
    } else {
      test::Part& gone = part(victim);
      life_.x_servers += victim == Victim::x_server;
      gone.kill();
      world_.human().yes_to_all();
      if (world_.parts().restore_after(gone)) world_.start_form();
      if (victim == Victim::x_server) world_.start_watching();
    }
    begin = steady_clock::now();
    world_.decides_again(20s);
    return ms_since(begin);
  }

  void stop(const Fault& fault, AgentProcess& agent) {
    const auto signal = [&](int number) {
      if (fault.victim == Victim::daemon) {
        world_.service().signal(number);
      } else if (fault.victim == Victim::agent) {
        agent.process().signal(number);
      } else if (fault.victim == Victim::application) {
        world_.form().process().signal(number);
      } else {
        part(fault.victim).signal(number);
      }
    };
    signal(SIGSTOP);
    const auto end = steady_clock::now() + milliseconds{fault.stopped_ms};
    if (fault.at_a_question) world_.human().yes_to_all();
    while (fault.victim != Victim::daemon && steady_clock::now() < end) {
      const auto took = world_.answer_ms(answers_within);
      if (!took) add(fault.name(), {"interlockd does not answer while another program is stopped"});
      slowest_answer_ms_ = std::max(slowest_answer_ms_, took.value_or(0));
      std::this_thread::sleep_for(20ms);
    }
    std::this_thread::sleep_until(end);
    signal(SIGCONT);
  }

  void check(const std::string& when) {
    std::ofstream{rest_file_};
    const bool rest = test::eventually(
        [&] { return std::all_of(agents_.begin(), agents_.end(), [](const auto& agent) { return agent.rests(); }); },
        40s);
    if (!rest) add(when, {"not every agent got its answers within 40 s"});
    add(when, nothing_held(world_.desktop()));
    add(when, audit_is_whole(world_.desktop()));
    const auto checked = events_checked_;
    const auto& events = world_.events();
    events_checked_ = events.size();
    add(when, all_on_record(events, checked, world_.records()));
    add(when, no_more_presses(events, world_.records()));
    if (world_.clicked("Submit Order") > world_.human().answered().yes) {
      add(when, {"the application was given more clicks on 'Submit Order' than a person agreed to"});
    }
    if (world_.service().starts() != daemon_kills_ + 1) {
      add(when, {"interlockd ended by itself: " + test::read_file(world_.desktop().dir() + "/log/interlockd")});
      daemon_kills_ = world_.service().starts() - 1;
    }
    measure(when);
    std::filesystem::remove(rest_file_);
    test::eventually(
        [&] { return std::none_of(agents_.begin(), agents_.end(), [](const auto& agent) { return agent.rests(); }); });
  }

  void measure(const std::string& when) {
    const auto pid = world_.service().pid();
    if (pid != life_.pid) {
      if (life_.pid != 0) lives_.push_back(life_);
      life_ = {.pid = pid};
      world_.warm_up();
    }
    if (++life_.rests <= rests_to_warm_up) {
      life_.first = footprint_of(pid);
      life_.x_servers = 0;
    }
    const bool few = test::eventually([&] {
      life_.last = footprint_of(pid);
      return life_.last.descriptors <= life_.first.descriptors + fault_descriptors_of_noise;
    });
    if (!few) add(when, {"descriptors leak: " + descriptors_of(pid)});
    const double allowed = fault_mib_of_noise + mib_for_each_x_server * life_.x_servers;
    if (life_.last.resident_mib > life_.first.resident_mib + allowed) {
      add(when, {"memory grows: from " + std::to_string(life_.first.resident_mib) + " to " +
                 std::to_string(life_.last.resident_mib) + " MiB"});
    }
  }

  void finish() {
    world_.human().yes_to_all();
    for (auto& agent : agents_) agent.ends();
    for (const auto& agent : agents_) killed_.push_back(agent.talk());
    add("at the end", one_reply_each(killed_));
    lives_.push_back(life_);
  }

  void print() {
    std::printf("\n%-28s %6s %12s %12s %8s\n", "fault", "times", "back p50 ms", "back max ms", "broken");
    for (const auto& [name, row] : rows_) {
      const auto longest = quantile(row.back_ms, 1);
      if (row.back_ms.empty()) {
        std::printf("%-28s %6d %12s %12s %8d\n", name.c_str(), row.count, "", "", row.broken);
      } else {
        std::printf("%-28s %6d %12.0f %12.0f %8d\n", name.c_str(), row.count, quantile(row.back_ms, 0.5), longest,
                    row.broken);
      }
    }
    int asked = 0, replies = 0, lost = 0;
    for (const auto& talk : killed_) {
      asked += talk.asked;
      replies += static_cast<int>(talk.replies.size());
      lost += talk.lost;
    }
    const auto answered = world_.human().answered();
    int descriptors = 0;
    double grown = 0;
    int x_servers = 0;
    for (const auto& life : lives_) {
      descriptors = std::max(descriptors, life.last.descriptors - life.first.descriptors);
      if (life.last.resident_mib - life.first.resident_mib > grown) {
        grown = life.last.resident_mib - life.first.resident_mib;
        x_servers = life.x_servers;
      }
    }
    std::printf("\nfaults %d; interlockd started %d times\n", round_, world_.service().starts());
    std::printf("requests %d, answered %d, lost with their connection %d\n", asked, replies, lost);
    std::printf("events of XTEST seen by the X server %zu, actions on record %zu\n", world_.events().size(),
                world_.records().size());
    std::printf(
        "questions: yes %d, no %d, left open %d, gone before the answer %d; open at a fault that voids them %d\n",
        answered.yes, answered.no, answered.left_open, answered.too_late, questions_voided_);
    std::printf("clicks on 'Submit Order' that the application got: %d\n", world_.clicked("Submit Order"));
    std::printf("status, slowest answer while another program was stopped: %.0f ms\n", slowest_answer_ms_);
    std::printf(
        "descriptors: most more than at the first rest of an interlockd: %d; resident: most more %.1f MiB "
        "(%d X servers died under it), last %.1f MiB\n\n",
        descriptors, grown, x_servers, lives_.back().last.resident_mib);
  }

  const Options options_;
  World world_;
  FaultPlan plan_;
  const std::string rest_file_;
  std::vector<AgentProcess> agents_;
  std::vector<Talk> killed_;
  std::map<std::string, Row> rows_;
  std::vector<Life> lives_;
  Life life_;
  Broken broken_;
  std::size_t events_checked_ = 0;
  double slowest_answer_ms_ = 0;
  int round_ = 0, daemon_kills_ = 0, questions_voided_ = 0;
};

}  // namespace

Broken run_faults(const Options& options) {
  return FaultRun(options).run();
}

}  // namespace interlock::soak
