// Keys are judged by where they go and what they would do there.
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

const std::string keyboard_policy =
    "preset: default\ndaemon:\n  prompt_timeout_s: 1\n  observation_deadline_ms: 5000\n"
    "  denial_memory_s: 0\n  max_denials: 0\n";

class Keyboard : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.policy = keyboard_policy});
    form = std::make_unique<App>(start_gtk3(world->desktop()));
    qt = std::make_unique<App>(start_qt5(world->desktop()));
    world->wait_until_seen(form->centre("Next"), "Next");
    world->wait_until_seen(qt->centre("Next"), "Next");
  }
  static void TearDownTestSuite() {
    form.reset();
    qt.reset();
    world.reset();
  }

  static void focus(const std::string& title) {
    focus_window(world->desktop(), window_titled(world->desktop(), title));
  }
  // The human puts the keyboard focus on a widget.
  static void focus_widget(const App& app, const std::string& title, const std::string& widget) {
    focus(title);
    for (int i = 0; i < 12 && app.focus() != widget; ++i) {
      const int before = app.count("focus");
      world->desktop().output({"xdotool", "key", "Tab"});
      eventually([&] { return app.count("focus") > before; });
    }
    ASSERT_EQ(app.focus(), widget);
  }

  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form, qt;
};

TEST_F(Keyboard, TypingIntoATextFieldArrives) {
  for (auto [app, title] : {std::pair{form.get(), "GTK form"}, {qt.get(), "Qt form"}}) {
    const std::string text = "two pounds of tea, straße 7";
    focus_widget(*app, title, "note");
    const auto typed = world->agent().act(type(text));
    EXPECT_EQ(typed.text("decision"), "allow") << typed;
    EXPECT_EQ(typed.typed(), 27) << typed;
    EXPECT_TRUE(eventually([&, app = app] { return app->text("note") == text; })) << app->text("note");
  }
}

// Only the role shows that it is a password.
TEST_F(Keyboard, TypingIntoAPasswordFieldAsksByRole) {
  for (auto [app, title] : {std::pair{form.get(), "GTK form"}, {qt.get(), "Qt form"}}) {
    focus_widget(*app, title, "answer");
    auto agent = world->agent();
    const auto done = agent.act(type("hunter2"));  // silence counts as a denial
    EXPECT_EQ(done.text("outcome"), "timed_out") << done;
    EXPECT_EQ(done.text("rule"), "credential") << done;
    EXPECT_FALSE(done.executed());
    EXPECT_EQ(app->text("answer"), "");
  }
  EXPECT_EQ(world->audit().find("hunter2"), std::string::npos) << "typed secrets are not stored";
}

TEST_F(Keyboard, APasswordThatWasApprovedIsTypedAndNotStored) {
  focus_widget(*form, "GTK form", "answer");
  auto agent = world->agent();
  auto asked = agent.act_later(type("correct-horse"));
  EXPECT_EQ(world->ctl({"approve", world->pending_id()}).code, 0);
  EXPECT_TRUE(asked.get().executed());
  EXPECT_TRUE(eventually([&] { return form->text("answer") == "correct-horse"; }));
  EXPECT_EQ(world->audit().find("correct-horse"), std::string::npos);
}

TEST_F(Keyboard, DestructiveCommandIsBlockedHoweverItIsChopped) {
  const std::vector<std::vector<json::object>> ways = {
      {type("rm -rf /\n")},
      {type("rm -rf /"), key("Return")},
      {type("rm "), type("-r"), type("f /"), key("Return")},
      {key("r"), key("m"), key("space"), key("minus"), key("r"), key("f"), key("space"), key("slash"), key("Return")},
      {type("sudo rm -f -r /"), type("\n")},
      {type("r\\m -rf /"), key("Return")},
      {type("r'm' -r\"f\" //"), key("ctrl+m")},
  };
  for (const auto& way : ways) {
    Terminal terminal(world->desktop());
    auto agent = world->agent();
    Verdict last;
    for (const auto& step : way) last = agent.act(step);
    EXPECT_EQ(last.text("decision"), "block") << json::serialize(way.front()) << last;
    EXPECT_EQ(last.text("rule"), "command") << last;
    EXPECT_FALSE(last.executed());
    // Anything still in transit would arrive before what the human types now.
    terminal.human_presses("semicolon");
    ASSERT_TRUE(eventually([&] { return terminal.text().ends_with(";"); }));
    EXPECT_EQ(terminal.text().find('\n'), std::string::npos) << terminal.text();
  }
}

// The line is in the terminal, whoever typed its parts and however often they reconnected.
TEST_F(Keyboard, ACommandSplitAmongSessionsIsJudgedWhole) {
  Terminal terminal(world->desktop());
  auto one = world->agent("one");
  {
    auto gone = world->agent("gone");
    EXPECT_TRUE(gone.act(type("rm ")).executed());
  }
  EXPECT_TRUE(one.act(type("-r")).executed());
  auto other = world->agent("other");
  EXPECT_TRUE(other.act(type("f /")).executed());
  const auto mine = other.call("session.open", {{"name", "second of one agent"}});
  const auto session = std::string(mine.reply.at("session").as_string());
  EXPECT_EQ(other.call("session.reset", {{"session", session}}).error, "");
  const std::pair<Agent*, json::object> all[] = {{&one, {}}, {&other, {}}, {&other, {{"session", session}}}};
  for (const auto& [agent, params] : all) {
    const auto enter = agent->act(key("Return"), params);
    EXPECT_EQ(enter.text("decision"), "block") << enter;
    EXPECT_EQ(enter.text("rule"), "command") << enter;
    EXPECT_FALSE(enter.executed());
  }
  terminal.human_presses("semicolon");
  EXPECT_TRUE(terminal.holds("rm -rf /;")) << terminal.text();
}

