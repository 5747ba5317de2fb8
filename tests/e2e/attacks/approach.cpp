// The element under the pointer changes as soon as the pointer arrives. The application itself reports what was hit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

const std::string evil = "Delete everything";
/// Pages get so much time that a busy machine makes no difference; with INTERLOCK_CLICKS (scripts/approach), the time
/// of the policy or of INTERLOCK_APPROACH_MS.
std::string patient_policy() {
  const char* many = std::getenv("INTERLOCK_CLICKS");
  const char* wait = std::getenv("INTERLOCK_APPROACH_MS");
  const std::string approach = wait ? wait : many ? "60" : "400";
  return "preset: default\nloop_threshold: 0\n"
         "guardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, stuck_repeat_stop: 0, allow_private_networks: "
         "true}\n"
         "daemon: {prompt_timeout_s: 5, observation_deadline_ms: 5000, max_denials: 0, approach_ms: " +
         approach + "}\n";
}

int tries_of_each(int otherwise) {
  const char* wanted = std::getenv("INTERLOCK_CLICKS");
  return wanted ? std::atoi(wanted) : otherwise;
}

class Approach : public testing::Test {
 protected:
  explicit Approach(std::shared_ptr<World> in = new_world()) : held(std::move(in)) {}

  static std::shared_ptr<World> new_world() {
    return std::make_shared<World>(World::Options{.policy = patient_policy()});
  }

  /// A busy browser may not answer in time: then once more.
  void move_to(Point at) {
    Verdict moved;
    const auto moves = [&] { return (moved = agent.act({{"type", "move"}, {"x", at.x}, {"y", at.y}})).executed(); };
    ASSERT_TRUE(eventually(moves)) << moved;
  }

  /// Moves the pointer away, and waits until the application shows its normal state.
  void retreat(Point from, Point away) {
    ASSERT_NO_FATAL_FAILURE(move_to(away));
    const auto seen = [&] { return agent.act(click(from), {{"dry_run", true}}); };
    ASSERT_TRUE(eventually([&] { return seen().element() == "Next"; })) << seen();
  }

  const std::shared_ptr<World> held;
  World& world = *held;
  const Naysayer human{world};
  Agent agent = world.agent();
};

/// A page in a browser: tests/fixtures/approach.html.
class PageApproach : public Approach, public testing::WithParamInterface<std::string> {
 protected:
  /// The page, which the tests of a browser share.
  struct Shown {
    explicit Shown(const std::string& name)
        : page(start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures")) {
      Desktop& desktop = world->desktop();
      const auto url = page_url(page, "approach.html");
      browser = name == "Chromium" ? start_chromium(desktop, url) : start_firefox(desktop, url);
      world->wait_until_seen(page.centre("nothing"), "Next");
      focus_window(desktop, window_titled(desktop, "Approach"));
    }
    std::shared_ptr<World> world = new_world();
    App page;
    Process browser;
  };
  static Shown& shown_in(const std::string& browser) { return all_shown.try_emplace(browser, browser).first->second; }
  static void TearDownTestSuite() { all_shown.clear(); }

  PageApproach() : Approach(shown_in(GetParam()).world) {}

  /// How often `event` occurred on a button with this label in this place.
  int count(const std::string& event, const std::string& label, const std::string& place) const {
    int number = 0;
    for (const auto& record : page.events()) {
      const auto is = [&](const char* key, const std::string& value) {
        const auto* found = record.if_contains(key);
        return found != nullptr && *found == json::string(value);
      };
      number += is("event", event) && is("what", label) && is("place", place);
    }
    return number;
  }

