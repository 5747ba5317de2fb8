/// Checks whether an agent of another user can only use its socket: who may open the display (as in the line "access to
/// the display" of `interlockctl doctor`), the display's cookie, and the kernel's devices for injecting input. On the
/// daemon's loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

#include "platform/window_queries.h"

namespace interlock::daemon {

class Apart {
 public:
  /// `cookie`: the file with the display's cookie; whoever can read it can open the display.
  Apart(std::function<std::shared_ptr<platform::WindowQueries>()> display, std::string cookie)
      : display_(std::move(display)), cookie_(std::move(cookie)) {}

  /// Checks again; the answers below are as of the last check.
  boost::asio::awaitable<void> look();
  /// Why an agent of `user` has, or may have, another way to this desktop; empty: it has none.
  std::string way_of(uid_t user) const;

 private:
  std::function<std::shared_ptr<platform::WindowQueries>()> display_;
  std::string cookie_;
  Known<std::vector<std::string>> let_in_ = Unknown::not_observed;
};

/// True if `user` may open the file in one of these ways (R_OK, W_OK), by its mode and the user's groups; also true if
/// that is unknown: the file cannot be examined, or has an access control list. False for a missing file.
bool may_open(const std::string& path, uid_t user, int how);

}  // namespace interlock::daemon
