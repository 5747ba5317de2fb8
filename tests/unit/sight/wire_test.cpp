#include "sight/wire.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/sight/drawing.h"

namespace interlock::sight {
namespace {

std::string body_of(const std::string& frame) {
  const auto size = body_size(frame.substr(0, header_size), most_request);
  EXPECT_EQ(size, frame.size() - header_size);
  return frame.substr(header_size);
}

Request request() {
  return {Request::Kind::page, {3, 2}, "deu+eng", Drawing(5, 4, 0x123456).picture()};
}

Reply reply() {
  Reply reply;
  reply.label = Label{"Gr\u00f6\u00dfe", 93, true, {"Gr\u00f6", "\u00dfe"}, {1, 1, 3, 2}, {0, 0, 5, 4}};
  reply.words = {{"Delete", 96, 0, {0, 0, 2, 1}}, {"server", 40, 2, {4, 3, 1, 1}, true}};
  return reply;
}

constexpr Rect picture{0, 0, 5, 4};

TEST(SightWire, ARequestArrivesAsItWasSent) {
  const auto got = decode_request(body_of(encode(request())));
  ASSERT_TRUE(got);
  EXPECT_EQ(got->kind, Request::Kind::page);
  EXPECT_EQ(got->at, (Point{3, 2}));
  EXPECT_EQ(got->languages, "deu+eng");
  EXPECT_EQ(got->picture.pixels, request().picture.pixels);
}

TEST(SightWire, AReplyArrivesAsItWasSent) {
  const auto got = decode_reply(body_of(encode(reply())), picture);
  ASSERT_TRUE(got && got->label);
  EXPECT_EQ(got->label->text, reply().label->text);
  EXPECT_EQ(got->label->confidence, 93);
  EXPECT_TRUE(got->label->cut);
  EXPECT_EQ(got->label->parts, reply().label->parts);
  EXPECT_EQ(got->label->place, (Rect{1, 1, 3, 2}));
  ASSERT_EQ(got->words.size(), 2U);
  EXPECT_EQ(got->words[1].text, "server");
  EXPECT_EQ(got->words[1].line, 2U);
  EXPECT_TRUE(got->words[1].button);
  EXPECT_FALSE(got->words[0].button);
  const auto nothing = decode_reply(body_of(encode(Reply{})), picture);
  ASSERT_TRUE(nothing);
  EXPECT_FALSE(nothing->label);
}

TEST(SightWire, NoBodyThatIsTooShortOrTooLongIsTaken) {
  const std::string asked = body_of(encode(request())), answered = body_of(encode(reply()));
  for (std::size_t size = 0; size < asked.size(); ++size) EXPECT_FALSE(decode_request(asked.substr(0, size))) << size;
  for (std::size_t size = 0; size < answered.size(); ++size) {
    EXPECT_FALSE(decode_reply(answered.substr(0, size), picture)) << size;
  }
  EXPECT_FALSE(decode_request(asked + '\0'));
  EXPECT_FALSE(decode_reply(answered + '\0', picture));
}

TEST(SightWire, WhatBreaksTheRulesIsRefused) {
  EXPECT_FALSE(decode_reply(body_of(encode(reply())), {0, 0, 4, 4}));  // places outside of the picture
  auto hidden = reply();
  hidden.label->text = "a\nb";
  EXPECT_FALSE(decode_reply(body_of(encode(hidden)), picture));
  hidden.label->text = "\xff";
  EXPECT_FALSE(decode_reply(body_of(encode(hidden)), picture));
  auto backwards = reply();
  backwards.words[0].line = 3;
  EXPECT_FALSE(decode_reply(body_of(encode(backwards)), picture));
  auto outside = request();
  outside.at = {5, 0};
  EXPECT_FALSE(decode_request(body_of(encode(outside))));
  EXPECT_FALSE(body_size("ILS2\x01\0\0\0", most_reply));
  EXPECT_FALSE(body_size(std::string("ILS2\xff\xff\xff\xff", 8), most_reply));
  EXPECT_FALSE(body_size("ILS", most_reply));
}

TEST(SightWire, AnyBytesAreReadOrRefused) {
  std::mt19937 random(7);
  const std::string asked = body_of(encode(request())), answered = body_of(encode(reply()));
  for (int round = 0; round < 20000; ++round) {
    std::string one = round % 2 == 0 ? asked : answered;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes)
      one[random() % one.size()] = static_cast<char>(random());
    if (const auto got = decode_request(one)) {
      EXPECT_TRUE(got->picture.area().contains(got->at));
    }
    if (const auto got = decode_reply(one, picture); got && got->label) {
      EXPECT_LE(right(got->label->place), picture.width);
    }
  }
}

}  // namespace
}  // namespace interlock::sight
