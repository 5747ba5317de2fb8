/// The right to act on the desktop. One action at a time holds it, from observation to injection, also while a prompt
/// is open, so that nothing is injected for anyone while a person is asked. Others wait, up to a limit, in round-robin
/// order of processes, one action each, so that a process with many actions does not delay the others. Call it on the
/// daemon's loop only; a hold may outlive the seat (if the loop ends with actions under way).
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include <sys/types.h>

namespace interlock::daemon {

class Seat : public std::enable_shared_from_this<Seat> {
 public:
  explicit Seat(std::size_t limit) : limit_(limit) {}

  /// Holds the seat until destroyed; then the next one gets it.
  class Hold {
   public:
    explicit Hold(std::weak_ptr<Seat> seat) : seat_(std::move(seat)) {}
    Hold(Hold&&) = default;
    Hold& operator=(Hold&& other) noexcept {
      std::swap(seat_, other.seat_);
      return *this;
    }
    ~Hold() {
      if (const auto seat = seat_.lock()) seat->release();
    }

   private:
    std::weak_ptr<Seat> seat_;
  };

  /// Waits for a turn of the process `who` (0: interlockd itself); actions of one process keep their order. Returns
  /// nothing if `limit` are waiting already; but if another process has more waiting, its newest is dropped in favour
  /// of this one.
  boost::asio::awaitable<std::optional<Hold>> take(pid_t who);
  void set_limit(std::size_t limit) { limit_ = limit; }
  std::size_t waiting() const { return waiting_; }

 private:
  struct Waiter {
    boost::asio::steady_timer turn;  ///< never expires; cancelled to end the wait
    bool turned_away = false;
  };
  struct Queue {
    pid_t who = 0;
    std::deque<std::shared_ptr<Waiter>> waiters;
  };
  Queue* queue_of(pid_t who);
  bool make_room(pid_t who);
  void release();

  bool taken_ = false;
  std::size_t limit_;
  std::size_t waiting_ = 0;
  std::deque<Queue> round_;  ///< the next turn is first; no queue is empty
};

}  // namespace interlock::daemon
