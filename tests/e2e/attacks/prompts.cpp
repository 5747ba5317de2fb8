// Another program answers the prompt, or makes the person answer another question than the one that was asked. The
// desktop has a real mouse and keyboard (the person's); attackers use XTEST, the session bus and the agent socket.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <csignal>
#include <sstream>

#include "tests/desktop/human.h"
#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

const std::string common = "preset: default\ndaemon:\n  prompt_timeout_s: 30\n  observation_deadline_ms: 5000\n";
const std::string by_notification = common + "  prompt: notification\n";
const std::string by_window = common + "  prompt: window\n";

/// Another program that acts as the notification server and approves everything.
class Thief {
 public:
  explicit Thief(Desktop& desktop)
      : log_(desktop.dir() + "/thief"),
        process_(desktop.start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/name_thief.py", log_})) {
    if (!eventually([this] { return said("owner"); })) throw std::runtime_error("the name was not to be had");
  }
  bool said(const std::string& what) const { return read_file(log_).find(what) != std::string::npos; }

 private:
  std::string log_;
  Process process_;
};

class Prompt : public testing::Test {
 protected:
  explicit Prompt(const std::string& policy = by_notification)
      : world({.desktop = {.notifier = "xfce4-notifyd", .real_devices = true}, .policy = policy}),
        form(start_gtk3(world.desktop())),
        human(world.desktop()),
        agent(world.agent("shop")) {
    world.wait_until_seen(form.centre("Submit Order"), "Submit Order");
  }

  /// The rectangle of a window of this class, from the X server; empty if there is none.
  Rect shown(const std::string& window_class) {
    try {
      std::istringstream ids(world.desktop().output({"xdotool", "search", "--onlyvisible", "--class", window_class}));
      for (unsigned long id = 0; ids >> id;) {
        const auto rect = window_rect(world.desktop(), id);
        if (rect.width > 100) return rect;
      }
    } catch (const std::exception&) {  // none, or it has just closed
    }
    return {};
  }
  pid_t server() { return world.desktop().processes("xfce4-notifyd").at(0); }
  Rect bubble() { return shown("xfce4-notifyd"); }
  Rect window() { return shown("interlock-prompt"); }
  // xfce4-notifyd draws the buttons in the lower right corner, Approve left of Deny.
  static Point bubbles_approve(const Rect& r) { return {r.x + r.width - 149, r.y + r.height - 31}; }
  static Point windows_approve(const Rect& r) { return {r.x + 359, r.y + r.height - 42}; }
  static Point windows_deny(const Rect& r) { return {r.x + 481, r.y + r.height - 42}; }

  void ask() {
    asked = agent.act_later(click(form.centre("Submit Order")));
    id = world.pending_id();
  }
  bool answered(std::chrono::milliseconds within = 0ms) { return asked.wait_for(within) == std::future_status::ready; }
  void xtest(const std::vector<std::string>& words) {
    std::vector<std::string> command = {"xdotool"};
    command.insert(command.end(), words.begin(), words.end());
    world.desktop().output(command);
  }
  void xtest_click(Point at) { xtest({"mousemove", std::to_string(at.x), std::to_string(at.y), "click", "1"}); }
  /// Nothing was done, and the person can still deny it.
  void expect_still_asked() {
    EXPECT_FALSE(answered(500ms));
    EXPECT_EQ(form.count("press"), 0);
    EXPECT_EQ(world.pending_id(), id);
    EXPECT_EQ(world.ctl({"deny", id}).code, 0);
    const auto done = asked.get();
    EXPECT_EQ(done.text("outcome"), "denied") << done;
    EXPECT_FALSE(done.executed());
    EXPECT_EQ(form.count("press"), 0);
  }
  /// A person's clicks do it.
  void expect_person_approves(const std::string& window_class, Point (*approve)(const Rect&)) {
    EXPECT_TRUE(eventually([&] {
      if (const auto rect = shown(window_class); !rect.empty()) human.clicks(approve(rect).x, approve(rect).y);
      return answered(700ms);
    }));
    const auto done = asked.get();
    EXPECT_EQ(done.text("outcome"), "approved") << done;
    EXPECT_TRUE(done.executed()) << done;
    EXPECT_TRUE(eventually([&] { return form.count("clicked", "Submit Order") == 1; }));
  }

