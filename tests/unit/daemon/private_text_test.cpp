// Which words of a picture are painted over, as a reader of pixels gives them.
#include "daemon/pictures/private_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

namespace interlock::daemon {
namespace {

using gate::PersonalKind;
using testing::ElementsAre;
using testing::IsEmpty;

/// Words of 10 by 10 pixels, one after the other, "/" begins a line.
std::vector<sight::Word> words_of(std::initializer_list<const char*> texts) {
  std::vector<sight::Word> words;
  std::uint32_t line = 0;
  std::int32_t x = 0;
  for (const char* text : texts) {
    if (std::string_view(text) == "/") {
      ++line, x = 0;
      continue;
    }
    words.push_back({text, 90, line, {x, static_cast<std::int32_t>(line) * 20, 10, 10}});
    x += 20;
  }
  return words;
}

const PersonalKinds every_kind(gate::all_personal_kinds.begin(), gate::all_personal_kinds.end());

TEST(PrivatePlaces, AreOfAllWordsOfANumber) {
  const auto words = words_of({"Card", "4111", "1111", "1111", "1111", "12/27", "/", "Plain", "words"});
  EXPECT_THAT(private_places(words, every_kind),
              ElementsAre(Rect{17, -3, 16, 16}, Rect{37, -3, 16, 16}, Rect{57, -3, 16, 16}, Rect{77, -3, 16, 16}));
}

TEST(PrivatePlaces, AllowForLettersThatAreReadForDigits) {
  EXPECT_EQ(private_places(words_of({"4lll", "1111", "111I", "ll11"}), every_kind).size(), 4U);
  EXPECT_EQ(private_places(words_of({"DE89", "37O4", "0044", "O532", "0130", "00"}), every_kind).size(), 6U);
  EXPECT_THAT(private_places(words_of({"SOLID", "Oil", "BOIL"}), every_kind), IsEmpty());
}

TEST(PrivatePlaces, AllowForAddressesThatAreReadInParts) {
  EXPECT_EQ(private_places(words_of({"to", "ann.bell@shop.", "example", "now"}), every_kind).size(), 2U);
  EXPECT_EQ(private_places(words_of({"to", "ann.bell", "@shop.example", "now"}), every_kind).size(), 2U);
  EXPECT_THAT(private_places(words_of({"root@host:~#", "ls."}), every_kind), IsEmpty());
}

TEST(PrivatePlaces, AreOfTheWantedKindsOnly) {
  const auto words = words_of({"ann@shop.example", "+49", "30", "1234567"});
  EXPECT_EQ(private_places(words, {PersonalKind::email}).size(), 1U);
  EXPECT_EQ(private_places(words, {PersonalKind::phone}).size(), 3U);
  EXPECT_THAT(private_places(words, {PersonalKind::card}), IsEmpty());
}

struct FakeReader : sight::Reader {
  std::optional<sight::Reply> reply;
  int asked = 0;
  boost::asio::awaitable<std::optional<sight::Reply>> read(sight::Request request,
                                                           std::chrono::steady_clock::time_point) override {
    ++asked;
    EXPECT_EQ(request.picture.pixels.at(0), 0x112233U) << "without alpha";
    co_return reply;
  }
};

PrivateParts parts_with(const std::shared_ptr<sight::Reader>& reader, const PersonalKinds& kinds) {
  boost::asio::io_context loop;
  const platform::Image image{30, 20, std::vector<std::uint32_t>(600, 0xFF112233)};
  PrivateParts parts;
  boost::asio::co_spawn(loop, private_parts(reader, image, {100, 200, 30, 20}, kinds),
                        [&](std::exception_ptr, PrivateParts found) { parts = std::move(found); });
  loop.run();
  return parts;
}

TEST(PrivateParts, WhatCannotBeReadIsHiddenAsAWhole) {
  const auto reader = std::make_shared<FakeReader>();
  for (const std::shared_ptr<sight::Reader>& each :
       {std::shared_ptr<sight::Reader>(reader), std::shared_ptr<sight::Reader>()}) {
    const auto parts = parts_with(each, every_kind);
    EXPECT_TRUE(parts.unread);
    EXPECT_THAT(parts.parts, ElementsAre(Rect{100, 200, 30, 20}));
  }
}

TEST(PrivateParts, AreOnTheScreenAndNotSearchedForWithoutAKind) {
  const auto reader = std::make_shared<FakeReader>();
  reader->reply = sight::Reply{{}, {{"ann@shop.example", 90, 0, {5, 5, 10, 10}}}};
  const auto parts = parts_with(reader, {PersonalKind::email});
  EXPECT_FALSE(parts.unread);
  EXPECT_THAT(parts.parts, testing::Each(Rect{102, 202, 16, 16}));
  EXPECT_EQ(reader->asked, 2) << "as a page and as scattered text";
  EXPECT_THAT(parts_with(reader, {}).parts, IsEmpty());
  EXPECT_EQ(reader->asked, 2);
}

}  // namespace
}  // namespace interlock::daemon
