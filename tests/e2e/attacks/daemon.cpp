// The daemon itself is killed, flooded, or loses what it depends on.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

#include "tests/desktop/parts.h"
#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

const std::string quick_prompts = "preset: default\ndaemon: {prompt_timeout_s: 1, observation_deadline_ms: 5000}\n";

class Monitor : public testing::Test {
 protected:
  Monitor() : world({.desktop = {}, .policy = quick_prompts}) {}
  std::string keymap() { return world.desktop().output({"xmodmap", "-pke"}); }
  World world;
};

TEST_F(Monitor, killed_in_the_middle_of_typing) {
  const auto form = start_gtk3(world.desktop());
  world.wait_until_seen(form.centre("note"), "");
  const auto before = keymap();
  X x(world.desktop().display());
  x.focus(window_titled(world.desktop(), "GTK form"));
  ASSERT_TRUE(eventually([&] { return form.focus() == "note"; }));
  std::string text;
  for (int i = 0; i < 800; ++i) {
    const int letter = 0x400 + i * 7 % 256;  // Cyrillic: each needs a key of its own in the keymap
    text += {static_cast<char>(0xC0 | letter >> 6), static_cast<char>(0x80 | (letter & 0x3F))};
  }
  auto agent = world.agent();
  auto typing = agent.act_later(type(text));
  ASSERT_TRUE(eventually([&] { return form.text("note").size() > 40; }));
  world.daemon().signal(SIGKILL);
  world.daemon().wait();
  EXPECT_NE(typing.get().error, "");
  world.start_daemon(quick_prompts);
  EXPECT_TRUE(eventually([&] { return keymap() == before; })) << "the person's keyboard is not as it was";
  EXPECT_TRUE(eventually([&] { return !x.anything_down(); }));
  const auto record = world.audit();
  EXPECT_NE(record.find("\"begin\""), std::string::npos) << "what was begun is on record";
  EXPECT_EQ(world.ctl({"audit", "verify"}).code, 0) << world.ctl({"audit", "verify"}).output;
}

TEST_F(Monitor, flood_of_actions) {
  world.start_daemon(
      "preset: default\ndaemon: {prompt_timeout_s: 30, queue_limit: 4, observation_deadline_ms: 5000}\n");
  const auto form = start_gtk3(world.desktop());
  const auto at = form.centre("Next");
  world.wait_until_seen(at, "Next");
  // A question occupies the desktop; the queue behind it is limited.
  auto holder = world.agent("holder");
  auto held = holder.act_later(click(form.centre("Submit Order")));
  const auto question = world.pending_id();
  std::vector<std::unique_ptr<Agent>> agents;
  std::vector<std::future<Verdict>> replies;
  for (int i = 0; i < 12; ++i) {
    agents.push_back(std::make_unique<Agent>(world.socket(), "flood " + std::to_string(i)));
    replies.push_back(agents.back()->act_later(click(at)));
  }
  // Requests over the limit are refused while the question is still open.
  const auto reported = [&] {
    return std::count_if(replies.begin(), replies.end(),
                         [](const auto& reply) { return reply.wait_for(0s) == std::future_status::ready; });
  };
  EXPECT_TRUE(eventually([&] { return reported() == 8; })) << reported();
  EXPECT_EQ(form.count("press"), 0);
  EXPECT_EQ(world.ctl({"deny", question}).code, 0);
  EXPECT_FALSE(held.get().executed());
  int done = 0, turned_away = 0;
  for (auto& reply : replies) {
    const auto answer = reply.get();
    EXPECT_EQ(answer.error, "");
    done += answer.executed();
    turned_away += answer.text("code") == "queue_full";
  }
  EXPECT_EQ(done, 4);
  EXPECT_EQ(turned_away, 8);
  EXPECT_TRUE(world.agent("quiet").act(click(at)).executed());
  EXPECT_TRUE(eventually([&] { return form.count("clicked", "Next") == 5; })) << form.count("clicked", "Next");
}

TEST_F(Monitor, flood_of_sessions) {
  auto agent = world.agent("flood");
  int opened = 0;
  std::string error;
  for (int i = 0; i < 5000 && error.empty(); ++i) {
    error = agent.call("session.open", {{"name", "s" + std::to_string(i)}}).error;
    opened += error.empty();
  }
  EXPECT_LT(opened, 5000) << "sessions have a limit";
  EXPECT_TRUE(error.starts_with("-32003")) << error;
  EXPECT_EQ(world.agent("other").call("session.open", {{"name", "mine"}}).error, "") << "others are served";
}

TEST_F(Monitor, accessibility_bus_restarted) {
  const auto form = start_gtk3(world.desktop());
  const auto at = form.centre("Submit Order");
  world.wait_until_seen(at, "Submit Order");
  // The applications do not connect to the new bus at once.
  auto killed = world.desktop().processes("at-spi-bus-launcher");
  for (const auto pid : world.desktop().processes("accessibility.conf")) killed.push_back(pid);
  ASSERT_GE(killed.size(), 2U);
  for (const auto pid : killed) kill(pid, SIGKILL);
  auto agent = world.agent();
  for (int i = 0; i < 3; ++i) {
    const auto done = agent.act(click(at));  // if it is seen, it asks; if not, it asks as well
    EXPECT_FALSE(done.executed()) << done;
  }
  EXPECT_EQ(form.count("clicked"), 0);
}

TEST_F(Monitor, x_server_restarted) {
  world.start_daemon("preset: default\ndaemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000}\n");
  auto form = std::make_unique<App>(start_gtk3(world.desktop()));
  const auto at = form->centre("Submit Order");
  const auto next = form->centre("Next");
  world.wait_until_seen(at, "Submit Order");
  Parts parts(world.desktop());
  auto agent = world.agent();
  auto asked = agent.act_later(click(at));
  const auto question = world.pending_id();
  const auto daemon = world.daemon().pid();
  parts.x().kill();
  auto meanwhile = world.agent("meanwhile");
  EXPECT_TRUE(eventually([&] {
    const auto blind = meanwhile.act(click(next), {{"dry_run", true}});
    EXPECT_NE(blind.text("decision"), "allow") << "there is no display: " << blind;
    return world.ctl({"status"}).output.find("display        NOT WORKING") != std::string::npos;
  })) << world.daemon_log();
  parts.restore_after(parts.x());
  form = std::make_unique<App>(start_gtk3(world.desktop()));
  ASSERT_EQ(form->centre("Submit Order"), at) << "the same place, the same name, and even the same window id";
  world.wait_until_seen(next, "Next");
  // The question was about a program that has ended.
  world.ctl({"approve", question});
  const auto done = asked.get();
  EXPECT_FALSE(done.executed()) << done;
  EXPECT_EQ(form->count("press"), 0);
  EXPECT_TRUE(world.daemon().running() && world.daemon().pid() == daemon) << world.daemon_log();
  EXPECT_FALSE(X(world.desktop().display()).anything_down());
  EXPECT_TRUE(world.agent("after").act(click(next)).executed());
  EXPECT_EQ(world.ctl({"status"}).output.find("display        NOT"), std::string::npos) << world.ctl({"status"}).output;
  EXPECT_EQ(world.ctl({"status"}).output.find("accessibility  NOT"), std::string::npos) << world.ctl({"status"}).output;
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == 1; }));
}

}  // namespace
}  // namespace interlock::test
