/// Port: who can open the display without interlock, as the display server reports it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "platform/window_system.h"
#include "values/known.h"

namespace interlock::platform {

/// A client that the display server admits without a secret.
struct Admitted {
  std::optional<uid_t> user;  ///< nothing: more than one user, or an unknown one
  std::string entry;          ///< for people, as the display server's own tools write it
  bool operator==(const Admitted&) const = default;
};

class DisplayAccess {
 public:
  virtual ~DisplayAccess() = default;
  /// All but our own user. Unknown: the display server did not answer, and may admit anybody.
  virtual boost::asio::awaitable<Known<std::vector<Admitted>>> admitted(Deadline deadline) = 0;
};

}  // namespace interlock::platform
