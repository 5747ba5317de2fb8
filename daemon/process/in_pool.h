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
/// effect after the work: asio::co_spawn forwards it to the other thread by a pointer into memory of the caller, and if
/// it arrives there just after the work, the exception "operation canceled" ends the program (Boost 1.81 to 1.83).
template <class Result>
boost::asio::awaitable<Result> in_pool(boost::asio::any_io_executor pool, boost::asio::awaitable<Result> work) {
  namespace asio = boost::asio;
  auto result = co_await asio::co_spawn(pool, std::move(work),
                                        asio::bind_cancellation_slot(asio::cancellation_slot(), asio::use_awaitable));
  co_return result;
}

}  // namespace interlock::daemon
