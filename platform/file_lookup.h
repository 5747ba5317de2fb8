/// Port: what paths refer to on this machine: a folder, a program or a document, and where symbolic links lead.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "values/observation.h"

namespace interlock::platform {

class FileLookup {
 public:
  virtual ~FileLookup() = default;
  /// The paths about which something was found by `deadline`; the others are left out. A path may begin with `~`, or
  /// with the last part of the home folder's path, as a path bar shows it. Never throws, never blocks the loop.
  virtual boost::asio::awaitable<std::vector<FileFact>> look_up(std::vector<std::string> paths,
                                                                std::chrono::steady_clock::time_point deadline) = 0;
};

/// Uses stat(2) in a thread of its own, because a file system may hang; at most 4 such threads at once.
std::shared_ptr<FileLookup> system_files(std::string home);

/// What `path` refers to, found in the calling thread; `path` itself if it is not an absolute path.
FileFact file_fact(const std::string& path, const std::string& home);

}  // namespace interlock::platform
