/// Posts work from a thread to the loop, for threads that may outlive the loop: waiting for an X server that hangs
/// cannot be interrupted, and continues when the server does, whatever has ended by then.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <mutex>
#include <utility>

namespace interlock::platform::x11 {

class LoopLink {
 public:
  explicit LoopLink(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

  /// Any thread. After `cut` the handler is destroyed on the calling thread instead, so it must not own anything that
  /// is bound to the loop, such as a timer; a weak pointer to one is fine.
  template <class Handler>
  void post(Handler handler) {
    const std::lock_guard lock(mutex_);
    if (executor_) boost::asio::post(executor_, std::move(handler));
  }

  /// Called by the loop's side before the loop ends.
  void cut() {
    const std::lock_guard lock(mutex_);
    executor_ = {};
  }

 private:
  std::mutex mutex_;
  boost::asio::any_io_executor executor_;  ///< empty: cut
};

}  // namespace interlock::platform::x11
