/// Work that may block for long, in a thread of its own, with a result.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "platform/blocking_calls.h"

namespace interlock::daemon {

/// What a thread finds out. It outlives a caller that no longer waits, so it uses nothing else.
template <class Result>
struct Answer {
  std::mutex mutex;
  std::optional<Result> result;
  std::shared_ptr<std::atomic<bool>> abandoned = std::make_shared<std::atomic<bool>>(false);
};

/// Runs `work` in a thread; nothing if it takes longer than until `deadline`: its flag is set then, and what it finds
/// is dropped. `limit` must be static.
template <class Result>
boost::asio::awaitable<std::optional<Result>> in_thread(
    std::function<Result(const std::shared_ptr<std::atomic<bool>>&)> work, platform::ThreadLimit& limit,
    std::chrono::steady_clock::time_point deadline) {
  const auto answer = std::make_shared<Answer<Result>>();
  std::vector<std::function<void()>> calls;
  calls.push_back([answer, work = std::move(work)] {
    Result result = work(answer->abandoned);
    const std::lock_guard lock(answer->mutex);
    answer->result = std::move(result);
  });
  co_await platform::make_blocking_calls(std::move(calls), limit, deadline);
  const std::lock_guard lock(answer->mutex);
  if (!answer->result) *answer->abandoned = true;
  co_return answer->result;
}

}  // namespace interlock::daemon
