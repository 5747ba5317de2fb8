/// What a picture of the screen costs: through the socket, masked, beside `import` of the same screen, turn
/// by turn in one run. Prints medians and ratios.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/e2e/e2e_world.h"

namespace {

using namespace interlock;
using Millis = std::chrono::duration<double, std::milli>;

constexpr int warm_up = 3;
constexpr int rounds = 40;

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

}  // namespace

int main() {
  test::World world({.policy = "preset: default\ndaemon:\n  observation_deadline_ms: 1000\n"});
  auto& desktop = world.desktop();
  const auto page = test::start_server(desktop, INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = test::start_chromium(desktop, test::page_url(page, "shop.html"));
  world.wait_until_seen(page.centre("purchase"), "Purchase instantly");

  auto reader = world.agent("reader");
  const auto session = reader.call("session.open", {{"name", "reader"}, {"scope", "read"}}).reply.at("session");
  auto agent = world.agent("free");
  const auto shoot = [](test::Agent& who, boost::json::object params) {
    const auto taken = who.call("screenshot", std::move(params));
    if (!taken.error.empty()) throw std::runtime_error(taken.error);
    return taken.reply.at("data").as_string().size();
  };
  const std::string file = desktop.dir() + "/picture";
  const std::vector<std::pair<const char*, std::function<void()>>> contenders = {
      {"screenshot, scope read",
       [&] {
         shoot(reader, {{"session", session}});
       }},
      {"screenshot, no scope", [&] { shoot(agent, {}); }},
      {"screenshot, to 640 wide",
       [&] {
         shoot(agent, {{"max_width", 640}});
       }},
      {"screenshot, 64 x 64",
       [&] {
         shoot(agent, {{"region", {{"x", 0}, {"y", 0}, {"width", 64}, {"height", 64}}}});
       }},
      {"import process, PNG",
       [&] {
         desktop.output({"import", "-window", "root", file + ".png"});
       }},
  };
  std::vector<std::vector<double>> took(contenders.size());
  for (int round = 0; round < warm_up + rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const auto start = std::chrono::steady_clock::now();
      contenders[i].second();
      if (round >= warm_up) took[i].push_back(Millis(std::chrono::steady_clock::now() - start).count());
    }
  }
  std::printf("screen 1280x900, Chromium on it (%d rounds, turn by turn)\n", rounds);
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    std::printf("  %-26s p10 %7.1f ms   p50 %7.1f ms   p95 %7.1f ms\n", contenders[i].first, quantile(took[i], 0.1),
                quantile(took[i], 0.5), quantile(took[i], 0.95));
  }
  for (const double q : {0.1, 0.5}) {
    std::printf("  import / screenshot with scope read, p%.0f: %.1f\n", q * 100,
                quantile(took[4], q) / quantile(took[0], q));
  }
}
