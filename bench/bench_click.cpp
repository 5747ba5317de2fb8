/// The cost of a guarded click through the socket, compared with the bare parts, libxdo's own click and an `xdotool`
/// process, alternating in one run.
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/bare_parts.h"
#include "bench/rows.h"
#include "tests/e2e/e2e_world.h"

namespace {

using namespace interlock;
using namespace std::chrono_literals;

constexpr int warm_up = 20;

/// Where a click goes, and how often the application reports that it arrived.
struct Target {
  Point at;
  std::string name;  ///< the element's
  std::function<int()> pressed;
};

void compare(bench::Rows& rows, test::World& world, const Target& target) {
  // No structured binding: clang before 16 cannot capture one in a lambda.
  const auto& at = target.at;
  const auto& name = target.name;
  const auto& pressed = target.pressed;
  world.wait_until_seen(at, name);
  auto agent = world.agent("bench");
  bench::BareParts bare(at, name);
  const auto guarded = [&] {
    const auto verdict = agent.act(test::click(at));
    if (!verdict.executed())
      throw std::runtime_error("not executed: " + boost::json::serialize(verdict.reply) + verdict.error);
  };
  const auto bare_parts = [&] {
    bare.window();
    bare.element();
    bare.click();
  };
  // All start from rest: the click before has been processed and its effect painted (a frame takes 17 ms).
  const auto from = [&](Point start, bool look) {
    return [&, start, look] {
      bare.settle();
      bare.move(start);
      if (look) agent.act(test::click(at), {{"dry_run", true}});  // "warm": a place that was looked at before
      bare.settle();
      std::this_thread::sleep_for(20ms);  // from rest, like an agent that thinks between its clicks
    };
  };
  const auto there = from(at, false), away = from({1, 1}, false);
  constexpr auto peers = bench::Whose::peers;
  enum Which { guarded_there, guarded_away, parts_there, parts_away, window, element, xtest, xdo, xdotool };
  const std::vector<bench::Contender> contenders = {
      {"guarded click", guarded, from(at, true)},
      {"guarded click, from elsewhere", guarded, from({1, 1}, true)},
      {"bare parts", bare_parts, there, peers},
      {"bare parts, from elsewhere", bare_parts, away, peers},
      {"bare: window", [&] { bare.window(); }, there, peers},
      {"bare: element", [&] { bare.element(); }, there, peers},
      {"bare: XTest click", [&] { bare.click(); }, there, peers},
      {"libxdo's click, unguarded", [&] { bare.xdo_click(); }, there, peers},
      {"an xdotool mousemove process",
       [&] {
         bench::run_process({"xdotool", "mousemove", std::to_string(at.x), std::to_string(at.y)});
       },
       there, peers},
  };
  const auto settle = [&] { bare.settle(); };
  const std::vector<bench::Contender> hurried = {{"guarded click, back to back", guarded, settle},
                                                 {"bare parts, back to back", bare_parts, settle, peers}};
  const std::vector<bench::Contender> strange = {{"guarded click, not looked at for a while", guarded, [&] {
                                                    bare.settle();
                                                    std::this_thread::sleep_for(200ms);  // until no look is warm
                                                  }}};
  const std::vector<bench::Contender> paced = {{"guarded click, at an agent's pace", guarded, [&] {
                                                  bare.settle();
                                                  std::this_thread::sleep_for(2s);  // as long as a model thinks
                                                }}};
  const int rounds = rows.rounds(150, 5), few = rows.rounds(30, 2), slow = rows.rounds(20, 1);
  const int clicks = pressed() + (warm_up + rounds) * 6 + (warm_up + rounds) * 2 + few + slow;
  const auto took = bench::compete(contenders, rounds, warm_up);
  const auto in_a_hurry = bench::compete(hurried, rounds, warm_up);
  const auto unseen = bench::compete(strange, few, 0);
  const auto thinking = bench::compete(paced, slow, 0);
  (void)test::eventually([&] { return pressed() >= clicks; });
  const int lost = std::abs(clicks - pressed());
  if (lost > clicks / 100) {
    throw std::runtime_error(std::to_string(clicks) + " clicks were sent, the application had " +
                             std::to_string(pressed()));
  }
  rows.figures(contenders, took, "us");
  rows.figures(hurried, in_a_hurry, "us");
  rows.figures(strange, unseen, "us");
  rows.figures(paced, thinking, "us");
  rows.figure("clicks of all kinds, lost or doubled", "of " + std::to_string(clicks), lost);
  const auto ratio = [&](Which ours, Which theirs) { return took[ours].median() / took[theirs].median(); };
  rows.goal("guarded / bare parts", ratio(guarded_there, parts_there), bench::Bound::at_most, 2);
  rows.goal("guarded / bare parts, from elsewhere", ratio(guarded_away, parts_away), bench::Bound::at_most, 2);
  rows.goal("guarded / xdotool process", ratio(guarded_there, xdotool), bench::Bound::at_most, 1);
}

Target button_of(const test::App& form) {
  return {form.centre("Next"), "Next", [&form] { return form.count("clicked", "Next"); }};
}

/// A GTK 4 window does not know its place on the screen; the daemon does.
Point shown_at(test::World& world, const std::string& name) {
  auto agent = world.agent("looks");
  Point at;
  test::Verdict seen;
  const bool shown = test::eventually([&] {
    seen = agent.call("observe", {{"window", "all"}, {"format", "json"}});
    if (!seen.error.empty()) return false;
    for (const auto& window : seen.reply.at("windows").as_array()) {
      const auto* elements = window.as_object().if_contains("elements");
      if (elements == nullptr) continue;
      for (const auto& element : elements->as_array()) {
        const auto& object = element.as_object();
        const auto* rect = object.if_contains("extents");
        if (rect == nullptr || !object.contains("name") || object.at("name") != boost::json::string(name)) continue;
        const auto number = [&](const char* key) { return rect->at(key).to_number<int>(); };
        at = test::middle({number("x"), number("y"), number("width"), number("height")});
        return true;
      }
    }
    return false;
  });
  if (!shown)
    throw std::runtime_error("no '" + name + "' is shown: " + boost::json::serialize(seen.reply) + seen.error);
  return at;
}

test::App start_gtk4(test::Desktop& desktop) {
  const auto log = desktop.dir() + "/gtk4.jsonl";
  test::App app(desktop.start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/gtk4_form.py", log},
                              {{"GSK_RENDERER", "cairo"}}),
                log);
  test::window_titled(desktop, "GTK 4 form");
  return app;
}

