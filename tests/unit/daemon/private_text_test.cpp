// Which words of a picture are painted over, as a reader of pixels gives them.
#include "daemon/seeing/private_text.h"

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
  EXPECT_EQ(private_places(words_of({"ES9121000418450200051332"}), every_kind).size(), 1U) << "no hash";
  EXPECT_EQ(private_places(words_of({"FR142OO4101005050001I3M02606"}), every_kind).size(), 1U) << "one too many";
  EXPECT_EQ(private_places(words_of({"GB2S", "NWBK", "6O16", "1331", "9268", "19"}), every_kind).size(), 0U);
  EXPECT_EQ(private_places(words_of({"GBZ9", "NWBK", "6O16", "1331", "9266", "19"}), every_kind).size(), 6U);
  EXPECT_THAT(private_places(words_of({"SOLID", "Oil", "BOIL"}), every_kind), IsEmpty());
}

TEST(PrivatePlaces, AllowForAddressesThatAreReadInParts) {
  EXPECT_EQ(private_places(words_of({"to", "ann.bell@shop.", "example", "now"}), every_kind).size(), 2U);
  EXPECT_EQ(private_places(words_of({"to", "ann.bell", "@shop.example", "now"}), every_kind).size(), 2U);
  EXPECT_THAT(private_places(words_of({"root@host:~#", "ls."}), every_kind), IsEmpty());
}

TEST(PrivatePlaces, AreOfAllOfAnAddressInLettersOfOneWidth) {
  auto words = words_of({"to", "kim.", "lee@posteo.example", "now"});
  EXPECT_EQ(private_places(words, every_kind).size(), 1U) << "a blank is between";
  words[1].place.width = 15;
  EXPECT_EQ(private_places(words, every_kind).size(), 2U);
  words = words_of({"to", "kim@posteo", ".example", "now"});
  words[1].place.width = 15;
  EXPECT_EQ(private_places(words, every_kind).size(), 2U);
}

TEST(PrivatePlaces, AreFoundInWordsThatAreReadInAnyOrder) {
  auto words = words_of({"4111", "1111", "1111", "1111"});
  std::reverse(words.begin(), words.end());
  EXPECT_EQ(private_places(words, every_kind).size(), 4U);
  words[0].place.x += 100;  // a column of its own
  EXPECT_THAT(private_places(words, every_kind), IsEmpty());
}

TEST(PrivatePlaces, AreOfAllThatHasNoBlankBetween) {
  auto words = words_of({"token", "sk", "live", "7rkEvuaIoRPjfyhjdxaqGQoN", "end"});
  for (std::size_t i = 1; i < 3; ++i) words[i].place.width = 20;  // an underscore is between, which was not read
  EXPECT_EQ(private_places(words, every_kind).size(), 3U);
  words = words_of({"p", "novak@inbox.example", "to"});
  EXPECT_EQ(private_places(words, every_kind).size(), 1U);
  words[0].place.width = 20;
  EXPECT_EQ(private_places(words, every_kind).size(), 2U);
}

TEST(PrivatePlaces, AreKeysWhoseUnderscoreWasNotRead) {
  auto words =
      words_of({"used", "ghp", "qwkjhzmfplbvxntgrdcsywqkzjhmfplbvxnt", "end"});  // no key without its underscore
  EXPECT_THAT(private_places(words, every_kind), IsEmpty()) << "a blank is between";
  words[1].place.width = 20;
  EXPECT_EQ(private_places(words, every_kind).size(), 2U);
}

TEST(PrivatePlaces, AreBehindWordsThatOverlap) {
  auto words = words_of({"Your", "code", "is", "917459"});
  words[0].place.width = 20;  // as far as they have no blank between
  words[1].place = {0, 0, 30, 10};
  EXPECT_EQ(private_places(words, every_kind).size(), 1U);
}

