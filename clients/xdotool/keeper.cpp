#include "clients/xdotool/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace interlock::xdotool {

void keep_open(const Link& link) {
  if (!link.is_connected() || ::fork() != 0) return;
  ::setsid();
  // A reader of this command's output must not wait for the keeper.
  const int nothing = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2; ++fd) ::dup2(nothing, fd);
  pollfd connection{link.client().native_handle(), POLLIN | POLLRDHUP, 0};
  (void)::poll(&connection, 1, static_cast<int>(std::chrono::milliseconds(hold_limit).count()));
  ::_exit(0);
}

}  // namespace interlock::xdotool
