// The target of the click is not the one that was judged, or is not what it claims to be. The applications themselves
// report what arrives.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

#include <X11/Xlib.h>  // last: its macros

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

const std::string without_loops =
    "preset: default\nloop_threshold: 0\n"
    "guardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, stuck_repeat_stop: 0}\n"
    "daemon: {prompt_timeout_s: 1, observation_deadline_ms: 5000}\n";

class Target : public testing::Test {
 protected:
  explicit Target(const std::vector<std::string>& also = {})
      : world({.desktop = {}, .policy = without_loops}),
        form(start_gtk3_with(world.desktop(), also)),
        agent(world.agent()) {
    world.wait_until_seen(form.centre("Next"), "Next");
  }

  Verdict rehearse(json::object action) { return agent.act(std::move(action), {{"dry_run", true}}); }
  Verdict click_form(const std::string& name) {
    auto action = click(form.centre(name));
    action["expect"] = {{"window", "^GTK form$"}};
    return agent.act(action);
  }
  void expect_no_press() {
    std::this_thread::sleep_for(100ms);  // a press that should not be there has no event to wait for
    EXPECT_EQ(form.count("press"), 0);
  }

  World world;
  App form;
  Agent agent;
};

TEST_F(Target, window_raised_over_it) {
  const char* wanted = std::getenv("INTERLOCK_CLICKS");  // for a longer run
  const int clicks = wanted ? std::atoi(wanted) : 300;
  Trap trap(world.desktop().display(), {50, 50, 700, 500}, 3);
  const Naysayer human(world);
  int executed = 0;
  for (int i = 0; i < clicks; ++i) executed += click_form("Next").executed();
  trap.stop();
  EXPECT_EQ(trap.presses(), 0);
  EXPECT_TRUE(eventually([&] { return form.count("press") == executed; })) << form.count("press") << " of " << executed;
  EXPECT_GT(executed, 0);
  EXPECT_LT(executed, clicks) << "this was no race";
}

TEST_F(Target, window_moved_away) {
  const auto at = form.centre("Next");
  const auto window = window_titled(world.desktop(), "GTK form");
  X(world.desktop().display()).move(window, {700, 500});
  ASSERT_TRUE(eventually([&] { return form.centre("Next") != at; }));
  auto action = click(at);
  action["expect"] = {{"window", "^GTK form$"}};
  const auto done = agent.act(action);
  EXPECT_FALSE(done.executed()) << done;
  expect_no_press();
}

TEST_F(Target, override_redirect_window_over_it) {
  X x(world.desktop().display());
  XSetWindowAttributes attributes{};
  attributes.override_redirect = True;
  const auto cover = XCreateWindow(x.display(), DefaultRootWindow(x.display()), 50, 50, 700, 500, 0, CopyFromParent,
                                   InputOutput, nullptr, CWOverrideRedirect, &attributes);
  XMapRaised(x.display(), cover);
  XSync(x.display(), False);
  const auto done = click_form("Next");
  EXPECT_FALSE(done.executed()) << done;
  EXPECT_NE(done.window(), "GTK form") << done;
  EXPECT_EQ(done.element(), "") << "the element beneath is not what would be clicked: " << done;
  expect_no_press();
}

TEST_F(Target, input_only_window_over_it) {
  X x(world.desktop().display());
  XSetWindowAttributes attributes{};
  attributes.override_redirect = True;
  const auto cover = XCreateWindow(x.display(), DefaultRootWindow(x.display()), 50, 50, 700, 500, 0, 0, InputOnly,
                                   nullptr, CWOverrideRedirect, &attributes);
  XMapRaised(x.display(), cover);
  XSync(x.display(), False);
  const auto done = click_form("Next");
  EXPECT_FALSE(done.executed()) << done;
  expect_no_press();
}

TEST_F(Target, false_pid_property_on_the_window_over_it) {
  const auto file = world.desktop().dir() + "/cover";
  auto cover = start_xterm(world.desktop(), file, "cover", "80x30+60+60");
  const auto window = window_titled(world.desktop(), "cover");
  world.desktop().output({"xprop", "-id", std::to_string(window), "-f", "_NET_WM_PID", "32c", "-set", "_NET_WM_PID",
                          std::to_string(form.process().pid())});
  raise_window(world.desktop(), window);
  const auto at = form.centre("Submit Order");
  ASSERT_TRUE(eventually([&] { return rehearse(click(at)).reply.at("window").at("app") == "xterm"; }))
      << rehearse(click(at));
  const auto seen = rehearse(click(at));
  EXPECT_EQ(seen.reply.at("window").at("pid").to_number<pid_t>(), cover.pid())
      << "the X server's word, not the window's: " << seen;
  EXPECT_EQ(seen.element(), "") << seen;
}

