// Keys are judged by where they go and what they would do there.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

const std::string policy = "preset: default\ndaemon:\n  prompt_timeout_s: 1\n  observation_deadline_ms: 1000\n";

class Keyboard : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.policy = policy});
    form = std::make_unique<App>(start_gtk3(world->desktop()));
    qt = std::make_unique<App>(start_qt5(world->desktop()));
    terminal_file = world->desktop().dir() + "/terminal";
    terminal = start_xterm(world->desktop(), terminal_file, "plain terminal");
    world->wait_until_seen(form->centre("Next"), "Next");
    world->wait_until_seen(qt->centre("Next"), "Next");
    window_titled(world->desktop(), "plain terminal");
    EXPECT_TRUE(eventually([] { return std::filesystem::exists(terminal_file); }));
  }
  static void TearDownTestSuite() {
    terminal.kill();
    form.reset();
    qt.reset();
    world.reset();
  }

  static void focus(const std::string& title) {
    focus_window(world->desktop(), window_titled(world->desktop(), title));
  }
  // The human's own hand puts the keyboard focus on a widget.
  static void focus_widget(const App& app, const std::string& title, const std::string& widget) {
    focus(title);
    for (int i = 0; i < 12 && app.focus() != widget; ++i) {
      const int before = app.count("focus");
      world->desktop().output({"xdotool", "key", "Tab"});
      eventually([&] { return app.count("focus") > before; }, std::chrono::milliseconds{500});
    }
    ASSERT_EQ(app.focus(), widget);
  }

  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form, qt;
  static inline std::string terminal_file;
  static inline Process terminal;
};

TEST_F(Keyboard, TypingIntoATextFieldArrives) {
  for (auto [app, title] : {std::pair{form.get(), "GTK form"}, {qt.get(), "Qt form"}}) {
    // Known and not mended: text with characters that the layout lacks breaks off in Qt, said in the reply.
    const std::string text = app == qt.get() ? "two pounds of tea, strass 7" : "two pounds of tea, straße 7";
    focus_widget(*app, title, "note");
    const auto typed = world->agent().act(type(text));
    EXPECT_EQ(typed.text("decision"), "allow") << typed;
    EXPECT_EQ(typed.typed(), 27) << typed;
    EXPECT_TRUE(eventually([&] { return app->text("note") == text; })) << app->text("note");
  }
}

// Nothing says "password" but the role.
TEST_F(Keyboard, TypingIntoAPasswordFieldAsksByRole) {
  for (auto [app, title] : {std::pair{form.get(), "GTK form"}, {qt.get(), "Qt form"}}) {
    focus_widget(*app, title, "answer");
    auto agent = world->agent();
    const auto done = agent.act(type("hunter2"));  // silence is a no
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
  focus("plain terminal");
  const std::vector<std::vector<json::object>> ways = {
      {type("rm -rf /\n")},
      {type("rm -rf /"), key("Return")},
      {type("rm "), type("-r"), type("f /"), key("Return")},
      {key("r"), key("m"), key("space"), key("minus"), key("r"), key("f"), key("space"), key("slash"), key("Return")},
      {type("sudo rm -f -r /"), type("\n")},
  };
  for (const auto& way : ways) {
    const auto before = read_file(terminal_file);
    auto agent = world->agent();
    Verdict last;
    for (const auto& step : way) last = agent.act(step);
    EXPECT_EQ(last.text("decision"), "block") << json::serialize(way.front()) << last;
    EXPECT_EQ(last.text("rule"), "blocklist") << last;
    EXPECT_FALSE(last.executed());
    // The human ends the line that stands there, if any; a newline before that would have run it.
    world->desktop().output({"xdotool", "key", "semicolon"});
    ASSERT_TRUE(eventually([] { return read_file(terminal_file).ends_with(";"); }));
    EXPECT_EQ(read_file(terminal_file).substr(before.size()).find('\n'), std::string::npos);
    world->desktop().output({"xdotool", "key", "Return"});
    ASSERT_TRUE(eventually([] { return read_file(terminal_file).ends_with(";\n"); }));
  }
}

TEST_F(Keyboard, HarmlessCommandRuns) {
  focus("plain terminal");
  auto agent = world->agent();
  EXPECT_TRUE(agent.act(type("ls -l")).executed());
  EXPECT_TRUE(agent.act(key("Return")).executed());
  EXPECT_TRUE(eventually([] { return read_file(terminal_file).ends_with("ls -l\n"); })) << read_file(terminal_file);
}

TEST_F(Keyboard, ReturnAndSpaceOnAButtonAreJudgedLikeTheClick) {
  for (auto [app, title] : {std::pair{form.get(), "GTK form"}, {qt.get(), "Qt form"}}) {
    for (const auto* widget : {"Delete account", "Submit Order"}) {
      focus_widget(*app, title, widget);
      auto agent = world->agent();
      const auto clicked = agent.act(click(app->centre(widget)), {{"dry_run", true}});
      EXPECT_NE(clicked.text("decision"), "allow") << clicked;
      for (const auto* chord : {"Return", "space", "KP_Enter"}) {
        const auto pressed = agent.act(key(chord));  // asked, it is answered by silence
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
  world->start_daemon(policy);
}

}  // namespace
}  // namespace interlock::test
