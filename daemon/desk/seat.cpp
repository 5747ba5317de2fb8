#include "daemon/desk/seat.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace interlock::daemon {

namespace asio = boost::asio;

asio::awaitable<std::optional<Seat::Hold>> Seat::take(pid_t who) {
  if (!taken_) {
    taken_ = true;
    co_return Hold(weak_from_this());
  }
  if (waiting_ >= limit_ && !make_room(who)) co_return std::nullopt;
  asio::steady_timer never(co_await asio::this_coro::executor, asio::steady_timer::time_point::max());
  auto waiter = std::make_shared<Waiter>(Waiter{std::move(never)});
  Queue* queue = queue_of(who);
  if (queue == nullptr) queue = &round_.emplace_back(Queue{who, {}});
  queue->waiters.push_back(waiter);
  ++waiting_;
  co_await waiter->turn.async_wait(asio::as_tuple(asio::use_awaitable));
  if (waiter->turned_away) co_return std::nullopt;
  co_return Hold(weak_from_this());  // release() passed the seat on without freeing it
}

Seat::Queue* Seat::queue_of(pid_t who) {
  const auto found = std::find_if(round_.begin(), round_.end(), [who](const Queue& queue) { return queue.who == who; });
  return found == round_.end() ? nullptr : &*found;
}

bool Seat::make_room(pid_t who) {
  const auto longest = std::max_element(
      round_.begin(), round_.end(), [](const Queue& a, const Queue& b) { return a.waiters.size() < b.waiters.size(); });
  const Queue* own = queue_of(who);
  const std::size_t with_this_one = (own == nullptr ? 0 : own->waiters.size()) + 1;
  if (longest == round_.end() || longest->waiters.size() <= with_this_one) return false;
  const auto newest = std::move(longest->waiters.back());
  longest->waiters.pop_back();
  --waiting_;
  newest->turned_away = true;
  newest->turn.cancel();
  return true;
}

void Seat::release() {
  if (round_.empty()) {
    taken_ = false;
    return;
  }
  Queue queue = std::move(round_.front());
  round_.pop_front();
  const auto next = std::move(queue.waiters.front());
  queue.waiters.pop_front();
  --waiting_;
  if (!queue.waiters.empty()) round_.push_back(std::move(queue));
  next->turn.cancel();
}

}  // namespace interlock::daemon
