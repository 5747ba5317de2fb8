/// Whether an agent of another user is kept to its socket: by who may open the display (the facts of `interlockctl
/// doctor`'s line "access to the display"), its cookie, and the kernel's devices for making input. On the daemon's
/// loop.
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
  /// `cookie`: the display's, which whoever reads it may open.
  Apart(std::function<std::shared_ptr<platform::WindowQueries>()> display, std::string cookie)
      : display_(std::move(display)), cookie_(std::move(cookie)) {}

  /// Looks anew; what is told below is as of then.
  boost::asio::awaitable<void> look();
  /// Why an agent of `user` has another way to this desktop, or may have one; empty: it has none.
  std::string way_of(uid_t user) const;

 private:
  std::function<std::shared_ptr<platform::WindowQueries>()> display_;
  std::string cookie_;
  Known<std::vector<std::string>> let_in_ = Unknown::not_observed;
};

/// Whether `user` may open the file in one of these ways (R_OK, W_OK), by its mode and the user's groups; true as well
/// where that does not tell: it cannot be looked at, or has an access control list. A file that is not there: no.
bool may_open(const std::string& path, uid_t user, int how);

}  // namespace interlock::daemon
