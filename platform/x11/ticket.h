/// Decides whether an act still happens: between its caller, who waits until a deadline, and the display thread.
#pragma once

#include <atomic>
#include <chrono>

#include "platform/window_system.h"

namespace interlock::platform::x11 {

/// One side wins, once. After `commit` the caller waits for the result; after `abandon` the act must not happen.
class Ticket {
 public:
  explicit Ticket(Deadline deadline) : deadline_(deadline) {}

  /// Display thread, immediately before the act: true if the caller still waits for it.
  bool commit() {
    if (state_ == committed) return true;
    if (std::chrono::steady_clock::now() >= deadline_) return false;
    int expected = waiting;
    return state_.compare_exchange_strong(expected, committed);
  }
  /// Caller, when its deadline has passed: true if the act will not happen any more.
  bool abandon() {
    int expected = waiting;
    return state_.compare_exchange_strong(expected, abandoned) || expected == abandoned;
  }
  /// False if the caller has gone, so the job need not begin.
  bool wanted() const { return state_ != abandoned && std::chrono::steady_clock::now() < deadline_; }
  bool was_committed() const { return state_ == committed; }

 private:
  enum { waiting, committed, abandoned };
  const Deadline deadline_;
  std::atomic<int> state_{waiting};
};

}  // namespace interlock::platform::x11
