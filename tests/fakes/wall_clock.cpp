/// A clock of the day that a test sets, for programs that load this module by LD_PRELOAD: INTERLOCK_WALL_CLOCK names a
/// file of 8 bytes, the seconds by which it is ahead (int64, negative: behind), which the test may change at any time.
/// The monotonic clock and timers are the kernel's own. libfaketime 0.9.10 converts monotonic timers as well, and a
/// timer that is due at once then never ends.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace {

const volatile std::int64_t* mapped() {
  const char* path = std::getenv("INTERLOCK_WALL_CLOCK");
  const int file = path != nullptr ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) std::abort();
  void* shift = mmap(nullptr, sizeof(std::int64_t), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (shift == MAP_FAILED) std::abort();
  return static_cast<const volatile std::int64_t*>(shift);
}

/// Mapped when the module is loaded, since a program may confine itself later. Null before that.
const volatile std::int64_t* const shift = mapped();

time_t ahead() {
  return shift != nullptr ? static_cast<time_t>(*shift) : 0;
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* at) noexcept {
  const auto result = static_cast<int>(syscall(SYS_clock_gettime, clock, at));
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += ahead();
  return result;
}

extern "C" int gettimeofday(timeval* __restrict at, void* __restrict) noexcept {
  timespec now{};
  const int result = clock_gettime(CLOCK_REALTIME, &now);
  *at = {now.tv_sec, now.tv_nsec / 1000};
  return result;
}

extern "C" time_t time(time_t* at) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (at != nullptr) *at = now.tv_sec;
  return now.tv_sec;
}
