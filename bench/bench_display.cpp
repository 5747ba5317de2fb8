/// The cost of a click of a program that automates by X, through the guarded display, compared with the same program
/// on the real display, alternating in one run.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "bench/bare_parts.h"
#include "bench/rows.h"
#include "tests/e2e/e2e_world.h"

namespace {

using namespace interlock;

constexpr int warm_up = 10;

/// A program of xlib_clicks.py that waits for commands.
class Clicker {
 public:
  Clicker(test::Desktop& desktop, const std::string& kind, bool guarded) {
    std::array<int, 2> to{}, from{};
    if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0)
      throw std::runtime_error("no pipe for xlib_clicks.py");
    std::vector<std::string> command = {"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/bench/xlib_clicks.py", kind};
    if (guarded) command.insert(command.begin(), INTERLOCK_BINARY_DIR "/clients/display/interlock-display");
    log_ = desktop.dir() + "/clicker-" + kind + (guarded ? "-guarded" : "") + ".log";
    process_ = test::Process::start(command, desktop.environment(), log_, {to[0], from[1]});
    ::close(to[0]);
    ::close(from[1]);
    commands_ = ::fdopen(to[1], "w");
    replies_ = ::fdopen(from[0], "r");
  }
  ~Clicker() {
    std::fclose(commands_);
    std::fclose(replies_);
  }
  Clicker(const Clicker&) = delete;
  Clicker& operator=(const Clicker&) = delete;

  void click(Point at) {
    std::fprintf(commands_, "click %d %d\n", at.x, at.y);
    std::fflush(commands_);
    std::array<char, 64> line{};
    if (std::fgets(line.data(), line.size(), replies_) == nullptr)
      throw std::runtime_error("xlib_clicks.py ended: " + test::read_file(log_));
  }

 private:
  std::string log_;
  test::Process process_;
  std::FILE* commands_ = nullptr;
  std::FILE* replies_ = nullptr;
};

struct Target {
  Point at;
  std::string name;  ///< the element's
  std::function<int()> pressed;
};

void compare(bench::Rows& rows, test::World& world, const Target& target, const std::string& kind) {
  world.wait_until_seen(target.at, target.name);
  Clicker guarded(world.desktop(), kind, true);
  Clicker bare(world.desktop(), kind, false);
  bench::BareParts parts(target.at, target.name);
  const auto from = [&](Point start) {
    return [&, start] {
      parts.settle();
      parts.move(start);
      parts.settle();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the effect of the click before is painted
    };
  };
  const std::string click = kind + "'s click";
  const std::vector<bench::Contender> contenders = {
      {click + ", guarded", [&] { guarded.click(target.at); }, from(target.at)},
      {click + ", guarded, from elsewhere", [&] { guarded.click(target.at); }, from({1, 1})},
      {click + ", unguarded", [&] { bare.click(target.at); }, from(target.at), bench::Whose::peers},
      {click + ", unguarded, from elsewhere", [&] { bare.click(target.at); }, from({1, 1}), bench::Whose::peers},
  };
  const int rounds = rows.rounds(60, 3);
  const int clicks = target.pressed() + (warm_up + rounds) * static_cast<int>(contenders.size());
  const auto took = bench::compete(contenders, rounds, warm_up);
  if (!test::eventually([&] { return target.pressed() >= clicks; }) || target.pressed() > clicks) {
    throw std::runtime_error(std::to_string(clicks) + " clicks were sent, the application had " +
                             std::to_string(target.pressed()));
  }
  rows.figures(contenders, took, "ms");
  const auto more = [&](std::size_t ours, std::size_t theirs) { return took[ours].median() / took[theirs].median(); };
  rows.goal(kind + ": guarded / unguarded", more(0, 2), bench::Bound::at_most, 1.3);
  rows.goal(kind + ": guarded / unguarded, from elsewhere", more(1, 3), bench::Bound::at_most, 1.3);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    // The same click hundreds of times: no check of loops.
    test::World world(
        {.desktop = {},
         .policy = "preset: default\ndaemon:\n  observation_deadline_ms: 1000\nguardrails:\n  stuck_repeat_hint: 0\n"
                   "  stuck_repeat_warn: 0\n  stuck_repeat_stop: 0\n  allow_private_networks: true\n"});
    world.desktop().adopt();
    const auto on = [&](const std::string& row, const std::string& toolkit, const std::function<Target()>& start) {
      rows.measure({row}, [&] {
        rows.begin(row, "a click through the guarded display, " + toolkit);
        const auto target = start();
        for (const char* kind : {"python-xlib", "pyautogui"}) compare(rows, world, target, kind);
      });
    };
    std::optional<test::App> app;
    std::optional<test::Process> browser;
    on("display.gtk3", "GTK 3", [&]() -> Target {
      app.emplace(test::start_gtk3(world.desktop()));
      return {app->centre("Next"), "Next", [&] { return app->count("clicked", "Next"); }};
    });
    on("display.chromium", "Chromium", [&]() -> Target {
      app.emplace(test::start_server(world.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures"));
      browser.emplace(test::start_chromium(world.desktop(), test::page_url(*app)));
      return {app->centre("next"), "Next", [&] { return app->count("clicked", "next"); }};
    });
  });
}
