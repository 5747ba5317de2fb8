// Many agents at once, for a long time; in every second period some of them misbehave, so that the two can be compared
// in one run.
#include <csignal>
#include <cstdio>
#include <map>

#include "tests/soak/figures.h"
#include "tests/soak/soak.h"
#include "tests/soak/world.h"

namespace interlock::soak {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// So many of each kind (agent_misbehaving.cpp); with 50 agents they stay below the socket's limit of connections.
const std::map<std::string, int> misbehaving = {{"deaf", 2}, {"half-open", 3}, {"vanishing", 2}, {"greedy", 2}};
constexpr std::int64_t settling_us = 2'000'000;  ///< after each change, not counted
/// "Flat" means that the end is not above the beginning by more than noise.
constexpr int load_descriptors_of_noise = 8;
constexpr double load_mib_of_noise = 6;
/// An action waits for one action of each agent in front of it. Additional agents that take turns cost that much.
constexpr double times_as_slow = 4, ms_of_noise = 100, share_of_noise = 0.05;

struct Stretch {
  std::int64_t begin = 0, end = 0;
  bool hostile = false;
};

struct Group {
  std::vector<double> ms;  ///< of actions without a question
  int turned_away = 0;     ///< refused with queue_full
  double turned_away_share() const { return turned_away / (static_cast<double>(ms.size()) + 1); }
};

class LoadRun {
 public:
  explicit LoadRun(const Options& options)
      : options_(options), world_(options.seed, "queue_limit: " + std::to_string(options.agents + 14) + ", ") {
    const double rate = options.rate / options.agents;
    for (int i = 0; i < options.agents; ++i) agents_.push_back(world_.start_agent(world_.plan("steady", rate)));
  }

  Broken run() {
    const auto length = std::chrono::duration_cast<std::chrono::milliseconds>(options_.length);
    const auto stretch = std::clamp<std::chrono::milliseconds>(length / 10, 5s, 60s);
    const auto end = steady_clock::now() + length;
    begin_ = now_us();
    for (bool hostile = false; steady_clock::now() < end; hostile = !hostile) live(hostile, stretch);
    live(false, 5s);
    final_ = footprint_of(world_.service().pid());
    finish();
    judge();
    print();
    return std::move(broken_);
  }

 private:
  void live(bool hostile, std::chrono::milliseconds length) {
    std::vector<AgentProcess> bad;
    for (const auto& [kind, count] : misbehaving) {
      for (int i = 0; hostile && i < count; ++i) bad.push_back(world_.start_agent(world_.plan(kind, 1)));
    }
    const Stretch now{now_us() + settling_us, now_us() + length / 1us, hostile};
    const auto end = steady_clock::now() + length;
    while (steady_clock::now() < end) {
      std::this_thread::sleep_for(500ms);
      footprints_.push_back(footprint_of(world_.service().pid()));
    }
    stretches_.push_back(now);
    if (stretches_.size() == 1) first_ = footprints_.back();
    for (auto& each : bad) each.kill();
  }

  void add(Broken found) { broken_.insert(broken_.end(), found.begin(), found.end()); }

  void finish() {
    seconds_ = static_cast<double>(now_us() - begin_) / 1e6;
    for (auto& agent : agents_) agent.process().signal(SIGTERM);
    for (auto& agent : agents_) agent.ends();
    for (auto& agent : agents_) talks_.push_back(agent.talk());
    std::this_thread::sleep_for(1s);
    for (const auto& talk : talks_) {
      for (const auto& reply : talk.replies) count(reply);
    }
  }

  void count(const Reply& reply) {
    if (!reply.error.empty()) ++(reply.what == "observe" ? unseen_ : errors_)[reply.what + ": " + reply.error];
    ++replies_;
    prompts_ += !reply.outcome.empty();
    blocked_ += reply.decision == "block" && reply.what == "blocked";
    const bool acted = reply.what == "click Next" || reply.what == "move" || reply.what == "type";
    const auto asked_at = reply.at - static_cast<std::int64_t>(reply.ms * 1000);
    for (const auto& stretch : stretches_) {
      if (asked_at < stretch.begin || asked_at >= stretch.end) continue;
      if (acted && reply.outcome.empty()) groups_[stretch.hostile].ms.push_back(reply.ms);
      groups_[stretch.hostile].turned_away += reply.code == "queue_full";
    }
  }

  void judge() {
    add(one_reply_each(talks_));
    int lost = 0;
    for (const auto& talk : talks_) lost += talk.lost;
    if (lost > 0) add({std::to_string(lost) + " requests lost their connection"});
    for (const auto& [what, times] : errors_) add({"an error, " + std::to_string(times) + " times: " + what});
    if (world_.service().starts() != 1) add({"interlockd ended by itself"});
    add(nothing_held(world_.desktop()));
    add(audit_is_whole(world_.desktop()));
    const auto& events = world_.events();
    add(all_on_record(events, 0, world_.records()));
    presses_are_exact(events);
    no_descriptor_leaks();
    if (!options_.compare) return;
    is_flat();
    const auto& quiet = groups_[false];
    const auto& hostile = groups_[true];
    if (hostile.turned_away_share() > quiet.turned_away_share() + share_of_noise) {
      add({std::to_string(hostile.turned_away) + " actions were turned away because others misbehaved"});
    }
    if (quantile(hostile.ms, 0.5) > quantile(quiet.ms, 0.5) * times_as_slow + ms_of_noise) {
      add({"agents wait longer because others misbehave"});
    }
  }

