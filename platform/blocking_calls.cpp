#include "platform/blocking_calls.h"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace interlock::platform {
namespace {

namespace asio = boost::asio;

/// The writing end of a pipe: a byte for each call that has returned. Closed when the last thread has ended.
class Returned {
 public:
  explicit Returned(int end) : end_(end) {}
  ~Returned() { ::close(end_); }
  Returned(const Returned&) = delete;
  Returned& operator=(const Returned&) = delete;
  void report() const { [[maybe_unused]] const auto written = ::write(end_, "", 1); }

 private:
  const int end_;
};

bool start(std::function<void()> call, ThreadLimit& limit, std::shared_ptr<Returned> returned) {
  if (!limit.take()) return false;
  try {
    std::thread([call = std::move(call), &limit, returned = std::move(returned)] {
      try {
        call();
      } catch (...) {  // out of memory; what it would have found stays unknown
      }
      limit.release();
      returned->report();
    }).detach();
  } catch (const std::system_error&) {  // no more threads
    limit.release();
    return false;
  }
  return true;
}

}  // namespace

bool ThreadLimit::take() {
  if (running_.fetch_add(1) < most_) return true;
  release();
  return false;
}

void ThreadLimit::release() {
  --running_;
}

asio::awaitable<void> make_blocking_calls(std::vector<std::function<void()>> calls, ThreadLimit& limit,
                                          std::chrono::steady_clock::time_point deadline) {
  std::array<int, 2> ends{-1, -1};
  if (calls.empty() || ::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) co_return;
  const auto executor = co_await asio::this_coro::executor;
  const auto notified = std::make_shared<asio::posix::stream_descriptor>(executor, ends[0]);
  std::size_t open = 0;
  {
    const auto returned = std::make_shared<Returned>(ends[1]);
    for (auto& call : calls) open += start(std::move(call), limit, returned) ? 1 : 0;
  }
  asio::steady_timer at_deadline(executor, deadline);
  at_deadline.async_wait([notified](const boost::system::error_code& stopped) {
    if (!stopped) notified->cancel();
  });
  std::array<char, 16> bytes;
  while (open > 0) {
    const auto [failed, count] =
        co_await notified->async_read_some(asio::buffer(bytes), asio::as_tuple(asio::use_awaitable));
    if (failed) break;
    open -= std::min(open, count);
  }
  at_deadline.cancel();
}

}  // namespace interlock::platform
