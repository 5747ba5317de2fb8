/// Work on another thread that a coroutine of the loop waits for.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace interlock::daemon {

/// Runs `work` on the threads of `pool`; the caller goes on on its own executor. A cancellation of the caller takes
/// effect after the work. asio::co_spawn would forward it to the other thread, where the exception "operation canceled"
/// may end the program; in Boost 1.81 it also uses a cancellation_signal that the caller has freed if the work ends at
/// that time (1.83 shares it).
template <class Result>
boost::asio::awaitable<Result> in_pool(boost::asio::any_io_executor pool, boost::asio::awaitable<Result> work) {
  namespace asio = boost::asio;
  auto result = co_await asio::co_spawn(pool, std::move(work),
                                        asio::bind_cancellation_slot(asio::cancellation_slot(), asio::use_awaitable));
  co_return result;
}

}  // namespace interlock::daemon