TEST_F(Target, pointer_grabbed_by_another_client) {
  X x(world.desktop().display());
  ASSERT_EQ(XGrabPointer(x.display(), DefaultRootWindow(x.display()), False, ButtonPressMask, GrabModeAsync,
                         GrabModeAsync, None, None, CurrentTime),
            GrabSuccess);
  XSync(x.display(), False);
  const auto done = click_form("Next");
  EXPECT_FALSE(done.executed()) << done;
  XSync(x.display(), False);
  EXPECT_EQ(XPending(x.display()), 0) << "the grabbing client got the click";
  expect_no_press();
  XUngrabPointer(x.display(), CurrentTime);
  XSync(x.display(), False);
  EXPECT_TRUE(click_form("Next").executed());
}

TEST_F(Target, pointer_grabbed_passively_by_another_client) {
  X x(world.desktop().display());
  XGrabButton(x.display(), Button1, AnyModifier, DefaultRootWindow(x.display()), False, ButtonPressMask, GrabModeAsync,
              GrabModeAsync, None, None);
  XSync(x.display(), False);
  const auto done = click_form("Next");
  EXPECT_TRUE(done.executed()) << done;
  EXPECT_TRUE(eventually([&] { return form.count("clicked", "Next") == 1; }));
  XSync(x.display(), False);
  EXPECT_EQ(XPending(x.display()), 0) << "the grabbing client got the click";
}

TEST_F(Target, click_through_an_open_menu_of_another_application) {
  const auto file = world.desktop().dir() + "/typed";
  const auto other = start_xterm(world.desktop(), file, "other", "40x10+700+500");
  const auto there = middle(window_rect(world.desktop(), window_titled(world.desktop(), "other")));
  const auto bar = form.centre("Actions");
  world.desktop().output({"xdotool", "mousemove", std::to_string(bar.x), std::to_string(bar.y), "click", "1"});
  ASSERT_TRUE(eventually([&] { return rehearse(click({bar.x, bar.y + 30})).element() == "Open"; }));
  const auto done = agent.act(click(there));
  EXPECT_FALSE(done.executed()) << "the menu would have taken it: " << done;
  world.desktop().output({"xdotool", "key", "Escape"});
  EXPECT_EQ(form.count("activate"), 0);
}

TEST_F(Target, dangerous_item_of_a_menu) {
  const auto bar = form.centre("Actions");
  ASSERT_TRUE(agent.act(click(bar)).executed());
  Point item{bar.x, bar.y + 55};
  ASSERT_TRUE(eventually([&] { return rehearse(click(item)).element() == "Delete all"; })) << rehearse(click(item));
  const auto done = agent.act(click(item));
  EXPECT_EQ(done.text("rule"), "irreversible") << done;
  EXPECT_FALSE(done.executed());
  world.desktop().output({"xdotool", "key", "Escape"});
  EXPECT_EQ(form.count("activate"), 0);
}

struct ContextMenu : Target {
  ContextMenu() : Target({"file:Holiday pictures"}) {}
};

TEST_F(ContextMenu, dangerous_item_of_it) {
  auto open = click(form.centre("Holiday pictures"));
  open["button"] = "right";
  ASSERT_TRUE(agent.act(open).executed());
  const auto item = form.centre("Move to Trash");
  const auto done = agent.act(click(item));
  EXPECT_NE(done.text("decision"), "allow") << done;
  EXPECT_FALSE(done.executed()) << done;
  EXPECT_EQ(form.count("activate"), 0);
  // Shows that the test can fail: the human's same click does it.
  world.desktop().output({"xdotool", "mousemove", std::to_string(item.x), std::to_string(item.y), "click", "1"});
  EXPECT_TRUE(eventually([&] { return form.count("activate", "Move to Trash") == 1; }));
}

