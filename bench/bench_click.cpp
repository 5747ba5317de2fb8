/// What a guarded click costs: through the socket, beside the bare parts, libxdo's own click and an `xdotool` process,
/// turn by turn in one run, so that the machine's moods hit all of them alike. Prints medians and ratios.
#include <spawn.h>
#include <sys/wait.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/bare_parts.h"
#include "tests/e2e/e2e_world.h"

extern char** environ;

namespace {

using namespace interlock;
using Micros = std::chrono::duration<double, std::micro>;

constexpr int warm_up = 20;
constexpr int rounds = 300;

double timed(const std::function<void()>& act) {
  const auto start = std::chrono::steady_clock::now();
  act();
  return Micros(std::chrono::steady_clock::now() - start).count();
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

void run_xdotool(gate::Point at) {
  std::string x = std::to_string(at.x), y = std::to_string(at.y);
  std::string program = "xdotool", verb = "mousemove";
  char* argv[] = {program.data(), verb.data(), x.data(), y.data(), nullptr};
  pid_t pid = 0;
  if (posix_spawnp(&pid, "xdotool", nullptr, nullptr, argv, environ) != 0) throw std::runtime_error("no xdotool");
  int status = 0;
  waitpid(pid, &status, 0);
}

/// Compares on one target; `pressed` is how often the application says its button was pressed.
void compare(const char* target, test::Agent& agent, gate::Point at, const std::string& name,
             const std::function<int()>& pressed) {
  bench::BareParts bare(at, name);
  const auto action = test::click(at);
  const auto guarded = [&] {
    const auto verdict = agent.act(action);
    if (!verdict.executed())
      throw std::runtime_error("not executed: " + boost::json::serialize(verdict.reply) + verdict.error);
  };
  enum Which { guarded_there, guarded_away, window, click_away, element, click_there, xdo, xdotool };
  struct Contender {
    const char* name;
    std::function<void()> act;
    bool away = false;  ///< starts with the pointer elsewhere; all others with the pointer where the click before was
  };
  const std::vector<Contender> contenders = {
      {"guarded click (socket)", guarded},
      {"... from elsewhere", guarded, true},
      {"bare: window", [&] { bare.window(); }},
      {"... XTest from elsewhere", [&] { bare.click(); }, true},
      {"bare: element", [&] { bare.element(); }},
      {"bare: XTest click", [&] { bare.click(); }},
      {"libxdo click, unguarded", [&] { bare.xdo_click(); }},
      {"xdotool mousemove process", [&] { run_xdotool(at); }},
  };
  std::vector<std::vector<double>> took(contenders.size());
  for (int round = 0; round < warm_up + rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (contenders[i].away) bare.move_away();
      bare.settle();
      const double cost = timed(contenders[i].act);
      if (round >= warm_up) took[i].push_back(cost);
    }
  }
  const int clicks = (warm_up + rounds) * 5;
  test::eventually([&] { return pressed() >= clicks; });
  std::printf("\n%s (%d rounds, turn by turn; the button was pressed %d of %d times)\n", target, rounds, pressed(),
              clicks);
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    std::printf("  %-28s p10 %7.0f us   p50 %7.0f us   p95 %7.0f us\n", contenders[i].name, quantile(took[i], 0.1),
                quantile(took[i], 0.5), quantile(took[i], 0.95));
  }
  const auto compared = [&](const char* what, double goal, const std::function<double(double)>& ratio) {
    std::printf("  %-28s p10 %7.2f      p50 %7.2f      goal %g at p50: %s\n", what, ratio(0.1), ratio(0.5), goal,
                ratio(0.5) <= goal ? "met" : "missed");
  };
  const auto ratio = [&](Which click, Which bare_click) {
    return [&took, click, bare_click](double q) {
      return quantile(took[click], q) /
             (quantile(took[window], q) + quantile(took[element], q) + quantile(took[bare_click], q));
    };
  };
  compared("guarded / bare parts", 2, ratio(guarded_there, click_there));
  compared("... from elsewhere", 2, ratio(guarded_away, click_away));
  compared("guarded / xdotool process", 1,
           [&](double q) { return quantile(took[guarded_there], q) / quantile(took[xdotool], q); });
}

}  // namespace

int main() try {
  // Hundreds of equal clicks are the point here: no loop check, no needless record kept from rotating the disk.
  test::World world(
      {.desktop = {},
       .policy = "preset: default\ndaemon:\n  observation_deadline_ms: 1000\nguardrails:\n  stuck_repeat_hint: 0\n"
                 "  stuck_repeat_warn: 0\n  stuck_repeat_stop: 0\n  allow_private_networks: true\n"});
  world.desktop().adopt();
  auto agent = world.agent("bench");

  auto gtk = test::start_gtk3(world.desktop());
  world.wait_until_seen(gtk.centre("Next"), "Next");
  compare("GTK 3", agent, gtk.centre("Next"), "Next", [&] { return gtk.count("clicked", "Next"); });
  gtk.process().kill();

  auto server = test::start_server(world.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  auto chromium = test::start_chromium(world.desktop(), test::page_url(server));
  world.wait_until_seen(server.centre("next"), "Next");
  compare("Chromium", agent, server.centre("next"), "Next", [&] { return server.count("clicked", "next"); });
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_click: %s\n", error.what());
  return 1;
}
