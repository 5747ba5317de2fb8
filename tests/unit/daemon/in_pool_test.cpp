#include "daemon/process/in_pool.h"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <memory>
#include <random>

#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;

struct Caller {
  asio::cancellation_signal cancel;
  int result = 0;
};

asio::awaitable<int> spin(int rounds) {
  int sum = 1;
  for (int i = 0; i < rounds; ++i) sum = sum * 31 + i;
  co_return sum | 1;
}

asio::awaitable<void> wait_for(asio::any_io_executor pool, std::shared_ptr<Caller> caller, int rounds) {
  caller->result = co_await in_pool(std::move(pool), spin(rounds));
}

TEST(InPool, ResultArrives) {
  asio::io_context loop;
  asio::thread_pool pool(1);
  const auto caller = std::make_shared<Caller>();
  asio::co_spawn(loop, wait_for(pool.get_executor(), caller, 10), asio::detached);
  loop.run();
  EXPECT_NE(caller->result, 0);
}

// With asio::co_spawn alone, one of a few thousand cancellations ends the program.
TEST(InPool, CallersAreCancelledAtAnyTime) {
  asio::io_context loop;
  asio::thread_pool pool(1);
  std::mt19937 random(1);
  std::uniform_int_distribution<int> some(0, 3000);
  for (int i = 0; i < 50'000; ++i) {
    const auto caller = std::make_shared<Caller>();
    asio::co_spawn(loop, wait_for(pool.get_executor(), caller, some(random)),
                   asio::bind_cancellation_slot(caller->cancel.slot(), asio::detached));
    asio::post(loop, [caller, rounds = some(random)] {
      volatile int sum = 0;
      for (int k = 0; k < rounds; ++k) sum = sum + k;
      caller->cancel.emit(asio::cancellation_type::terminal);
    });
    loop.restart();
    loop.run();
    ASSERT_NE(caller->result, 0);
  }
}

}  // namespace
}  // namespace interlock::daemon
