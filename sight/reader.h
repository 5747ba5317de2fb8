/// Port: reads text from pixels.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <optional>

#include "sight/wire.h"

namespace interlock::sight {

class Reader {
 public:
  virtual ~Reader() = default;

  /// Nothing: the reader is missing, did not answer by the deadline, or died; then nothing is known about the pixels.
  /// If it has to be started for this, it gets a second more.
  virtual boost::asio::awaitable<std::optional<Reply>> read(Request request,
                                                            std::chrono::steady_clock::time_point deadline) = 0;
};

}  // namespace interlock::sight