TEST(PrivatePlaces, AreNoHashesAndNoTables) {
  EXPECT_THAT(private_places(words_of({"commit", "6ff766d3d7O1f83c5993472e4576b96el9c757d6"}), every_kind), IsEmpty());
  // As they were read: letters that look like no digit, and a blank that is none.
  EXPECT_THAT(private_places(words_of({"9Ya9c29e2b243ce3e0cf793e0649c9ac2866c3a98"}), every_kind), IsEmpty());
  EXPECT_THAT(private_places(words_of({"7ditb6b257742dd7bdb38beb849c18cas59e3428"}), every_kind), IsEmpty());
  EXPECT_THAT(private_places(words_of({"10f0926b3b782d3cf1", "fcaSt875c6fSb72ad4f890"}), every_kind), IsEmpty());
  EXPECT_EQ(private_places(words_of({"token:", "9Ya9c29e2b243ce3e0cf793e0649c9ac2866c3a98"}), every_kind).size(), 1U);
  EXPECT_THAT(private_places(words_of({"378", "2822", "463", "10005"}), every_kind), IsEmpty());
  EXPECT_THAT(private_places(words_of({"590", "2584", "7379", "06427", "21"}), every_kind), IsEmpty());
  EXPECT_EQ(private_places(words_of({"3782", "822463", "10005"}), every_kind).size(), 3U);
  auto columns = words_of({"080", "0023", "3486", "10562", "67"});  // the beginning alone would be a phone number
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i].place.x = static_cast<std::int32_t>(i) * 31;
  EXPECT_THAT(private_places(columns, every_kind), IsEmpty());
}

TEST(PrivatePlaces, AreThoseOfEachReading) {
  auto words = words_of({"4111", "1111", "1111", "1111"});
  auto wrong = words_of({"4777", "1111", "1111", "1111"});
  for (auto& word : wrong) word.line = 1;
  words.insert(words.end(), wrong.begin(), wrong.end());
  EXPECT_EQ(private_places(words, every_kind).size(), 4U);
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
    EXPECT_EQ(request.picture.pixels.at(0), 0x112233U) << "the ground's colour, without alpha";
    co_return reply;
  }
};

/// Strokes like letters', less ink than ground.
void draw_mark(platform::Image& image, std::size_t left, std::size_t top) {
  for (std::size_t y = top; y < top + 10; ++y) {
    for (std::size_t x = left; x < left + 10; x += 3)
      image.pixels[y * static_cast<std::size_t>(image.width) + x] = 0xFFFFFFFF;
  }
}

platform::Image plain_image(std::int32_t width, std::int32_t height) {
  return {width, height, std::vector<std::uint32_t>(static_cast<std::size_t>(width * height), 0xFF112233)};
}

PrivateParts parts_of(const platform::Image& image, Rect at, const std::shared_ptr<sight::Reader>& reader,
                      const PrivateSearch& search, const std::shared_ptr<platform::Screen>& screen = nullptr) {
  boost::asio::io_context loop;
  PrivateParts parts;
  boost::asio::co_spawn(loop, private_parts(reader, screen, image, at, search),
                        [&](std::exception_ptr, PrivateParts found) { parts = std::move(found); });
  loop.run();
  return parts;
}

/// Of a picture with one mark at {5, 5, 10, 10}, at `at` on the screen.
PrivateParts parts_with(const std::shared_ptr<sight::Reader>& reader, const PrivateSearch& search,
                        Rect at = {100, 200, 30, 20}) {
  platform::Image image = plain_image(30, 20);
  draw_mark(image, 5, 5);
  return parts_of(image, at, reader, search);
}

/// The picture that the reader gets begins with its margin, 8 pixels, and beside the mark with its fringe, 2.
constexpr Rect of_the_mark{10, 8, 10, 10};

TEST(PrivateParts, WhatCannotBeReadIsHiddenAsAWhole) {
  const auto reader = std::make_shared<FakeReader>();
  for (const std::shared_ptr<sight::Reader>& each :
       {std::shared_ptr<sight::Reader>(reader), std::shared_ptr<sight::Reader>()}) {
    const auto parts = parts_with(each, {every_kind});
    EXPECT_TRUE(parts.failed);
    EXPECT_THAT(parts.unread, ElementsAre(Rect{100, 200, 30, 20}));
  }
}

