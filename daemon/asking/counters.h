/// The last counter of each authenticator that has one. A counter that does not increase means that the key was copied.
/// On the daemon's loop.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::daemon {

class Counters {
 public:
  /// Reads what an earlier daemon kept; empty: kept in memory alone. The file may be missing. If it is there and cannot
  /// be read, or has a line of another form, keep() fails until the daemon is started with a good file or without one:
  /// counters that are not known must not count as new ones.
  void open(std::string file);
  /// True if this key was used with this counter or a higher one. Authenticators without a counter always say 0.
  bool repeats(const std::string& key, std::uint32_t counter) const;
  /// Keeps it, in the file too. Returns an error if that fails, or if the earlier ones are not known.
  tl::expected<void, Error> keep(const std::string& key, std::uint32_t counter);

 private:
  std::string file_;
  std::optional<Error> unreadable_;
  std::map<std::string, std::uint32_t> last_;  ///< by the line of the key
};

}  // namespace interlock::daemon