void in_a_browser(bench::Rows& rows, test::World& world,
                  test::Process (*start)(test::Desktop& desktop, const std::string& url)) {
  const auto page = test::start_server(world.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start(world.desktop(), test::page_url(page));
  compare(rows, world, {page.centre("next"), "Next", [&page] { return page.count("clicked", "next"); }});
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    // This test repeats the same click hundreds of times: no loop check, and no records of it that would rotate the
    // log.
    test::World world(
        {.desktop = {},
         .policy = "preset: default\ndaemon:\n  observation_deadline_ms: 1000\nguardrails:\n  stuck_repeat_hint: 0\n"
                   "  stuck_repeat_warn: 0\n  stuck_repeat_stop: 0\n  allow_private_networks: true\n"});
    world.desktop().adopt();
    const auto on = [&](const std::string& row, const std::string& toolkit, const std::function<void()>& benchmark) {
      rows.measure({row}, [&] {
        rows.begin(row, "a guarded click, " + toolkit);
        benchmark();
      });
    };
    on("click.gtk3", "GTK 3", [&] {
      const auto form = test::start_gtk3(world.desktop());
      compare(rows, world, button_of(form));
    });
    on("click.gtk4", "GTK 4", [&] {
      const auto form = start_gtk4(world.desktop());
      compare(rows, world, {shown_at(world, "Next"), "Next", [&form] { return form.count("clicked", "Next"); }});
    });
    on("click.qt", "Qt 5", [&] {
      const auto form = test::start_qt5(world.desktop());
      compare(rows, world, button_of(form));
    });
    on("click.chromium", "Chromium", [&] { in_a_browser(rows, world, test::start_chromium); });
    on("click.firefox", "Firefox", [&] { in_a_browser(rows, world, test::start_firefox); });
  });
}
