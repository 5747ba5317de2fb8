// Reading a part of the screen with two readers.
#include "daemon/seeing/read_screen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "tests/unit/sight/drawing.h"

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;

constexpr std::uint32_t paper = 0xFFFFFF, ink = 0x202020;

/// A word where the picture has one. Holds its first answer back until it is released.
struct PatientReader : sight::Reader {
  explicit PatientReader(asio::io_context& io) : released(io) {
    released.expires_at(asio::steady_timer::time_point::max());
  }

  asio::awaitable<std::optional<sight::Reply>> read(sight::Request request,
                                                    std::chrono::steady_clock::time_point) override {
    ++requests;
    if (requests == 1) co_await released.async_wait(asio::as_tuple(asio::use_awaitable));
    sight::Reply reply;
    reply.words.push_back({"word", 90, 0, {8, 8, request.picture.width - 16, request.picture.height - 16}});
    if (fails) co_return std::nullopt;
    co_return reply;
  }

  asio::steady_timer released;
  int requests = 0;
  bool fails = false;
};

struct TwoReaders : testing::Test {
  TwoReaders() {
    sight::Drawing drawing(600, 400, paper);
    for (int line = 0; line < 8; ++line) drawing.word(20, 20 + 45 * line, 60, ink);
    image = {600, 400, drawing.picture().pixels};
    asio::co_spawn(
        io,
        [this]() -> asio::awaitable<void> {
          const ReadingOrder order{.limit = std::chrono::hours(1)};
          Readers both{first, second};
          answer = co_await read_unknown(std::move(both), text, {image, {0, 0, 600, 400}}, order);
        },
        asio::detached);
    io.poll();
  }

  std::size_t unread() const { return text.unread_tiles({image, {0, 0, 600, 400}}).size(); }

  asio::io_context io;
  std::shared_ptr<PatientReader> first = std::make_shared<PatientReader>(io);
  std::shared_ptr<PatientReader> second = std::make_shared<PatientReader>(io);
  platform::Image image;
  ScreenText text;
  std::optional<bool> answer;
};

TEST_F(TwoReaders, HaveAPortionEach) {
  EXPECT_EQ(first->requests, 1);
  EXPECT_EQ(second->requests, 1) << "it did not wait for the first";
}

TEST_F(TwoReaders, OneDoesTheWorkOfTheOtherThatIsBusy) {
  first->released.cancel();
  io.poll();
  EXPECT_GE(first->requests, 2);
  EXPECT_FALSE(answer) << "the other's portion is not read yet";
  EXPECT_NE(unread(), 0U);
  second->released.cancel();
  io.poll();
  EXPECT_EQ(answer, true);
  EXPECT_EQ(unread(), 0U);
}

TEST_F(TwoReaders, WhatOneCouldNotReadIsReadAgain) {
  second->fails = true;
  second->released.cancel();
  io.poll();
  EXPECT_EQ(second->requests, 2) << "and not until the end of time";
  first->released.cancel();
  io.poll();
  EXPECT_EQ(answer, true) << "some of it was read";
  EXPECT_NE(unread(), 0U);
}

}  // namespace
}  // namespace interlock::daemon
