/// The right to act on the desktop. One action at a time holds it, from observation to injection, through an open
/// prompt too: so nothing is injected for anyone while a human is being asked. Others wait, up to a limit, and take
/// turns: one action of each process, then round again; so who asks for much waits for itself, and for the others as
/// long as they for it. All calls on the daemon's loop; a hold may outlive the seat (a loop that ends with actions
/// under way).
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

  /// Held until destroyed; then the next one gets the seat.
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

  /// Waits for a turn of the process `who` (0: interlockd itself), whose own actions keep their order. Nothing when
  /// `limit` are waiting already; then the newest of the process that has the most waiting makes room for one that has
  /// fewer.
  boost::asio::awaitable<std::optional<Hold>> take(pid_t who);
  void set_limit(std::size_t limit) { limit_ = limit; }
  std::size_t waiting() const { return waiting_; }

 private:
  struct Waiter {
    boost::asio::steady_timer turn;  ///< never expires; cancelled when the wait is over
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
  std::deque<Queue> round_;  ///< whose turn is next stands first; none is empty
};

}  // namespace interlock::daemon
