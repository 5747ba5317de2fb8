#include "daemon/desk/seat.h"

#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <vector>

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;

asio::awaitable<void> sit(Seat& seat, int number, std::vector<int>& order, std::vector<Seat::Hold>& held,
                          pid_t who = 1) {
  auto hold = co_await seat.take(who);
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

TEST(Seat, RefusesActionsWhenTheQueueIsFull) {
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

/// A seat with a line of actions, and the order in which they got it.
struct Line {
  explicit Line(std::size_t limit) : seat(std::make_shared<Seat>(limit)) {}
  void comes(int number, pid_t who) {
    asio::co_spawn(io, sit(*seat, number, order, held, who), asio::detached);
    io.restart();
    io.poll();
  }
  std::vector<int> worked_off() {
    while (!held.empty()) {
      held.clear();
      io.restart();
      io.poll();
    }
    return order;
  }
  asio::io_context io;
  std::shared_ptr<Seat> seat;
  std::vector<int> order;
  std::vector<Seat::Hold> held;
};

TEST(Seat, ProcessesTakeTurnsAndKeepTheirOwnOrder) {
  Line line(16);
  constexpr pid_t greedy = 1, second = 2, third = 3;
  for (const int number : {10, 11, 12, 13}) line.comes(number, greedy);
  line.comes(20, second);
  line.comes(21, second);
  line.comes(30, third);
  EXPECT_EQ(line.worked_off(), (std::vector<int>{10, 11, 20, 30, 12, 21, 13}));
}

TEST(Seat, InAFullQueueTheProcessWithTheMostMakesRoom) {
  Line line(3);
  constexpr pid_t greedy = 1, modest = 2, third = 3;
  for (const int number : {10, 11, 12, 13}) line.comes(number, greedy);
  line.comes(20, modest);
  EXPECT_EQ(line.order, (std::vector<int>{10, -13})) << "its newest";
  line.comes(30, third);
  EXPECT_EQ(line.order, (std::vector<int>{10, -13, -12}));
  line.comes(14, greedy);
  line.comes(21, modest);
  EXPECT_EQ(line.order, (std::vector<int>{10, -13, -12, -14, -21})) << "one each: nobody has to make room";
  EXPECT_EQ(line.seat->waiting(), 3u);
  EXPECT_EQ(line.worked_off(), (std::vector<int>{10, -13, -12, -14, -21, 11, 20, 30}));
}

}  // namespace
}  // namespace interlock::daemon
