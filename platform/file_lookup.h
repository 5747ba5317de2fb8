/// Port: what paths stand for on this machine: folder, program, document, and where symbolic links lead.
#pragma once

#include <boost/asio/any_io_executor.hpp>
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
  /// Those that were found out about by `deadline`; the others are left out. A path may begin with `~`, and with the
  /// last name of the home folder, as a path bar shows it. Never throws, never blocks the loop.
  virtual boost::asio::awaitable<std::vector<FileFact>> look_up(std::vector<std::string> paths,
                                                                std::chrono::steady_clock::time_point deadline) = 0;
};

/// By stat(2), in a thread of its own, as a file system may not answer; at most 4 such threads at once.
std::shared_ptr<FileLookup> system_files(boost::asio::any_io_executor executor, std::string home);

/// What `path` stands for, in the calling thread; `path` itself where it names nothing from the root on.
FileFact file_fact(const std::string& path, const std::string& home);

}  // namespace interlock::platform