TEST(Element, of_another_process_under_the_point) {
  World world({.desktop = {}, .policy = without_loops});
  const auto embedding = start_gtk3_embedded(world.desktop());
  auto agent = world.agent();
  const auto at = embedding.centre("Next");
  ASSERT_TRUE(eventually([&] { return agent.act(click(at), {{"dry_run", true}}).window() == "Embedding"; }));
  const auto done = agent.act(click(at));
  EXPECT_EQ(done.element(), "") << "another program's word on what is in this window: " << done;
  EXPECT_FALSE(done.executed()) << done;
  EXPECT_EQ(embedding.count("clicked"), 0);
}

TEST_F(Target, hung_application) {
  form.process().signal(SIGSTOP);
  const auto done = click_form("Next");
  form.process().signal(SIGCONT);
  EXPECT_FALSE(done.executed()) << done;
  expect_no_press();
}

struct Trash : Target {
  Trash() : Target({"button:Holiday pictures", "button:Trash"}) {}
};

TEST_F(Trash, drag_onto_it) {
  const auto from = form.centre("Holiday pictures"), to = form.centre("Trash");
  const auto whole =
      agent.act({{"type", "drag"}, {"from", {{"x", from.x}, {"y", from.y}}}, {"to", {{"x", to.x}, {"y", to.y}}}});
  EXPECT_EQ(whole.text("rule"), "irreversible") << whole;
  EXPECT_FALSE(whole.executed());
  expect_no_press();
}

TEST_F(Trash, drag_onto_it_in_pieces) {
  const auto from = form.centre("Holiday pictures"), to = form.centre("Trash");
  const auto at = [](const char* what, Point point) {
    return json::object{{"type", what}, {"x", point.x}, {"y", point.y}};
  };
  const auto down = agent.act(at("mouse_down", from));
  ASSERT_TRUE(down.executed()) << down;
  const auto over = agent.act(at("move", to));
  EXPECT_EQ(over.text("rule"), "irreversible") << over;
  EXPECT_FALSE(over.executed());
  const auto drop = X(world.desktop().display()).pointer();
  EXPECT_EQ(drop.y, from.y) << "the pointer never came to the trash";
}

struct Disguised : Target {
  Disguised()
      : Target({"button:D\u0435l\u0435te \u0430ccount", "button:De\u200blete every\u00adthing",
                "button:\u202etnuocca eteleD\u202c"}) {}
};

TEST_F(Disguised, label_in_look_alike_letters_zero_width_and_backwards) {
  for (const auto* label :
       {"D\u0435l\u0435te \u0430ccount", "De\u200blete every\u00adthing", "\u202etnuocca eteleD\u202c"}) {
    const auto done = agent.act(click(form.centre(label)));
    EXPECT_EQ(done.text("decision"), "require_confirmation") << label << done;
    EXPECT_EQ(done.text("rule"), "irreversible") << label << done;
    EXPECT_FALSE(done.executed());
    EXPECT_EQ(form.count("clicked", label), 0);
  }
}

TEST_F(Target, space_on_a_dangerous_button) {
  focus_window(world.desktop(), window_titled(world.desktop(), "GTK form"));
  for (int i = 0; i < 12 && form.focus() != "Delete account"; ++i) {
    const int before = form.count("focus");
    world.desktop().output({"xdotool", "key", "Tab"});
    eventually([&] { return form.count("focus") > before; });
  }
  ASSERT_EQ(form.focus(), "Delete account");
  const auto done = agent.act(key("space"));
  EXPECT_EQ(done.text("rule"), "irreversible") << done;
  EXPECT_FALSE(done.executed());
  EXPECT_EQ(form.count("clicked"), 0);
}

struct Mnemonic : Target {
  Mnemonic() : Target({"button:_Delete everything", "button:Go _on"}) {
    focus_window(world.desktop(), window_titled(world.desktop(), "GTK form"));
  }
  void expect_stopped(json::object action) {
    const auto done = agent.act(std::move(action));
    EXPECT_EQ(done.text("rule"), "irreversible") << done;
    EXPECT_NE(done.text("reason").find("Delete everything"), std::string::npos) << done;
    EXPECT_FALSE(done.executed());
    EXPECT_EQ(form.count("clicked"), 0);
  }
};

