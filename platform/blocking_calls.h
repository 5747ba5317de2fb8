/// Calls that may block for a long time (a name service, a hung file system), in threads of their own.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <vector>

namespace interlock::platform {

/// A limit for the number of threads that such calls may use at once. Thread-safe; it must outlive the process's
/// threads.
class ThreadLimit {
 public:
  explicit ThreadLimit(int most) : most_(most) {}
  bool take();  ///< false: there are as many as may be
  void release();

 private:
  const int most_;
  std::atomic<int> running_{0};
};

/// Makes each call in a thread of its own. Returns when all have returned, or at the deadline: then a call that is
/// still blocked outlives this function and perhaps the loop, so it must own all that it uses. A call for which there
/// is no thread is not made. An exception ends the call that threw it. `limit` must be static.
boost::asio::awaitable<void> make_blocking_calls(std::vector<std::function<void()>> calls, ThreadLimit& limit,
                                                 std::chrono::steady_clock::time_point deadline);

}  // namespace interlock::platform