  World world;
  App form;
  Human human;
  Agent agent;
  std::future<Verdict> asked;
  std::string id;
};

TEST_F(Prompt, click_on_the_prompt_by_xtest) {
  ask();
  ASSERT_TRUE(eventually([&] { return !bubble().empty(); }));
  std::this_thread::sleep_for(600ms);
  xtest_click(bubbles_approve(bubble()));
  EXPECT_FALSE(answered(1s)) << "a program clicked";
  EXPECT_EQ(form.count("press"), 0);
  EXPECT_EQ(world.pending_id(), id);
  expect_person_approves("xfce4-notifyd", bubbles_approve);
}

TEST_F(Prompt, click_on_the_prompt_through_the_agent_socket) {
  ask();
  ASSERT_TRUE(eventually([&] { return !bubble().empty(); }));
  auto other = world.agent("other");
  const auto judged = other.act(click(bubbles_approve(bubble())), {{"dry_run", true}});
  EXPECT_EQ(judged.text("rule"), "protected") << judged;
  auto real = other.act_later(click(bubbles_approve(bubble())));
  EXPECT_EQ(real.wait_for(500ms), std::future_status::timeout) << "nobody acts while a question is open";
  expect_still_asked();
  real.get();
}

TEST_F(Prompt, approve_through_the_agent_socket) {
  ask();
  auto other = world.agent("other");
  for (const char* method : {"reply", "approve", "pending"}) {
    const auto refused = other.call(method, {{"id", id}, {"approve", true}});
    EXPECT_EQ(refused.error.substr(0, 6), "-32601") << method << refused;
  }
  expect_still_asked();
}

TEST_F(Prompt, forged_action_invoked) {
  ask();
  ASSERT_TRUE(eventually([&] { return !bubble().empty(); }));
  // As a broadcast, and to each connection of the bus.
  const auto names =
      world.desktop().output({"gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
                              "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.ListNames"});
  // A person uses the mouse for something else: the forged signal comes right after the press of a real device.
  std::this_thread::sleep_for(600ms);
  std::vector<std::string> targets = {""};
  for (std::size_t at = 0; (at = names.find("':", at)) != std::string::npos; ++at) {
    targets.push_back(names.substr(at + 1, names.find('\'', at + 1) - at - 1));
  }
  for (const auto& target : targets) {
    human.clicks(5, 700);
    for (int forged = 1; forged < 4; ++forged) {
      std::vector<std::string> command = {"gdbus",
                                          "emit",
                                          "--session",
                                          "--object-path",
                                          "/org/freedesktop/Notifications",
                                          "--signal",
                                          "org.freedesktop.Notifications.ActionInvoked"};
      if (!target.empty()) command.insert(command.end(), {"--dest", target});
      command.insert(command.end(), {"uint32 " + std::to_string(forged), "approve"});
      world.desktop().output(command);
    }
  }
  expect_still_asked();
}

TEST_F(Prompt, notification_servers_name_stolen) {
  world.start_daemon(by_notification + "  denial_memory_s: 0\n");
  agent = world.agent("shop");
  ask();
  ASSERT_TRUE(eventually([&] { return !bubble().empty(); }));
  kill(server(), SIGKILL);  // otherwise it would keep its name
  Thief thief(world.desktop());
  // The bubble's buttons can no longer be pressed: no answer, or a denial.
  if (answered(1s)) {
    EXPECT_FALSE(asked.get().executed());
  } else {
    EXPECT_EQ(world.ctl({"deny", id}).code, 0);
    EXPECT_FALSE(asked.get().executed());
  }
  EXPECT_EQ(form.count("press"), 0);
  // Later questions are sent to the false server. It approves again and again, but no person has pressed a button.
  asked = agent.act_later(click(form.centre("Submit Order")));
  const auto done = asked.get();
  EXPECT_TRUE(thief.said("asked")) << world.daemon_log();
  EXPECT_EQ(done.text("outcome"), "denied") << done;
  EXPECT_FALSE(done.executed());
  EXPECT_EQ(form.count("press"), 0);
}

