#include "platform/blocking_calls.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdint>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace interlock::platform {
namespace {

namespace asio = boost::asio;

/// Counts the calls that have returned, by eventfd(2). It can be written also if nothing waits for it any more.
class Returned {
 public:
  explicit Returned(int counter) : counter_(counter) {}
  ~Returned() { ::close(counter_); }
  Returned(const Returned&) = delete;
  Returned& operator=(const Returned&) = delete;
  void report() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(counter_, &one, sizeof one);
  }

 private:
  const int counter_;
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
  if (calls.empty()) co_return;
  const int counter = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  const int threads_end = counter < 0 ? -1 : ::fcntl(counter, F_DUPFD_CLOEXEC, 0);
  if (threads_end < 0) {
    if (counter >= 0) ::close(counter);
    co_return;
  }
  const auto executor = co_await asio::this_coro::executor;
  const auto notified = std::make_shared<asio::posix::stream_descriptor>(executor, counter);
  std::size_t open = 0;
  {
    const auto returned = std::make_shared<Returned>(threads_end);
    for (auto& call : calls) open += start(std::move(call), limit, returned) ? 1 : 0;
  }
  asio::steady_timer at_deadline(executor, deadline);
  at_deadline.async_wait([notified](const boost::system::error_code& stopped) {
    if (!stopped) notified->cancel();
  });
  std::uint64_t returned = 0;
  while (open > 0) {
    const auto buffer = asio::buffer(&returned, sizeof returned);
    const auto [failed, count] = co_await notified->async_read_some(buffer, asio::as_tuple(asio::use_awaitable));
    if (failed || count != sizeof returned) break;
    open -= std::min<std::uint64_t>(open, returned);
  }
  at_deadline.cancel();
}

}  // namespace interlock::platform
