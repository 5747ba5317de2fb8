/// Waiting in a coroutine.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>

namespace interlock::daemon {

/// Continues after this time, on the coroutine's executor. It cannot be cut short: where somebody may stop the wait,
/// make it in steps.
boost::asio::awaitable<void> pause_for(std::chrono::steady_clock::duration duration);

}  // namespace interlock::daemon
