// What the reader of labels may not do. Each attempt is made by a process of its own, which ends with it.
#include "sight/program/confinement.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <future>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace interlock::sight {
namespace {

/// How a confined process ends that calls `attempt`: its exit code, or 128 and a signal. 99: it was not confined.
int end_of(const std::function<int()>& attempt) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (!confine()) ::_exit(99);
    ::_exit(attempt());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

constexpr int killed = 128 + SIGSYS;

TEST(Sight, WhatItNeedsItMayDo) {
  EXPECT_EQ(end_of([] {
              void* memory = std::malloc(10U << 20U);
              const bool got = memory != nullptr;
              std::free(memory);
              return got ? 7 : 8;
            }),
            7);
}

TEST(Sight, WhatItMayNotDoEndsIt) {
  EXPECT_EQ(end_of([] { return ::socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? 1 : 0; }), killed);
  EXPECT_EQ(end_of([] { return ::fork() < 0 ? 1 : 0; }), killed);
  EXPECT_EQ(end_of([] { return ::execl("/bin/true", "true", nullptr); }), killed);
  EXPECT_EQ(end_of([] { return ::unlink("/tmp/nothing") < 0 ? 1 : 0; }), killed);
  EXPECT_EQ(end_of([] { return ::kill(::getppid(), 0); }), killed);
  EXPECT_EQ(end_of([] {
              return ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
                     MAP_FAILED;
            }),
            killed);
}

TEST(Sight, ItCanOpenNoFile) {
  EXPECT_EQ(end_of([] { return ::open("/etc/passwd", O_RDONLY) < 0 ? errno : 0; }), EACCES);
}

TEST(Sight, ThreadsAreCounted) {
  const std::size_t before = thread_count();
  EXPECT_GE(before, 1U);
  std::promise<void> end;
  std::thread other([ended = end.get_future()] { ended.wait(); });
  EXPECT_EQ(thread_count(), before + 1);
  end.set_value();
  other.join();
}

TEST(Sight, ItsMemoryIsLimited) {
  EXPECT_EQ(end_of([] { return std::malloc(2U << 30U) == nullptr ? 7 : 8; }), 7);
}

}  // namespace
}  // namespace interlock::sight
