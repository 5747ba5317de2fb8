/// Port: the addresses of host names, as this machine's programs find them.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "values/observation.h"

namespace interlock::platform {

class NameLookup {
 public:
  virtual ~NameLookup() = default;
  /// Looks up all names at once; returns answers in order, by `deadline` at the latest. None: there is no such name.
  /// Unknown::deadline: not answered in time; Unknown::unsupported: the name service could not be asked. Never throws,
  /// never blocks the loop.
  virtual boost::asio::awaitable<std::vector<ResolvedName>> look_up(std::vector<std::string> names,
                                                                    std::chrono::steady_clock::time_point deadline) = 0;
};

/// By the C library's name service switch: /etc/hosts, systemd-resolved, DNS, whatever nsswitch.conf says. A lookup
/// cannot be broken off: it goes on in a thread of its own after its deadline, of which there are at most 8.
std::shared_ptr<NameLookup> system_names();

}  // namespace interlock::platform
