/// A thread's way back to the loop, for threads that may outlive it: what waits for a stuck X server cannot be
/// interrupted, and goes on when the server does, whatever has ended by then.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <mutex>
#include <utility>

namespace interlock::platform::x11 {

class LoopLink {
 public:
  explicit LoopLink(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

  /// Any thread. After `cut` the handler is destroyed on the calling thread instead: it must own nothing that is bound
  /// to the loop. A timer is; a weak pointer to one is not.
  template <class Handler>
  void post(Handler handler) {
    const std::lock_guard lock(mutex_);
    if (executor_) boost::asio::post(executor_, std::move(handler));
  }

  /// The loop's side, before the loop ends.
  void cut() {
    const std::lock_guard lock(mutex_);
    executor_ = {};
  }

 private:
  std::mutex mutex_;
  boost::asio::any_io_executor executor_;  ///< empty: cut
};

}  // namespace interlock::platform::x11