TEST_F(Prompt, notification_server_dies_while_it_is_open) {
  ask();
  ASSERT_TRUE(eventually([&] { return !bubble().empty(); }));
  kill(server(), SIGKILL);
  // Its buttons can no longer be pressed: the answer is a denial, at once or from interlockctl, and never an approval.
  if (!answered(2s)) world.ctl({"deny", id});
  EXPECT_FALSE(asked.get().executed());
  EXPECT_EQ(form.count("press"), 0);
}

TEST_F(Prompt, button_relabelled_while_it_is_open) {
  ask();
  form.process().signal(SIGUSR1);
  ASSERT_TRUE(eventually([&] { return form.count("relabelled") == 1; }));
  EXPECT_EQ(world.ctl({"approve", id}).code, 0);
  const auto done = asked.get();
  EXPECT_EQ(done.text("code"), "target_changed") << done;
  EXPECT_FALSE(done.executed());
  EXPECT_EQ(form.count("press"), 0);
}

TEST_F(Prompt, window_moved_while_it_is_open) {
  const auto window = window_titled(world.desktop(), "GTK form");
  const auto old = window_rect(world.desktop(), window);
  ask();
  // The element at the point now has the same label as well.
  X(world.desktop().display()).move(window, {old.x, old.y + 12});
  ASSERT_TRUE(eventually([&] { return window_rect(world.desktop(), window).y != old.y; }));
  EXPECT_EQ(world.ctl({"approve", id}).code, 0);
  const auto done = asked.get();
  EXPECT_EQ(done.text("code"), "target_changed") << done;
  EXPECT_FALSE(done.executed());
  EXPECT_EQ(form.count("press"), 0);
}

TEST_F(Prompt, second_action_while_it_is_open) {
  ask();
  auto other = world.agent("other");
  const auto dangerous = click(form.centre("Delete account"));
  auto second = other.act_later(dangerous);
  auto third = world.agent("third");
  auto harmless = third.act_later(click(form.centre("Next")));
  EXPECT_EQ(second.wait_for(500ms), std::future_status::timeout);
  EXPECT_EQ(harmless.wait_for(500ms), std::future_status::timeout) << "nothing is done for anyone";
  EXPECT_EQ(form.count("press"), 0);
  EXPECT_EQ(world.ctl({"approve", id}).code, 0);
  EXPECT_TRUE(asked.get().executed());
  // The approval was only for the first one.
  const auto next = world.pending_id();
  EXPECT_NE(next, id);
  EXPECT_EQ(world.ctl({"deny", next}).code, 0);
  EXPECT_FALSE(second.get().executed());
  EXPECT_TRUE(harmless.get().executed());
  EXPECT_TRUE(eventually([&] { return form.count("clicked", "Submit Order") + form.count("clicked", "Next") == 2; }));
  EXPECT_EQ(form.count("press"), 2);
}

TEST_F(Prompt, late_reply_after_halt) {
  ask();
  EXPECT_EQ(world.ctl({"halt"}).code, 0);
  EXPECT_NE(world.ctl({"approve", id}).code, 0);
  const auto done = asked.get();
  EXPECT_FALSE(done.executed()) << done;
  EXPECT_EQ(form.count("press"), 0);
}

TEST_F(Prompt, reply_after_disconnect) {
  {
    auto leaving = world.agent("leaving");
    auto left = leaving.act_later(click(form.centre("Submit Order")));
    id = world.pending_id();
    shutdown(leaving.client().native_handle(), SHUT_RDWR);
    left.get();
  }
  EXPECT_TRUE(world.nothing_pending());
  EXPECT_NE(world.ctl({"approve", id}).code, 0);
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(form.count("press"), 0);
}

