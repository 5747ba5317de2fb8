#include "daemon/seat.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace interlock::daemon {

namespace asio = boost::asio;

asio::awaitable<std::optional<Seat::Hold>> Seat::take() {
  if (!taken_) {
    taken_ = true;
    co_return Hold(weak_from_this());
  }
  if (line_.size() >= limit_) co_return std::nullopt;
  auto turn =
      std::make_shared<asio::steady_timer>(co_await asio::this_coro::executor, asio::steady_timer::time_point::max());
  line_.push_back(turn);
  co_await turn->async_wait(asio::as_tuple(asio::use_awaitable));
  co_return Hold(weak_from_this());  // release() handed the seat over without letting go of it
}

void Seat::release() {
  if (line_.empty()) {
    taken_ = false;
    return;
  }
  line_.front()->cancel();
  line_.pop_front();
}

}  // namespace interlock::daemon
