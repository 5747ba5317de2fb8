/// The last counter of each authenticator that has one. A counter that does not increase means that the key was copied.
/// On the daemon's loop.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::daemon {

class Counters {
 public:
  /// Reads what an earlier daemon kept; empty: kept in memory alone. The file may be missing. It is read again only
  /// here.
  void open(std::string file);
  /// True if this key was used with this counter or a higher one. Authenticators without a counter always say 0.
  bool repeats(const std::string& key, std::uint32_t counter) const;
  /// Keeps it, in the file too.
  tl::expected<void, Error> keep(const std::string& key, std::uint32_t counter);

 private:
  std::string file_;
  std::map<std::string, std::uint32_t> last_;  ///< by the line of the key
};

}  // namespace interlock::daemon