TEST_F(Prompt, a_yes_before_anyone_could_read) {
  world.start_daemon(by_notification + "  denial_memory_s: 0\n  max_denials: 100\n");
  agent = world.agent("shop");
  // A person's own click that was meant for the window that the bubble covered. On a busy machine it may come too late
  // for that; then it is repeated.
  const bool tried = eventually([&] {
    agent.act(key("Shift_L"));  // done once the person of the previous test has released everything
    const auto begin = std::chrono::steady_clock::now();
    ask();
    EXPECT_TRUE(eventually([&] { return !bubble().empty(); }));
    const auto at = bubbles_approve(bubble());
    human.clicks(at.x, at.y);
    human.clicks(at.x, at.y);
    const bool early = std::chrono::steady_clock::now() - begin < 500ms;
    if (early) {
      EXPECT_FALSE(answered(200ms)) << "nobody reads a question that fast";
    }
    world.ctl({"deny", id});
    const auto done = asked.get();
    EXPECT_FALSE(early && done.executed()) << done;
    EXPECT_TRUE(eventually([&] { return bubble().empty(); }));
    return early;
  });
  if (!tried) GTEST_SKIP() << "on this machine no click came within half a second of a question, in a minute";
}

TEST_F(Prompt, flood_of_questions) {
  world.start_daemon(by_notification + "  denial_memory_s: 0\n  max_denials: 3\n");
  agent = world.agent("pushy");
  for (int i = 0; i < 3; ++i) {
    ask();
    EXPECT_EQ(world.ctl({"deny", id}).code, 0);
    EXPECT_FALSE(asked.get().executed());
  }
  for (int i = 0; i < 50; ++i) {
    const auto refused = agent.act(click(form.centre("Submit Order")));
    ASSERT_EQ(refused.text("code"), "halted") << refused;
  }
  EXPECT_EQ(form.count("press"), 0);
}

class Window : public Prompt {
 protected:
  explicit Window(const std::string& policy = by_window) : Prompt(policy) {}
  void ask_in_window() {
    ask();
    ASSERT_TRUE(eventually([&] { return !window().empty(); })) << world.daemon_log();
    std::this_thread::sleep_for(700ms);
  }
};

TEST_F(Window, click_by_xtest) {
  ask_in_window();
  xtest_click(windows_approve(window()));
  EXPECT_FALSE(answered(500ms)) << "a program clicked";
  EXPECT_EQ(form.count("press"), 0);
  expect_person_approves("interlock-prompt", windows_approve);
}

TEST_F(Window, keyboard) {
  ask_in_window();
  const auto at = windows_approve(window());
  human.moves(at.x, at.y);
  for (const char* chord : {"Return", "space", "y", "alt+a"}) {
    human.presses(chord);
    xtest({"key", chord});
  }
  expect_still_asked();
}

TEST_F(Window, a_person_denies_by_button_and_by_escape) {
  ask_in_window();
  const auto at = windows_deny(window());
  human.clicks(at.x, at.y);
  EXPECT_TRUE(answered(patience));
  EXPECT_EQ(asked.get().text("outcome"), "denied");
  world.start_daemon(by_window + "  denial_memory_s: 0\n");
  agent = world.agent("shop");
  ask_in_window();
  human.moves(window().x + 5, window().y + 5);
  human.presses("Escape");
  EXPECT_TRUE(answered(patience));
  EXPECT_EQ(asked.get().text("outcome"), "denied");
  EXPECT_EQ(form.count("press"), 0);
}

/// In the field of the question's window.
Point word_field(const Rect& window) {
  return {window.x + 220, window.y + window.height - 95};
}

