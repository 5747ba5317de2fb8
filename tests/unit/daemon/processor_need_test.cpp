// Against the kernel: threads that want the same processor wait for it, and one that sleeps does not.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

#include "daemon/process/processor_need.h"

namespace interlock::daemon {
namespace {

using namespace std::chrono_literals;

/// A child that runs without end, on one processor with its like; it ends with this test.
pid_t start_busy(int processor) {
  const pid_t child = ::fork();
  if (child == 0) {
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(processor, &only);
    ::sched_setaffinity(0, sizeof only, &only);
    for (std::atomic<unsigned> turns{0};;) ++turns;
  }
  return child;
}

/// A minute is more than any machine needs.
bool has_waited(std::chrono::milliseconds time, pid_t process) {
  for (int look = 0; look < 6000; ++look) {
    const auto need = processor_need(process);
    if (need && need->waited > time && need->now) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

int a_processor() {
  cpu_set_t ours;
  CPU_ZERO(&ours);
  ::sched_getaffinity(0, sizeof ours, &ours);
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &ours)) return i;
  }
  return 0;
}

TEST(ProcessorNeed, IsSeenWhereThreadsShareAProcessor) {
  if (!processor_need(::getpid()))
    GTEST_SKIP() << "this kernel does not report how long threads wait (CONFIG_SCHED_INFO)";
  const int processor = a_processor();
  const std::vector<pid_t> busy{start_busy(processor), start_busy(processor)};
  EXPECT_TRUE(has_waited(20ms, busy.front()));
  EXPECT_TRUE(has_waited(40ms, ::getpid())) << "its children count";
  for (const pid_t each : busy) {
    ::kill(each, SIGKILL);
    ::waitpid(each, nullptr, 0);
  }
}

TEST(ProcessorNeed, OfAProcessThatSleepsIsNone) {
  const pid_t child = ::fork();
  if (child == 0) {
    while (true) ::pause();
  }
  bool rests = false;
  for (int look = 0; look < 6000 && !rests; ++look) {
    const auto need = processor_need(child);
    rests = need && !need->now;
    if (!need) break;
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_TRUE(rests || !processor_need(::getpid()));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

TEST(ProcessorNeed, OfAProcessThatHasEndedIsUnknown) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(processor_need(child));
}

}  // namespace
}  // namespace interlock::daemon
