#include <algorithm>

#include "tests/live/a11y_desk.h"

namespace interlock::test {
namespace {

using AccessibilityBus = Desk;

TEST_F(AccessibilityBus, ComesBackAfterItWasKilled) {
  const auto log = new_log();
  auto app = desktop_->start({"/usr/bin/python3", fixtures + "gtk3_form.py", log});
  ASSERT_TRUE(eventually([&] { return widget(log, "Next").has_value(); }));
  const auto form = window("GTK form");
  ASSERT_TRUE(until_named(form, middle(*widget(log, "Next")), "Next").element);

  auto killed = desktop_->processes("at-spi-bus-launcher");
  for (const auto pid : desktop_->processes("accessibility.conf")) killed.push_back(pid);
  for (const auto pid : killed) kill(pid, SIGKILL);
  // Only these: another client's request may start new ones at once.
  const auto gone = [](pid_t pid) { return read_file("/proc/" + std::to_string(pid) + "/cmdline").empty(); };
  ASSERT_TRUE(eventually([&] { return std::all_of(killed.begin(), killed.end(), gone); }));
  ASSERT_TRUE(eventually([&] {
    loop_.restart();
    loop_.run_for(20ms);
    return !notices_.empty();
  }));
  EXPECT_NE(notices_[0].find("the accessibility bus went away"), std::string::npos);

  // The session bus restarts the launcher at the next request; applications that start then are seen.
  const auto log2 = new_log();
  a11y::Sight sight = at(form, middle(*widget(log, "Next")));
  EXPECT_TRUE(sight.element.is_unknown()) << reported(sight);
  app.kill();
  auto again = desktop_->start({"/usr/bin/python3", fixtures + "gtk3_form.py", log2, "--title", "Second form"});
  ASSERT_TRUE(eventually([&] { return widget(log2, "Next").has_value(); }));
  const auto second = window("Second form");
  sight = until_named(second, middle(*widget(log2, "Next")), "Next");
  EXPECT_TRUE(sight.element) << reported(sight);
  EXPECT_GE(notices_.size(), 2u);
  EXPECT_EQ(notices_.back(), "it is back");
}

TEST(NoAccessibilityBus, IsUnknownAndSaidOnce) {
  for (const char* address : {"unix:path=/nonexistent/bus", ""}) {
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
    setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
    asio::io_context loop;
    std::vector<std::string> notices;
    const auto no_windows = [](std::uint32_t, a11y::Deadline) -> asio::awaitable<Known<std::vector<ProgramWindow>>> {
      co_return Unknown::no_display;
    };
    const auto reader = a11y::atspi_reader(loop.get_executor(), no_windows, [&](const std::optional<Error>& e) {
      notices.push_back(e ? e->text() : "it is back");
    });
    Window window;
    window.pid = 1u;
    std::optional<a11y::Sight> sight;
    int looks = 0;
    asio::co_spawn(
        loop,
        [&]() -> asio::awaitable<void> {
          for (; looks < 3; ++looks) {
            sight = co_await reader->element_at(window, none, {1, 1}, std::chrono::steady_clock::now() + look_time);
          }
        },
        asio::detached);
    while (looks < 3 && loop.run_one_for(2 * look_time) > 0) {
    }
    ASSERT_TRUE(sight);
    EXPECT_EQ(sight->element.why(), Unknown::no_accessibility_bus);
    ASSERT_EQ(notices.size(), 1u);
    EXPECT_NE(notices[0].find("("), std::string::npos) << "says what to do: " << notices[0];
  }
}

}  // namespace
}  // namespace interlock::test