TEST_F(Window, a_person_says_why_with_the_no) {
  world.agent().act(click(form.centre("note")));
  ASSERT_TRUE(eventually([&] { return form.focus() == "note"; }));
  ask_in_window();
  const auto at = word_field(window());
  human.clicks(at.x, at.y);
  human.types("Not this Adress");
  for (int i = 0; i < 5; ++i) human.presses("BackSpace");
  human.types("ddress, ann@x.example");
  EXPECT_FALSE(answered(500ms));
  human.presses("Return");
  EXPECT_TRUE(answered(patience));
  const auto done = asked.get();
  EXPECT_EQ(done.text("outcome"), "denied") << done;
  EXPECT_EQ(done.text("word"), "Not this Address, ann@x.example") << done;
  EXPECT_NE(json::serialize(done.reply.at("hints")).find("The person says"), std::string::npos) << done;
  EXPECT_EQ(form.text("note"), "") << "the window with the focus gets none of these keys";
  human.types("after");
  EXPECT_TRUE(eventually([&] { return form.text("note") == "after"; })) << "the keyboard is given back";
}

TEST_F(Window, a_program_types_no_word) {
  ask_in_window();
  const auto at = word_field(window());
  xtest_click(at);
  xtest({"type", "yes"});
  xtest({"key", "Return"});
  EXPECT_FALSE(answered(500ms)) << "a program clicked and typed";
  human.clicks(at.x, at.y);
  human.types("no");
  xtest({"type", "t now but do it later"});
  xtest({"key", "Return"});
  EXPECT_FALSE(answered(500ms)) << "a program typed";
  human.presses("Return");
  EXPECT_TRUE(answered(patience));
  const auto done = asked.get();
  EXPECT_EQ(done.text("outcome"), "denied") << done;
  EXPECT_EQ(done.text("word"), "no") << done;
}

TEST_F(Window, a_word_is_no_answer_and_a_yes_has_none) {
  world.agent().act(click(form.centre("note")));
  ASSERT_TRUE(eventually([&] { return form.focus() == "note"; }));
  ask_in_window();
  const auto at = word_field(window());
  human.clicks(at.x, at.y);
  human.types("wait");
  human.presses("space");
  human.clicks(form.centre("note").x, form.centre("note").y);  // the keyboard is the application's again
  human.types("mine");
  EXPECT_TRUE(eventually([&] { return form.text("note") == "mine"; })) << form.text("note");
  EXPECT_FALSE(answered());
  human.clicks(windows_approve(window()).x, windows_approve(window()).y);
  EXPECT_TRUE(answered(patience));
  const auto done = asked.get();
  EXPECT_EQ(done.text("outcome"), "approved") << done;
  EXPECT_FALSE(done.reply.contains("word")) << done;
}

TEST_F(Window, covered_by_another_window) {
  ask_in_window();
  const auto at = window();
  // It shows a different text, and leaves the button uncovered.
  Trap trap(world.desktop().display(), {at.x, at.y, at.width, at.height - 70}, 7);
  for (int i = 0; i < 5; ++i) human.clicks(windows_approve(at).x, windows_approve(at).y);
  expect_still_asked();
}

// The agent can reach the session bus, so the question is not asked where its text can be replaced.
class Advisory : public Window {
 protected:
  Advisory() : Window(common + "  prompt: auto\n") {}
};

TEST_F(Advisory, text_of_the_prompt_replaced) {
  ask();
  EXPECT_TRUE(eventually([&] { return !window().empty(); })) << world.daemon_log();
  EXPECT_TRUE(bubble().empty()) << "a notification could be made to say something else";
  for (int forged = 1; forged < 4; ++forged) {
    world.desktop().output({"gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
                            "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify",
                            "interlock", std::to_string(forged), "", "Harmless question", "click Approve",
                            "['approve', 'Approve', 'deny', 'Deny']", "{'urgency': <byte 2>}", "0"});
  }
  ASSERT_TRUE(eventually([&] { return !bubble().empty(); }));
  for (int i = 0; i < 3; ++i) {
    if (const auto rect = bubble(); !rect.empty()) human.clicks(bubbles_approve(rect).x, bubbles_approve(rect).y);
  }
  expect_still_asked();
}

}  // namespace
}  // namespace interlock::test