// There is one keyboard, so a Ctrl that another agent holds counts for all: with it, "m" is Return.
TEST_F(Keyboard, AModifierHeldByOneSessionCountsForAll) {
  X x(world->desktop().display());
  Terminal terminal(world->desktop());
  auto typist = world->agent("typist");
  EXPECT_TRUE(typist.act(type("rm -rf /")).executed());
  {
    auto holder = world->agent("holder");
    EXPECT_TRUE(holder.act({{"type", "key_down"}, {"key", "ctrl"}}).executed());
    const auto done = typist.act(type("m"));
    EXPECT_EQ(done.text("decision"), "block") << done;
    EXPECT_FALSE(done.executed());
  }
  // The holder has disconnected and its Ctrl was released: "m" is a letter again.
  ASSERT_TRUE(eventually([&] { return !x.is_down("Control_L"); }));
  EXPECT_TRUE(eventually([&] { return typist.act(type("m"), {{"dry_run", true}}).text("decision") == "allow"; }));
  EXPECT_TRUE(typist.act(type("m")).executed());
  EXPECT_TRUE(terminal.holds("rm -rf /m")) << terminal.text();
}

TEST_F(Keyboard, HarmlessCommandRuns) {
  Terminal terminal(world->desktop());
  auto agent = world->agent();
  EXPECT_TRUE(agent.act(type("ls -l")).executed());
  EXPECT_TRUE(agent.act(key("Return")).executed());
  EXPECT_TRUE(terminal.holds("ls -l\n")) << terminal.text();
}

// The text of a terminal that was closed is gone with it, even if the next one gets the same window id.
TEST_F(Keyboard, ANewTerminalIsEmpty) {
  for (const auto* command : {"rm -rf /", "ls"}) {
    Terminal terminal(world->desktop());
    EXPECT_TRUE(world->agent().act(type(command)).executed());
    EXPECT_EQ(world->agent().act(key("Return")).executed(), std::string("ls") == command) << command;
  }
}

TEST_F(Keyboard, ReturnAndSpaceOnAButtonAreJudgedLikeTheClick) {
  const Naysayer person(*world);
  for (auto [app, title] : {std::pair{form.get(), "GTK form"}, {qt.get(), "Qt form"}}) {
    for (const auto* widget : {"Delete account", "Submit Order"}) {
      focus_widget(*app, title, widget);
      auto agent = world->agent();
      const auto clicked = agent.act(click(app->centre(widget)), {{"dry_run", true}});
      EXPECT_NE(clicked.text("decision"), "allow") << clicked;
      for (const auto* chord : {"Return", "space", "KP_Enter"}) {
        const auto pressed = agent.act(key(chord));
        EXPECT_EQ(pressed.text("decision"), clicked.text("decision")) << chord << pressed;
        EXPECT_EQ(pressed.text("rule"), clicked.text("rule")) << chord << pressed;
        EXPECT_EQ(pressed.element(), widget) << pressed;
        EXPECT_FALSE(pressed.executed());
      }
      EXPECT_EQ(app->count("clicked", widget), 0);
    }
  }
  // The same keys on a harmless button press it.
  focus_widget(*form, "GTK form", "Next");
  auto agent = world->agent();
  EXPECT_TRUE(agent.act(key("space")).executed());
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == 1; }));
}

TEST_F(Keyboard, LowConfidenceAsks) {
  auto unsure = click(form->centre("Next"));
  unsure["confidence"] = 0.5;
  const int before = form->count("clicked");
  auto agent = world->agent();
  const auto done = agent.act(unsure);
  EXPECT_EQ(done.text("decision"), "require_confirmation") << done;
  EXPECT_EQ(done.text("rule"), "confidence") << done;
  EXPECT_FALSE(done.executed());
  unsure["confidence"] = 0.9;
  EXPECT_TRUE(agent.act(unsure).executed());
  EXPECT_TRUE(eventually([&] { return form->count("clicked") == before + 1; }));
}

TEST_F(Keyboard, ThirdVisitOfAStateIsStoppedUnderTheOpenadaptPreset) {
  world->start_daemon("preset: openadapt\n");
  const int before = form->count("clicked");
  {
    auto agent = world->agent();
    EXPECT_TRUE(agent.act(click(form->centre("Next"))).executed());
    EXPECT_TRUE(agent.act(click(form->centre("Next"))).executed());
    const auto third = agent.act(click(form->centre("Next")));
    EXPECT_EQ(third.text("decision"), "block") << third;
    EXPECT_EQ(third.text("rule"), "loop") << third;
    EXPECT_FALSE(third.executed());
  }
  EXPECT_TRUE(world->agent().act(click(form->centre("Next"))).executed()) << "another session has seen nothing yet";
  EXPECT_TRUE(eventually([&] { return form->count("clicked") == before + 3; }));
  world->start_daemon(keyboard_policy);
}

}  // namespace
}  // namespace interlock::test
