/// Whether an agent of another user is kept to its socket: by whom the display server lets in (the facts of
/// `interlockctl doctor`'s line "access to the display"), the files and sockets that open the display, and the kernel's
/// devices for making input. On the daemon's loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

#include "platform/backend.h"

namespace interlock::daemon {

class Apart {
 public:
  /// `access` may return null: the display is not there. `keys` are the backend's.
  Apart(std::function<std::shared_ptr<platform::DisplayAccess>()> access, std::vector<platform::DisplayKey> keys)
      : access_(std::move(access)), keys_(std::move(keys)) {}

  /// Checks again; the answers below are as of the last check.
  boost::asio::awaitable<void> look();
  /// Why an agent of `user` has, or may have, another way to this desktop; empty: it has none.
  std::string way_of(uid_t user) const;

 private:
  std::function<std::shared_ptr<platform::DisplayAccess>()> access_;
  std::vector<platform::DisplayKey> keys_;
  Known<std::vector<platform::Admitted>> admitted_ = Unknown::not_observed;
};

/// True if `user` may open the file in one of these ways (R_OK, W_OK), by its mode and the user's groups; also true if
/// that is unknown: the file cannot be examined, or has an access control list. False for a missing file.
bool may_open(const std::string& path, uid_t user, int how);

}  // namespace interlock::daemon
