// Threads that talk to the X server: at the same time, and when their loop has ended.
#include <gtest/gtest.h>

#include <malloc.h>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <thread>

#include "daemon/asking/text_drawer.h"
#include "platform/x11/connection.h"
#include "platform/x11/display_thread.h"
#include "platform/x11/x11_backend.h"
#include "tests/desktop/desktop.h"

#include <X11/extensions/XTest.h>  // last: its macros

namespace interlock::platform::x11 {
namespace {

using namespace std::chrono_literals;

/// Waits until the thread has released what it was given, and, with the last reference, sees what it has done.
template <class Given>
bool is_let_go(std::shared_ptr<Given> given) {
  const bool alone = test::eventually([&] { return given.use_count() == 1; });
  given.reset();
  return alone;
}

std::size_t windows_on(::Display* display) {
  ::Window root = 0, parent = 0, *children = nullptr;
  unsigned count = 0;
  XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count);
  if (children) XFree(children);
  return count;
}

// Xlib holds a lock of the process while it connects. A thread that waits for it with the server grabbed would wait for
// ever, and with it everybody on the display; without alone_with_server() within a second.
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
        // Two connections alternately replace Xlib's data about XTEST, so each use of it takes the lock.
        XTestFakeRelativeMotionEvent((*x)->display(), 1, 0, 0);
      }
    });
  }
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      for (; !stop; ++opened) ASSERT_TRUE(Connection::open(desktop.display()));
    });
  }
  EXPECT_TRUE(test::eventually([&] { return opened > 100 && grabs > 100; }))
      << opened << " opened, " << grabs << " grabs";
  stop = true;
  if (HasFailure()) std::quick_exit(1);  // its threads never end
  for (auto& thread : threads) thread.join();
}

// Freed memory is overwritten, so that a thread that still uses it fails: a job's thread crashed each time. A prompt's
// thread read freed memory and continued; AddressSanitizer reports it.
class AfterTheLoop : public testing::Test {
 protected:
  AfterTheLoop() { mallopt(M_PERTURB, 0xA5); }
  ~AfterTheLoop() override { mallopt(M_PERTURB, 0); }

  bool run_until(const std::function<bool()>& reached) {
    return test::eventually([&] {
      loop_->restart();
      loop_->run_for(5ms);
      return reached();
    });
  }
  void end_loop() { loop_.reset(); }

  const test::Desktop desktop_{{.window_manager = false, .accessibility = false}};
  std::unique_ptr<boost::asio::io_context> loop_ = std::make_unique<boost::asio::io_context>(1);
};

TEST_F(AfterTheLoop, APromptOnAStuckDisplayClosesWithoutIt) {
  const auto x = Connection::open(desktop_.display());
  ASSERT_TRUE(x) << x.error().text();
  const auto windows = windows_on((*x)->display());
  auto prompter = window_prompter(loop_->get_executor(), desktop_.display(),
                                  daemon::text_drawer(INTERLOCK_BINARY_DIR "/libexec/interlock/draw-text"));
  auto picture = std::make_shared<const Picture>();
  Prompt prompt{.id = "p1", .title = "Delete the server?", .body = "It is the last.", .picture = picture};
  boost::asio::co_spawn(*loop_, prompter->ask(std::move(prompt)), boost::asio::detached);
  ASSERT_TRUE(run_until([&] { return windows_on((*x)->display()) > windows; }));
  {
    const ServerGrab grab(**x);
    prompter.reset();
    end_loop();
  }
  EXPECT_TRUE(is_let_go(std::move(picture)));
  EXPECT_EQ(windows_on((*x)->display()), windows);
}

TEST_F(AfterTheLoop, AJobThatWasStuckEndsWithoutIt) {
  struct Flags {
    std::atomic<bool> begun{false}, go_on{false};
  };
  const auto flags = std::make_shared<Flags>();
  auto own = std::make_shared<OwnInput>();
  auto thread =
      std::make_unique<DisplayThread>(loop_->get_executor(), desktop_.display(), desktop_.dir() + "/state", own);
  ASSERT_TRUE(thread->open(20s));
  const Job<int> stuck = [flags](DisplaySession&, Ticket&) {
    flags->begun = true;
    while (!flags->go_on) std::this_thread::sleep_for(1ms);
    return 1;
  };
  boost::asio::co_spawn(*loop_, thread->run<int>(std::chrono::steady_clock::now() + 10s, stuck), boost::asio::detached);
  ASSERT_TRUE(run_until([&] { return flags->begun.load(); }));
  thread.reset();
  end_loop();
  flags->go_on = true;
  EXPECT_TRUE(is_let_go(std::move(own)));
}

}  // namespace
}  // namespace interlock::platform::x11