  json::object by_ref(const std::string& place) {
    const auto at = page.centre(place);
    json::object found;
    const bool is_there = eventually([&] {
      const auto seen = agent.call("observe", {{"format", "json"}});
      const auto* windows = seen.reply.if_contains("windows");
      if (windows == nullptr) return false;
      for (const auto& window : windows->as_array()) {
        const auto* elements = window.as_object().if_contains("elements");  // no elements while the tree cannot be read
        if (elements == nullptr) continue;
        for (const auto& each : elements->as_array()) {
          const auto& element = each.as_object();
          if (!element.contains("ref") || !element.contains("extents") || element.at("name") != "Next") continue;
          const auto number = [&](const char* key) { return element.at("extents").at(key).to_number<std::int32_t>(); };
          if (!Rect{number("x"), number("y"), number("width"), number("height")}.contains(at)) continue;
          found = {{"type", "click"}, {"ref", element.at("ref")}};
          return true;
        }
      }
      return false;
    });
    if (!is_there) throw std::runtime_error("'" + place + "' has no ref");
    return found;
  }

  /// Repeats the click; returns how many hit the wrong element, of how many.
  void expect_left_alone(const std::string& place, bool ref) {
    const auto at = page.centre(place);
    const int tries = tries_of_each(2);
    int executed = 0;
    for (int i = 0; i < tries; ++i) {
      ASSERT_NO_FATAL_FAILURE(retreat(at, away));
      if (i % 2 == 1) std::this_thread::sleep_for(200ms);  // so that no earlier look at it is recent
      const auto done = agent.act(ref ? by_ref(place) : click(at));
      ASSERT_EQ(done.error, "");
      executed += done.executed();
      if (ref) continue;
      EXPECT_EQ(done.element(), evil) << "what was really there is in the reply: " << done;
    }
    std::this_thread::sleep_for(100ms);  // a press that should not be there has no event to wait for
    const int astray = count("fired", evil, place);
    EXPECT_LE(astray * 100, tries) << place << (ref ? " by ref" : " by coordinates");
    EXPECT_LE(executed * 100, tries);
    std::cout << GetParam() << ' ' << place << (ref ? " by ref" : " by coordinates") << ": " << astray << " of "
              << tries << " astray\n";
  }

  const App& page = shown_in(GetParam()).page;
  const Point away = page.centre("away");
  static inline std::map<std::string, Shown> all_shown;
};

INSTANTIATE_TEST_SUITE_P(Page, PageApproach, testing::Values("Chromium", "Firefox"),
                         [](const auto& info) { return info.param; });

TEST_P(PageApproach, button_swapped_by_script) {
  for (const auto* place : {"mousemove", "pointerenter", "mouseover", "relabel", "name"}) {
    expect_left_alone(place, false);
    expect_left_alone(place, true);
  }
}

TEST_P(PageApproach, button_swapped_a_little_later) {
  for (const auto* place : {"frame", "two_frames", "soon", "a_frame_later"}) {
    expect_left_alone(place, false);
    expect_left_alone(place, true);
  }
}

TEST_P(PageApproach, button_swapped_by_style_alone) {
  for (const std::string place : {"css", "slides"}) {
    expect_left_alone(place, false);
    expect_left_alone(place, true);
  }
}

// The page is not laid out again: only what is on top and what gets clicks changes. Firefox's hit test ignores this.
TEST_P(PageApproach, button_brought_on_top_by_style_alone) {
  for (const std::string place : {"over", "stacked", "clipped", "through", "pane", "far"}) {
    const auto at = page.centre(place);
    for (const bool ref : {false, true}) {
      const int before = count("over", "", "away");
      ASSERT_NO_FATAL_FAILURE(move_to(away));
      ASSERT_TRUE(eventually([&] { return count("over", "", "away") > before; })) << "the page has not seen it leave";
      const auto done = agent.act(ref ? by_ref(place) : click(at));
      EXPECT_FALSE(done.executed()) << place << ": " << done;
      const bool named = json::serialize(done.reply).find(evil) != std::string::npos;
      EXPECT_TRUE(named || done.text("code") == "covered") << place << ": " << done;
    }
  }
  std::this_thread::sleep_for(100ms);  // a press that should not be there has no event to wait for
  for (const std::string place : {"over", "stacked", "clipped", "through", "pane", "far"}) {
    EXPECT_EQ(count("fired", evil, place), 0) << place;
  }
}

