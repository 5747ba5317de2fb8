// Dialogs that are not on the accessibility bus: every action of an agent in them asks. Judged by the files that exist
// afterwards.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;

const std::string mute_policy =
    "preset: default\nloop_threshold: 0\n"
    "guardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, stuck_repeat_stop: 0, allow_private_networks: true}\n"
    "daemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, denial_memory_s: 0, max_denials: 0}\n";

// Chromium's dialogs are GTK's, in a process whose GTK is not on the bus.
TEST(MuteDialog, of_chromium_asks_whatever_is_done_in_it) {
  World world(World::Options{.desktop = {}, .policy = mute_policy});
  const Naysayer human(world);
  Agent agent = world.agent();
  const auto& home = world.desktop().environment().at("HOME");
  const App page = start_server(world.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const Process browser = start_chromium(world.desktop(), page_url(page, "controls.html"));
  world.wait_until_seen(page.centre("liar"), "Next");
  focus_window(world.desktop(), window_titled(world.desktop(), "Controls"));
  const auto in_dialog = [&] {
    return agent.act(key("shift"), {{"dry_run", true}}).window().find("Save File") != std::string::npos;
  };
  ASSERT_TRUE(eventually([&] {
    world.desktop().output({"xdotool", "key", "ctrl+s"});
    return eventually(in_dialog, std::chrono::seconds{10});
  }));
  world.desktop().output({"xdotool", "key", "ctrl+a"});
  world.desktop().output({"xdotool", "type", "--delay", "20", home + "/.bashrc"});

  const auto place = window_rect(world.desktop(), window_titled(world.desktop(), "Save File"));
  const Point save{place.x + place.width - 50, place.y + place.height - 25};
  const json::object twice = {
      {"type", "click"}, {"x", place.x + place.width / 2}, {"y", place.y + place.height / 2}, {"count", 2}};
  for (const auto& act : {key("Return"), type("/etc/passwd\n"), click(save), twice, key("alt+s"), key("space")}) {
    const auto done = agent.act(act);
    EXPECT_EQ(done.text("decision"), "require_confirmation") << act << ": " << done;
    EXPECT_FALSE(done.executed()) << act << ": " << done;
  }
  EXPECT_FALSE(fs::exists(home + "/.bashrc"));
}

}  // namespace
}  // namespace interlock::test
