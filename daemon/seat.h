/// The right to act on the desktop. One action at a time holds it, from observation to injection, through an open
/// prompt too: so nothing is injected for anyone while a human is being asked. Others wait in order, up to a limit.
/// All calls on the daemon's loop; a hold may outlive the seat (a loop that ends with actions under way).
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

namespace interlock::daemon {

class Seat : public std::enable_shared_from_this<Seat> {
 public:
  explicit Seat(std::size_t limit) : limit_(limit) {}

  /// Held until destroyed; then the next in line gets the seat.
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

  /// Waits for the seat, first come first served; nothing when `limit` others are waiting already.
  boost::asio::awaitable<std::optional<Hold>> take();
  void set_limit(std::size_t limit) { limit_ = limit; }
  std::size_t waiting() const { return line_.size(); }

 private:
  void release();

  bool taken_ = false;
  std::size_t limit_;
  std::deque<std::shared_ptr<boost::asio::steady_timer>> line_;  ///< never expire; cancelled when their turn comes
};

}  // namespace interlock::daemon