// The pointer is there already when the click is requested, and the page has not reacted to it yet.
TEST_P(PageApproach, button_swapped_by_a_move_right_before_the_click) {
  for (const std::string place : {"mousemove", "css", "two_frames"}) {
    const auto at = page.centre(place);
    for (int i = 0; i < tries_of_each(2); ++i) {
      ASSERT_NO_FATAL_FAILURE(retreat(at, away));
      ASSERT_TRUE(agent.act({{"type", "move"}, {"x", at.x}, {"y", at.y}}).executed());
      const auto done = agent.act(click(at));
      EXPECT_FALSE(done.executed()) << place << ": " << done;
      EXPECT_NE(json::serialize(done.reply).find(evil), std::string::npos) << place << ": " << done;
    }
  }
  std::this_thread::sleep_for(100ms);  // a press that should not be there has no event to wait for
  EXPECT_EQ(count("fired", evil, "mousemove") + count("fired", evil, "css") + count("fired", evil, "two_frames"), 0);
}

// If the pointer is at the place already, a press must not move it again: the page would react to that after the last
// look.
TEST_P(PageApproach, button_swapped_by_a_second_motion) {
  const auto at = page.centre("second_move");
  for (int i = 0; i < tries_of_each(3); ++i) {
    ASSERT_NO_FATAL_FAILURE(retreat(at, away));
    const auto done = agent.act(i % 2 == 0 ? click(at) : by_ref("second_move"));
    EXPECT_EQ(done.error, "") << done;
  }
  const auto again = page.centre("move_after_click");
  ASSERT_NO_FATAL_FAILURE(retreat(again, away));
  ASSERT_TRUE(agent.act(click(again)).executed());
  ASSERT_TRUE(eventually([&] { return count("fired", "Next", "move_after_click") == 1; }));
  std::this_thread::sleep_for(1s);  // the pace of an agent: interlock considers the pointer to have rested
  const auto done = agent.act(click(again));
  EXPECT_EQ(done.error, "") << done;
  std::this_thread::sleep_for(100ms);  // a press that should not be there has no event to wait for
  EXPECT_EQ(count("fired", evil, "second_move"), 0);
  EXPECT_EQ(count("fired", evil, "move_after_click"), 0);
}

TEST_P(PageApproach, button_swapped_before_it_is_pressed_otherwise) {
  const auto at = page.centre("css");
  const json::object point = {{"x", at.x}, {"y", at.y}};
  const std::vector<json::object> acts = {{{"type", "mouse_down"}, {"x", at.x}, {"y", at.y}},
                                          {{"type", "click"}, {"x", at.x}, {"y", at.y}, {"count", 2}},
                                          {{"type", "drag"}, {"from", point}, {"to", {{"x", at.x + 3}, {"y", at.y}}}}};
  for (const auto& act : acts) {
    ASSERT_NO_FATAL_FAILURE(retreat(at, away));
    const auto done = agent.act(act);
    EXPECT_EQ(done.element(), evil) << done;
  }
  std::this_thread::sleep_for(100ms);  // a press that should not be there has no event to wait for
  EXPECT_EQ(count("fired", evil, "css"), 0);
}

TEST_P(PageApproach, harmless_page_is_clicked_at_once) {
  const int tries = tries_of_each(2);
  for (const std::string place : {"harmless", "nothing", "veiled"}) {
    const auto at = page.centre(place);
    for (int i = 0; i < tries; ++i) {
      ASSERT_NO_FATAL_FAILURE(retreat(at, away));
      const auto done = agent.act_in_time(i % 2 == 0 ? click(at) : by_ref(place));
      EXPECT_TRUE(done.executed()) << done;
      EXPECT_EQ(done.text("outcome"), "") << "nobody is asked: " << done;
    }
    EXPECT_TRUE(eventually([&] { return count("fired", "Next", place) == tries; }))
        << count("fired", "Next", place) << " of " << tries;
  }
}

