#include "ipc/lock_soon.h"

#include <cerrno>

#include <sys/file.h>
#include <unistd.h>

namespace interlock::ipc {

bool lock_soon(int fd) {
  constexpr int most_tries = 100;
  constexpr useconds_t between_tries = 10'000;  // flock() itself waits without a limit
  for (int i = 0; i < most_tries; ++i) {
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK) return false;
    ::usleep(between_tries);
  }
  return false;
}

}  // namespace interlock::ipc