TEST(PrivateParts, AreOnTheScreenAndNotSearchedForWithoutAKind) {
  const auto reader = std::make_shared<FakeReader>();
  reader->reply = sight::Reply{{}, {{"ann@shop.example", 90, 0, of_the_mark}}};
  const auto parts = parts_with(reader, {{PersonalKind::email}});
  EXPECT_FALSE(parts.failed);
  EXPECT_THAT(parts.unread, IsEmpty());
  EXPECT_THAT(parts.parts, ElementsAre(Rect{102, 202, 16, 16}));
  EXPECT_EQ(reader->asked, 1);
  EXPECT_THAT(parts_with(reader, {}).parts, IsEmpty());
  EXPECT_EQ(reader->asked, 1);
}

TEST(PrivateParts, AreKnownWithoutReadingAgain) {
  const auto reader = std::make_shared<FakeReader>();
  reader->reply = sight::Reply{{}, {{"ann@shop.example", 90, 0, of_the_mark}}};
  const PrivateSearch search{every_kind, std::make_shared<ScreenText>()};
  const auto first = parts_with(reader, search);
  const auto again = parts_with(reader, search);
  EXPECT_EQ(again.parts, first.parts);
  EXPECT_EQ(reader->asked, 1);
  EXPECT_THAT(parts_with(reader, search, {110, 200, 30, 20}).parts, ElementsAre(Rect{112, 202, 16, 16})) << "it moved";
  EXPECT_EQ(reader->asked, 2);
}

TEST(PrivateParts, WhatCouldNotBeReadIsUnread) {
  struct OnceOnly : FakeReader {
    boost::asio::awaitable<std::optional<sight::Reply>> read(sight::Request request,
                                                             std::chrono::steady_clock::time_point deadline) override {
      auto read = co_await FakeReader::read(std::move(request), deadline);
      if (asked > 1) co_return std::nullopt;
      co_return read;
    }
  };
  const auto reader = std::make_shared<OnceOnly>();
  reader->reply = sight::Reply{{}, {}};
  platform::Image image = plain_image(30, 120);
  draw_mark(image, 5, 5);
  draw_mark(image, 5, 101);
  const auto parts = parts_of(image, {0, 0, 30, 120}, reader, {every_kind});
  EXPECT_FALSE(parts.failed);
  EXPECT_THAT(parts.unread, ElementsAre(Rect{0, 96, 30, 16})) << "the tile of the second mark";
}

/// A screen with a mark like the picture's beside it, further to the left.
struct ScreenAround : platform::Screen {
  bool busy = false;
  boost::asio::awaitable<Known<platform::Capture>> capture(std::optional<Rect>, bool, platform::Deadline) override {
    if (busy) co_return Unknown::deadline;
    platform::Capture all{.area = {0, 0, 130, 220}, .image = plain_image(130, 220), .surfaces = {}, .cursor = {}};
    draw_mark(all.image, 85, 205);
    co_return all;
  }
};

TEST(PrivateParts, AreReadTogetherWithWhatIsAroundThePicture) {
  const auto reader = std::make_shared<FakeReader>();
  reader->reply = sight::Reply{{}, {{"4111111111111111", 90, 0, {10, 8, 30, 10}}}};  // over the picture's edge
  platform::Image image = plain_image(30, 20);
  draw_mark(image, 5, 5);
  const auto screen = std::make_shared<ScreenAround>();
  const auto parts = parts_of(image, {100, 200, 30, 20}, reader, {every_kind}, screen);
  EXPECT_THAT(parts.parts, ElementsAre(Rect{100, 202, 18, 16}));
  screen->busy = true;
  EXPECT_TRUE(parts_of(image, {100, 200, 30, 20}, reader, {every_kind}, screen).failed);
}

}  // namespace
}  // namespace interlock::daemon