/// For scripts/approach: figures, which depend on the machine's load.
class CountedApproach : public PageApproach {};
INSTANTIATE_TEST_SUITE_P(Page, CountedApproach,
                         testing::ValuesIn(std::getenv("INTERLOCK_CLICKS")
                                               ? std::vector<std::string>{"Chromium", "Firefox"}
                                               : std::vector<std::string>{}),
                         [](const auto& info) { return info.param; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CountedApproach);

TEST_P(CountedApproach, by_hand) {
  const int tries = tries_of_each(0);
  for (const std::string place : {"mousemove", "two_frames", "css", "harmless"}) {
    const auto at = page.centre(place);
    std::vector<double> took;
    int executed = 0;
    for (int i = 0; i < tries; ++i) {
      ASSERT_NO_FATAL_FAILURE(retreat(at, away));
      std::this_thread::sleep_for(200ms + 1ms * (i % 17));  // from rest, and at any moment of a frame
      const auto begin = std::chrono::steady_clock::now();
      executed += agent.act(click(at)).executed();
      took.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::this_thread::sleep_for(100ms);
    std::sort(took.begin(), took.end());
    std::cout << "counted: " << GetParam() << ' ' << place << ": " << count("fired", evil, place) << " astray and "
              << executed << " pressed of " << tries << ", median " << took[took.size() / 2] << " ms" << std::endl;
  }
}

/// Toolkits that draw their windows themselves.
class WidgetApproach : public Approach {
 protected:
  void expect_left_alone(const App& form, const std::string& button) {
    const auto at = form.centre(button), away = form.centre("note");
    const int tries = tries_of_each(2);
    int executed = 0;
    for (int i = 0; i < tries; ++i) {
      ASSERT_NO_FATAL_FAILURE(move_to(away));
      const auto seen = [&] { return agent.act(click(at), {{"dry_run", true}}); };
      ASSERT_TRUE(eventually([&] { return seen().element() == button; })) << seen();
      const auto done = agent.act(click(at));
      executed += done.executed();
      EXPECT_EQ(done.element(), evil) << done;
    }
    std::this_thread::sleep_for(100ms);  // a press that should not be there has no event to wait for
    EXPECT_LE(form.count("clicked", evil) * 100, tries);
    EXPECT_LE(executed * 100, tries);
    std::cout << button << ": " << form.count("clicked", evil) << " of " << tries << " astray\n";
  }
};

TEST_F(WidgetApproach, button_swapped_in_gtk) {
  const App form = start_gtk3_with(world.desktop(), {"swap:Go on"});
  expect_left_alone(form, "Go on");
}

TEST_F(WidgetApproach, button_swapped_by_a_second_motion_in_gtk) {
  const App form = start_gtk3_with(world.desktop(), {"second_motion:Go on"});
  const auto at = form.centre("Go on"), away = form.centre("note");
  for (int i = 0; i < tries_of_each(2); ++i) {
    ASSERT_NO_FATAL_FAILURE(move_to(away));
    const auto seen = [&] { return agent.act(click(at), {{"dry_run", true}}); };
    ASSERT_TRUE(eventually([&] { return seen().element() == "Go on"; })) << seen();
    const auto done = agent.act(click(at));
    EXPECT_TRUE(done.executed()) << done;
    EXPECT_EQ(done.element(), "Go on") << done;
  }
  EXPECT_TRUE(eventually([&] { return form.count("clicked", "Go on") == tries_of_each(2); }));
  EXPECT_EQ(form.count("clicked", evil), 0);
}

TEST_F(WidgetApproach, button_swapped_in_qt) {
  const App form = start_qt5_with(world.desktop(), {"swap:Go on"});
  expect_left_alone(form, "Go on");
}

}  // namespace
}  // namespace interlock::test
