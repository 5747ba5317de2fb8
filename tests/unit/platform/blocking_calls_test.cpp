#include "platform/blocking_calls.h"

#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <future>
#include <stdexcept>

namespace interlock::platform {
namespace {

using namespace std::chrono_literals;
using Calls = std::vector<std::function<void()>>;

void make(Calls calls, ThreadLimit& limit, std::chrono::steady_clock::duration time) {
  boost::asio::io_context loop;
  const auto deadline = std::chrono::steady_clock::now() + time;
  boost::asio::co_spawn(loop, make_blocking_calls(std::move(calls), limit, deadline), boost::asio::detached);
  loop.run();
}

TEST(BlockingCalls, AllHaveReturned) {
  static ThreadLimit limit(8);
  const auto count = std::make_shared<std::atomic<int>>(0);
  make(Calls(5, [count] { ++*count; }), limit, 1h);
  EXPECT_EQ(*count, 5);
}

TEST(BlockingCalls, OneThatBlocksIsLeftAtTheDeadline) {
  static ThreadLimit limit(8);
  const auto blocked = std::make_shared<std::promise<void>>(), ended = std::make_shared<std::promise<void>>();
  make({[blocked, ended] {
         blocked->get_future().wait();
         ended->set_value();
       }},
       limit, 20ms);
  const auto end = ended->get_future();
  EXPECT_EQ(end.wait_for(0s), std::future_status::timeout);
  blocked->set_value();
  end.wait();
}

TEST(BlockingCalls, NoMoreThreadsThanTheLimit) {
  static ThreadLimit limit(2);
  const auto count = std::make_shared<std::atomic<int>>(0);
  const auto blocked = std::make_shared<std::promise<void>>();
  const std::shared_future<void> free = blocked->get_future().share();
  make(Calls(3,
             [count, free] {
               ++*count;
               free.wait();
             }),
       limit, 20ms);
  EXPECT_FALSE(limit.take());
  EXPECT_LE(*count, 2);
  blocked->set_value();
}

TEST(BlockingCalls, AnExceptionEndsOnlyTheCallThatThrewIt) {
  static ThreadLimit limit(1);
  for (int i = 0; i < 3; ++i) make({[] { throw std::runtime_error("no"); }}, limit, 1h);
  EXPECT_TRUE(limit.take());
}

}  // namespace
}  // namespace interlock::platform
