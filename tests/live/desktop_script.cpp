// scripts/desktop itself, on which all tests rely.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>

#include <xcb/xcb.h>

#include "tests/desktop/desktop.h"

namespace interlock::test {
namespace {

TEST(DesktopScript, EndsItsOwnProcessesAlone) {
  auto desktop = std::make_unique<Desktop>(DesktopOptions{.accessibility = false});
  // As if the number of a process of the desktop that has ended were now this one's.
  auto other = Process::start({"sleep", "600"}, {{"PATH", "/usr/bin:/bin"}});
  std::ofstream(desktop->dir() + "/pids", std::ios::app) << other.pid() << "\n";
  const auto server = desktop->processes("Xvfb");
  const auto manager = desktop->processes("openbox");
  ASSERT_FALSE(server.empty());
  ASSERT_FALSE(manager.empty());
  desktop.reset();
  EXPECT_TRUE(other.running());
  const auto gone = [](pid_t pid) { return ::kill(pid, 0) != 0; };
  EXPECT_TRUE(eventually([&] { return gone(server.front()) && gone(manager.front()); }));
}

// openbox leaves a window that is shown while it starts unmanaged until it gets another event.
TEST(DesktopScript, AWindowThatIsShownAtOnceIsManaged) {
  for (int i = 0; i < 5; ++i) {
    const Desktop desktop({.accessibility = false});
    const std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> x{
        xcb_connect(desktop.display().c_str(), nullptr), &xcb_disconnect};
    const xcb_window_t window = xcb_generate_id(x.get());
    const auto root = xcb_setup_roots_iterator(xcb_get_setup(x.get())).data->root;
    xcb_create_window(x.get(), XCB_COPY_FROM_PARENT, window, root, 0, 0, 200, 100, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      XCB_COPY_FROM_PARENT, 0, nullptr);
    xcb_map_window(x.get(), window);
    xcb_flush(x.get());
    const auto is_shown = [&] {
      const auto reply = xcb_get_window_attributes_reply(x.get(), xcb_get_window_attributes(x.get(), window), nullptr);
      const std::unique_ptr<xcb_get_window_attributes_reply_t, decltype(&std::free)> got{reply, &std::free};
      return got && got->map_state == XCB_MAP_STATE_VIEWABLE;
    };
    EXPECT_TRUE(eventually(is_shown)) << "desktop " << i;
  }
}

}  // namespace
}  // namespace interlock::test