  /// Every press that was done was seen by the server and by the application, and no other.
  void presses_are_exact(const std::vector<Event>& events) {
    long done = 0, unsure = 0, submitted = 0;
    for (const auto& record : world_.records()) {
      done += record.executed ? record.buttons : 0;
      unsure += !record.executed && record.may_inject() ? record.buttons : 0;
      submitted += record.executed && record.decision == "require_confirmation" && record.buttons == 1;
    }
    const auto seen = std::count_if(events.begin(), events.end(), [](const auto& e) { return e.kind == "button"; });
    if (seen < done || seen > done + unsure) {
      add({std::to_string(seen) + " presses seen by the X server, " + std::to_string(done) + " done by the records"});
    }
    if (!test::eventually([&] { return world_.clicked("Submit Order") == submitted; })) {
      add({std::to_string(world_.clicked("Submit Order")) + " orders submitted, " + std::to_string(submitted) +
           " by the records"});
    }
    submitted_ = submitted;
  }

  void is_flat() {
    const auto part = footprints_.size() / 5;
    if (part == 0) return;
    std::vector<double> first, last;
    for (std::size_t i = 0; i < part; ++i) {
      first.push_back(footprints_[part + i].resident_mib);  // after the first fifth: warm
      last.push_back(footprints_[footprints_.size() - 1 - i].resident_mib);
    }
    early_ = quantile(first, 0.5);
    late_ = quantile(last, 0.5);
    if (late_ > early_ * 1.1 + load_mib_of_noise) {
      add({"memory grows: " + std::to_string(early_) + " MiB early, " + std::to_string(late_) + " MiB late"});
    }
  }

  void no_descriptor_leaks() {
    if (final_.descriptors > first_.descriptors + load_descriptors_of_noise) {
      add({"descriptors leak: " + descriptors_of(world_.service().pid())});
    }
  }

  void print() {
    std::vector<double> counts, medians;
    for (const auto& talk : talks_) {
      std::vector<double> ms;
      for (const auto& reply : talk.replies) {
        if (reply.outcome.empty()) ms.push_back(reply.ms);
      }
      counts.push_back(static_cast<double>(talk.replies.size()));
      medians.push_back(quantile(ms, 0.5));
    }
    std::printf("\n%d agents, %.0f s: %d requests answered (%.1f a second), %d questions, %d refused by a rule\n",
                options_.agents, seconds_, replies_, replies_ / seconds_, prompts_, blocked_);
    std::printf("\n%-34s %8s %9s %9s %9s %12s\n", "actions that nobody is asked about", "number", "p50 ms", "p99 ms",
                "max ms", "turned away");
    for (const bool hostile : {false, true}) {
      const auto& group = groups_[hostile];
      std::printf("%-34s %8zu %9.1f %9.1f %9.1f %12d\n", hostile ? "with misbehaving agents" : "without",
                  group.ms.size(), quantile(group.ms, 0.5), quantile(group.ms, 0.99), quantile(group.ms, 1),
                  group.turned_away);
    }
    std::printf("\n%-34s %9s %9s %9s\n", "by agent", "least", "median", "most");
    std::printf("%-34s %9.0f %9.0f %9.0f\n", "requests answered", quantile(counts, 0), quantile(counts, 0.5),
                quantile(counts, 1));
    std::printf("%-34s %9.1f %9.1f %9.1f\n\n", "p50 ms", quantile(medians, 0), quantile(medians, 0.5),
                quantile(medians, 1));
    std::vector<double> alone, asked;
    for (const auto& record : world_.records()) {
      if (record.end < 0 || record.dry_run) continue;
      (record.outcome.empty() ? alone : asked).push_back(static_cast<double>(record.end - record.begin) / 1000);
    }
    std::printf("from begin to end on record: p50 %.1f, p99 %.1f, max %.1f ms; with a question %.1f, %.1f, %.1f ms\n",
                quantile(alone, 0.5), quantile(alone, 0.99), quantile(alone, 1), quantile(asked, 0.5),
                quantile(asked, 0.99), quantile(asked, 1));
    for (const auto& [what, times] : unseen_) std::printf("%d times %s\n", times, what.c_str());
    const auto answered = world_.human().answered();
    std::printf("questions: yes %d, no %d, left open %d, gone before the answer %d; orders submitted %ld\n",
                answered.yes, answered.no, answered.left_open, answered.too_late, submitted_);
    std::printf("resident: %.1f MiB early, %.1f MiB late; descriptors %d at first, %d at the end\n\n", early_, late_,
                first_.descriptors, final_.descriptors);
  }

  const Options options_;
  World world_;
  std::vector<AgentProcess> agents_;
  std::vector<Talk> talks_;
  std::vector<Stretch> stretches_;
  std::vector<Footprint> footprints_;
  std::map<bool, Group> groups_;
  Broken broken_;
  Footprint first_, final_;  ///< with only the steady agents
  std::int64_t begin_ = 0;
  double seconds_ = 0, early_ = 0, late_ = 0;
  int replies_ = 0, prompts_ = 0, blocked_ = 0;
  std::map<std::string, int> errors_, unseen_;  ///< unseen_: looks at an application that did not answer in time
  long submitted_ = 0;
};

}  // namespace

Broken run_load(const Options& options) {
  return LoadRun(options).run();
}

}  // namespace interlock::soak