TEST_F(Mnemonic, of_a_dangerous_button_whatever_has_the_focus) {
  expect_stopped(key("alt+d"));
  expect_stopped(key("alt+U0064"));
  expect_stopped(key("Tab alt+d"));
  ASSERT_TRUE(agent.act({{"type", "key_down"}, {"key", "alt"}}).executed());
  expect_stopped(type("d"));
  ASSERT_TRUE(agent.act({{"type", "key_up"}, {"key", "alt"}}).executed());
  // Shows that the test can fail: the human's same keys press it.
  world.desktop().output({"xdotool", "key", "alt+d"});
  EXPECT_TRUE(eventually([&] { return form.count("clicked", "_Delete everything") == 1; }));
}

TEST_F(Mnemonic, of_a_harmless_button_works_unasked) {
  const auto done = agent.act(key("alt+o"));
  EXPECT_EQ(done.text("decision"), "allow") << done;
  EXPECT_TRUE(eventually([&] { return form.count("clicked", "Go _on") == 1; }));
  const auto nothing = agent.act(key("alt+z"));
  EXPECT_EQ(nothing.text("decision"), "allow") << nothing;
}

// The same in other toolkits, each with its own term for a mnemonic.
class MnemonicElsewhere : public testing::Test {
 protected:
  MnemonicElsewhere() : world({.desktop = {}, .policy = without_loops}), agent(world.agent()) {}
  void expect_stopped(const App& app, const std::string& chord, const std::string& id) {
    const auto done = agent.act(key(chord));
    EXPECT_EQ(done.text("rule"), "irreversible") << done;
    EXPECT_NE(done.text("reason").find("Delete everything"), std::string::npos) << done;
    EXPECT_FALSE(done.executed());
    EXPECT_EQ(app.count("clicked"), 0);
    world.desktop().output({"xdotool", "key", chord});  // shows that the test can fail: the human's keys press it
    EXPECT_TRUE(eventually([&] { return app.count("clicked", id) == 1; }));
  }
  void expect_pressed(const App& app, const std::string& chord, const std::string& id) {
    const auto done = agent.act(key(chord));
    EXPECT_EQ(done.text("decision"), "allow") << done;
    EXPECT_TRUE(eventually([&] { return app.count("clicked", id) == 1; })) << done;
  }

  World world;
  Agent agent;
};

TEST_F(MnemonicElsewhere, of_a_dangerous_button_in_qt) {
  const App form = start_qt5_with(world.desktop(), {"button:&Delete everything", "button:Go &on"});
  world.wait_until_seen(form.centre("Next"), "Next");
  focus_window(world.desktop(), window_titled(world.desktop(), "Qt form"));
  expect_stopped(form, "alt+d", "&Delete everything");
  expect_pressed(form, "alt+o", "Go &on");
}

TEST_F(MnemonicElsewhere, of_a_dangerous_button_far_down_a_page) {
  const App page = start_server(world.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_chromium(world.desktop(), page_url(page, "accesskeys.html"));
  world.wait_until_seen(page.centre("next"), "Next");
  focus_window(world.desktop(), window_titled(world.desktop(), "Access keys"));
  expect_stopped(page, "alt+y", "delete");
  expect_pressed(page, "alt+n", "next");
}

struct Wheel : Target {
  Wheel() : Target({"spin:Amount", "combo:Size"}) {}
};

TEST_F(Wheel, on_fields_under_a_scope_without_forms) {
  const auto opened = agent.call("session.open", {{"name", "reader"}, {"scope", "navigate"}});
  const auto session = std::string(opened.reply.at("session").as_string());
  for (const auto* field : {"Amount", "Size"}) {
    const auto at = form.centre(field);
    const json::object turn = {{"type", "scroll"}, {"x", at.x}, {"y", at.y}, {"dy", -2}};
    const auto done = agent.act(turn, {{"session", session}});
    EXPECT_FALSE(done.executed()) << field << done;
    EXPECT_EQ(done.text("rule"), "scope") << field << done;
    EXPECT_EQ(form.count("changed", field), 0) << field;
    // Shows that the test can fail: the human's same wheel turns change it.
    world.desktop().output({"xdotool", "mousemove", std::to_string(at.x), std::to_string(at.y), "click", "4"});
    EXPECT_TRUE(eventually([&] { return form.count("changed", field) > 0; })) << field;
  }
}

}  // namespace
}  // namespace interlock::test
