// Connections of several threads: one opens while another has grabbed the server.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "platform/x11/connection.h"
#include "tests/desktop/desktop.h"

#include <X11/extensions/XTest.h>  // last: its macros

namespace interlock::platform::x11 {
namespace {

// Xlib keeps a lock of the process while it connects. A thread that meets it with the server grabbed would wait for
// ever, and with it everybody on the display: without alone_with_server() within a second.
TEST(X11Threads, OneOpensWhileAnotherHasGrabbedTheServer) {
  const test::Desktop desktop({.window_manager = false, .accessibility = false});
  std::atomic<bool> stop{false};
  std::atomic<int> grabs{0}, opened{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      const auto x = Connection::open(desktop.display());
      ASSERT_TRUE(x) << x.error().text();
      for (; !stop; ++grabs) {
        const ServerGrab grab(**x);
        // Two connections take turns at Xlib's notes about XTEST, so each use of it takes the lock.
        XTestFakeRelativeMotionEvent((*x)->display(), 1, 0, 0);
      }
    });
  }
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      for (; !stop; ++opened) ASSERT_TRUE(Connection::open(desktop.display()));
    });
  }
  EXPECT_TRUE(test::eventually([&] { return opened > 100 && grabs > 100; }, std::chrono::seconds{40}))
      << opened << " opened, " << grabs << " grabs";
  stop = true;
  if (HasFailure()) std::quick_exit(1);  // its threads never end
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace interlock::platform::x11
