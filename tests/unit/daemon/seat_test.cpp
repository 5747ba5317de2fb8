#include "daemon/seat.h"

#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <vector>

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;

asio::awaitable<void> sit(Seat& seat, int number, std::vector<int>& order, std::vector<Seat::Hold>& held) {
  auto hold = co_await seat.take();
  order.push_back(hold ? number : -number);
  if (hold) held.push_back(std::move(*hold));
}

TEST(Seat, FirstComeFirstServedOneAtATime) {
  asio::io_context io;
  const auto seat = std::make_shared<Seat>(2);
  std::vector<int> order;
  std::vector<Seat::Hold> held;
  for (int number = 1; number <= 3; ++number) asio::co_spawn(io, sit(*seat, number, order, held), asio::detached);
  io.poll();
  EXPECT_EQ(order, (std::vector<int>{1}));
  EXPECT_EQ(seat->waiting(), 2u);
  held.clear();
  io.restart();
  io.poll();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  held.clear();
  io.restart();
  io.poll();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(Seat, RefusesWhoeverComesWhenTheLineIsFull) {
  asio::io_context io;
  const auto seat = std::make_shared<Seat>(1);
  std::vector<int> order;
  std::vector<Seat::Hold> held;
  for (int number = 1; number <= 3; ++number) asio::co_spawn(io, sit(*seat, number, order, held), asio::detached);
  io.poll();
  EXPECT_EQ(order, (std::vector<int>{1, -3}));
}

TEST(Seat, IsFreeAgainAfterTheLastOne) {
  asio::io_context io;
  const auto seat = std::make_shared<Seat>(1);
  std::vector<int> order;
  {
    std::vector<Seat::Hold> held;
    asio::co_spawn(io, sit(*seat, 1, order, held), asio::detached);
    io.poll();
  }
  std::vector<Seat::Hold> held;
  asio::co_spawn(io, sit(*seat, 2, order, held), asio::detached);
  io.restart();
  io.poll();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

}  // namespace
}  // namespace interlock::daemon
