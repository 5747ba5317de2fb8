// Clicks where something else would get them: each is refused, again and again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <iostream>
#include <optional>
#include <sstream>

#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

// Nothing changes between the clicks, so more of them show little more. scripts/races sets it, on Xwayland, too.
const int tries = std::getenv("INTERLOCK_ROUNDS") != nullptr ? std::atoi(std::getenv("INTERLOCK_ROUNDS")) : 20;
const std::string refusals_policy =
    "preset: default\nloop_threshold: 0\n"
    "guardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, stuck_repeat_stop: 0}\n"
    "daemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, max_denials: 0, prompt: window}\n";

/// Where interlock asks; empty if it does not yet.
Rect question_window(const Desktop& desktop) {
  try {
    std::istringstream ids(desktop.output({"xdotool", "search", "--onlyvisible", "--class", "interlock-prompt"}));
    for (unsigned long id = 0; ids >> id;) {
      const auto rect = window_rect(desktop, id);
      if (rect.width > 100) return rect;
    }
  } catch (const std::exception&) {  // none
  }
  return {};
}

class Refusals : public testing::Test {
 protected:
  Refusals()
      : world({.desktop = {.window_manager = true}, .policy = refusals_policy}),
        target(start_gtk3(world.desktop(), "Target", "100,100")),
        at(target.centre("Next")),
        agent(world.agent()) {
    world.wait_until_seen(at, "Next");
  }

  json::object at_the_target() {
    auto action = click(at);
    action["expect"] = {{"window", "^Target$"}};
    return action;
  }
  void human(std::vector<std::string> words) {
    words.insert(words.begin(), "xdotool");
    world.desktop().output(words);
  }
  bool pointer_is_grabbed() { return X(world.desktop().display()).pointer_is_grabbed(); }
  /// All clicks are refused while `what` is there, and one is carried out after `end`.
  void expect_refused(const std::string& what, const std::function<void()>& end) {
    const Naysayer person(world);
    int executed = 0;
    Verdict last;
    for (int i = 0; i < tries; ++i) {
      last = agent.act(at_the_target());
      executed += last.executed();
      ASSERT_EQ(last.error, "") << world.daemon_log();
    }
    EXPECT_EQ(executed, 0) << last;
    end();
    EXPECT_TRUE(eventually([&] { return agent.act(at_the_target()).executed(); }));
    // Events arrive in their order: a press of those before would be counted by now.
    EXPECT_TRUE(eventually([&] { return target.count("press") >= 1; }));
    EXPECT_EQ(target.count("press"), 1);
    std::cout << what << ": " << tries << " clicks, " << executed << " delivered, " << tries - executed << " refused\n";
  }

  World world;
  App target;
  Point at;
  Agent agent;
};

TEST_F(Refusals, AnotherProgramsMenu) {
  const App other = start_gtk3(world.desktop(), "Other", "700,100");
  const auto bar = other.centre("Actions");
  human({"mousemove", std::to_string(bar.x), std::to_string(bar.y), "click", "1"});
  ASSERT_TRUE(eventually([&] { return pointer_is_grabbed(); }));
  expect_refused("the open menu of another program", [&] { human({"key", "Escape"}); });
  EXPECT_EQ(other.count("activate"), 0);
}

TEST_F(Refusals, ADragOfAnotherProgram) {
  auto& desktop = world.desktop();
  const auto log = desktop.dir() + "/drag.jsonl";
  const App parcel(
      desktop.start({"/usr/bin/python3", std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures/gtk3_drag.py", log,
                     "--title", "Parcels"}),
      log);
  const auto window = window_titled(desktop, "Parcels");
  X(desktop.display()).move(window, {800, 100});
  ASSERT_TRUE(eventually([&] { return window_rect(desktop, window).x >= 800; }));
  const auto place = window_rect(desktop, window);
  const auto x = std::to_string(place.x + place.width / 2);
  human({"mousemove", x, std::to_string(place.y + place.height / 4), "mousedown", "1"});
  human({"mousemove_relative", "--sync", "20", "20", "sleep", "0.1", "mousemove_relative", "--sync", "20", "20"});
  ASSERT_TRUE(eventually([&] { return pointer_is_grabbed(); }));
  expect_refused("a drag of another program", [&] { human({"mouseup", "1"}); });
}

TEST_F(Refusals, AnotherProgramsLayer) {
  auto cover = std::make_optional<X>(world.desktop().display());
  cover->cover({50, 50, 700, 500});
  expect_refused("a window of another program above all", [&] { cover.reset(); });
}

TEST_F(Refusals, AQuestion) {
  auto asked = agent.act_later(click(target.centre("Submit Order")));
  const auto id = world.pending_id();
  Rect place;
  ASSERT_TRUE(eventually([&] { return !(place = question_window(world.desktop())).empty(); }));
  auto other = world.agent("other");
  int allowed = 0;
  Verdict last;
  for (int i = 0; i < tries; ++i) {
    last = other.act(click(middle(place)), {{"dry_run", true}});
    allowed += last.text("decision") != "block" || last.text("rule") != "protected";
  }
  EXPECT_EQ(allowed, 0) << last;
  EXPECT_EQ(world.ctl({"deny", id}).code, 0);
  EXPECT_FALSE(asked.get().executed());
  EXPECT_EQ(target.count("press"), 0);
  std::cout << "a question of interlock: " << tries << " clicks, 0 delivered, " << tries - allowed << " refused\n";
}

}  // namespace
}  // namespace interlock::test
