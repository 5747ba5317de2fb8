// Against the kernel: threads that want the same processor wait for it, and one that sleeps does not.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "daemon/process/processor_watch.h"

namespace interlock::daemon {
namespace {

using namespace std::chrono_literals;

/// A process that does `work`, which does not return; ended with this object, or with the test.
class Child {
 public:
  explicit Child(void (*work)()) : pid_(::fork()) {
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    work();
    ::_exit(1);
  }
  ~Child() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

/// Runs without end, on one processor with its like.
void be_busy() {
  cpu_set_t ours, one;
  CPU_ZERO(&ours);
  CPU_ZERO(&one);
  ::sched_getaffinity(0, sizeof ours, &ours);
  int first = 0;
  while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &ours)) ++first;
  CPU_SET(first, &one);
  ::sched_setaffinity(0, sizeof one, &one);
  for (std::atomic<unsigned> turns{0};;) ++turns;
}

void sleep_on() {
  while (true) ::pause();
}

/// Starts a busy process in a terminal of its own, as a terminal's window does, and sleeps.
void be_terminal() {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) ::_exit(1);
  const char* const name = ::ptsname(terminal);
  if (::fork() == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setsid();
    ::open(name, O_RDWR);  // becomes the controlling terminal
    be_busy();
  }
  sleep_on();
}

/// Looks again until it holds; a minute is more than any machine needs.
bool comes_to_hold(const std::function<bool()>& condition) {
  for (int look = 0; look < 6000; ++look) {
    if (condition()) return true;
    std::this_thread::sleep_for(10ms);  // between two looks
  }
  return false;
}

bool has_waited(std::chrono::milliseconds time, pid_t process) {
  const auto need = processor_need(process);
  return need && need->waited > time && need->now;
}

class ProcessorNeedTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!processor_need(::getpid()))
      GTEST_SKIP() << "this kernel does not report how long threads wait (CONFIG_SCHED_INFO)";
  }
};

TEST_F(ProcessorNeedTest, IsSeenWhereThreadsShareAProcessor) {
  const Child one(be_busy), other(be_busy);
  EXPECT_TRUE(comes_to_hold([&] { return has_waited(20ms, one.pid()); }));
  EXPECT_TRUE(comes_to_hold([&] { return has_waited(20ms, other.pid()); }));
  EXPECT_TRUE(comes_to_hold([] { return has_waited(40ms, ::getpid()); })) << "its children count";
}

TEST_F(ProcessorNeedTest, OfAProcessThatSleepsIsNone) {
  const Child child(sleep_on);
  EXPECT_TRUE(comes_to_hold([&] {
    const auto need = processor_need(child.pid());
    return need && !need->now;
  }));
}

TEST_F(ProcessorNeedTest, OfWhatRunsInATerminalIsNotThatOfItsWindow) {
  const Child terminal(be_terminal);
  const std::string children =
      "/proc/" + std::to_string(terminal.pid()) + "/task/" + std::to_string(terminal.pid()) + "/children";
  pid_t busy = 0;
  ASSERT_TRUE(comes_to_hold([&] { return bool(std::ifstream(children) >> busy); }));
  ASSERT_TRUE(comes_to_hold([&] {
    const auto own = processor_need(busy), all = processor_need(terminal.pid());
    return own && own->now && all && !all->now;
  }));
}

TEST_F(ProcessorNeedTest, OfAProcessThatHasEndedIsUnknown) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(processor_need(child));
}

Window window_of(const Child& child) {
  Window window;
  window.pid = child.pid();
  return window;
}

TEST_F(ProcessorNeedTest, AWatchSeesThatAProgramIsHeldUp) {
  const Child one(be_busy), other(be_busy), idle(sleep_on);
  Contention contention(window_of(one));
  ProcessorWatch busy(window_of(one)), still(window_of(idle)), unknown(Window{});
  EXPECT_TRUE(comes_to_hold([&] { return busy.look(); }));
  EXPECT_TRUE(comes_to_hold([&] { return !still.look(); }));
  EXPECT_FALSE(unknown.look());
  EXPECT_TRUE(comes_to_hold([&] { return contention.exceeds(1ms); }));
}

TEST_F(ProcessorNeedTest, ContentionIsSeenByAKernelThatDoesNotReportPressure) {
  const Child one(be_busy), other(be_busy), idle(sleep_on);
  Contention of_busy(window_of(one), "/proc/no-such-file"), of_idle(window_of(idle), "/proc/no-such-file");
  EXPECT_TRUE(comes_to_hold([&] { return of_busy.exceeds(1ms); }));
  EXPECT_TRUE(comes_to_hold([&] { return !of_idle.exceeds(1ms); }));
}

}  // namespace
}  // namespace interlock::daemon
