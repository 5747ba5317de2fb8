/// A copy of a log from what a log service delivered of it: the log byte by byte, whatever came twice or out of order.
#include "audit/collect.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "tests/unit/audit/log_fixture.h"

namespace interlock::audit {
namespace {

using Lines = std::vector<std::string>;
using testing::ElementsAreArray;
using testing::IsEmpty;

class CollectTest : public LogTest {
 protected:
  /// A log of 40 records with a line that was cut short among them.
  Lines real_log() {
    for (const int part : {0, 1}) {
      auto audit = open();
      for (int i = 0; i < 20; ++i) EXPECT_TRUE(audit->note("n", {{"i", i}, {"part", part}}));
      audit.reset();
      if (part == 0) write_raw("{\"prev\":\"cut sho");
    }
    EXPECT_EQ(flaw(), "none");
    return lines();
  }
  static Collector::Write into(Lines& copy) {
    return [&copy](std::string_view line) {
      copy.emplace_back(line);
      return tl::expected<void, Error>();
    };
  }
  static void receive(Collector& collector, const Lines& all) {
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_TRUE(collector.receive(all[i], "r:" + std::to_string(i + 1)));
  }
};

TEST_F(CollectTest, WhatCameTwiceOrOutOfOrderStandsOnceInItsPlace) {
  const Lines log = real_log();
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Lines received = log;
    for (int i = 0; i < 30; ++i) received.push_back(log[random() % log.size()]);
    std::shuffle(received.begin(), received.end(), random);
    Lines copy;
    Collector collector(into(copy));
    receive(collector, received);
    EXPECT_THAT(copy, ElementsAreArray(log));
    EXPECT_EQ(collector.repeats(), 30U);
    EXPECT_EQ(collector.left_over().lines, 0U);
  }
}

TEST_F(CollectTest, ACopyGoesOnWhereItEnded) {
  const Lines log = real_log();
  for (std::size_t cut = 0; cut <= log.size(); ++cut) {
    Lines copy(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(cut));
    Collector collector(into(copy));
    for (const std::string& line : Lines(copy)) collector.has(line);
    receive(collector, log);
    EXPECT_THAT(copy, ElementsAreArray(log)) << cut;
    EXPECT_EQ(collector.written(), log.size() - cut);
  }
}

TEST_F(CollectTest, LinesOfAnybodyElseAreLeftOver) {
  const Lines log = real_log();
  Lines received = log;
  received.insert(received.begin() + 5, "{\"prev\":\"0123\",\"record\":\"note\"}");
  received.insert(received.begin() + 9, "not a record");
  std::string other = log[7];
  other.replace(other.find("\"i\":"), 4, "\"j\":");
  received.push_back(other);
  Lines copy;
  Collector collector(into(copy));
  receive(collector, received);
  EXPECT_THAT(copy, ElementsAreArray(log));
  EXPECT_EQ(collector.left_over().lines, 3U);
}

TEST_F(CollectTest, NothingStandsAfterALineThatIsMissing) {
  const Lines log = real_log();
  Lines received = log, copy;
  received.erase(received.begin() + 3);
  Collector collector(into(copy));
  receive(collector, received);
  EXPECT_THAT(copy, ElementsAreArray(Lines(log.begin(), log.begin() + 3)));
  EXPECT_EQ(collector.left_over().lines, log.size() - 4);
  receive(collector, {log[3]});
  EXPECT_THAT(copy, ElementsAreArray(log));
}

TEST_F(CollectTest, ALineThatCannotBeWrittenEndsTheCollection) {
  const Lines log = real_log();
  Collector collector([](std::string_view) { return tl::unexpected(Error{"full", "disk", ""}); });
  EXPECT_FALSE(collector.receive(log[0], "r:1"));
}

}  // namespace
}  // namespace interlock::audit
