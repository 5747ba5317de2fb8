// From bytes to lines, wherever the bytes are divided.
#include "ipc/framing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace interlock::ipc {
namespace {

using testing::ElementsAre;

std::vector<std::string> lines_of(Framing& framing) {
  std::vector<std::string> lines;
  while (auto line = framing.next()) lines.push_back(*line);
  return lines;
}

TEST(Framing, SplitsLinesAndKeepsTheRest) {
  Framing framing;
  framing.feed("one\ntwo\nthr");
  EXPECT_THAT(lines_of(framing), ElementsAre("one", "two"));
  EXPECT_TRUE(framing.has_partial_line());
  framing.feed("ee\n");
  EXPECT_THAT(lines_of(framing), ElementsAre("three"));
  EXPECT_FALSE(framing.has_partial_line());
}

TEST(Framing, DropsOneCarriageReturnAndEmptyLines) {
  Framing framing;
  framing.feed("\n\r\n\r\none\r\n\ntwo\r\r\n");
  EXPECT_THAT(lines_of(framing), ElementsAre("one", "two\r"));
}

TEST(Framing, GivesTheSameLinesHoweverTheBytesAreCut) {
  const std::string stream = "{\"a\":1}\r\n\nxyz\n{}\nlast";
  for (std::size_t size = 1; size <= stream.size(); ++size) {
    Framing framing;
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < stream.size(); at += size) {
      framing.feed(std::string_view(stream).substr(at, size));
      for (auto& line : lines_of(framing)) lines.push_back(line);
    }
    EXPECT_THAT(lines, ElementsAre("{\"a\":1}", "xyz", "{}")) << size;
  }
}

TEST(Framing, TakesALineOfTheLimitAndNoByteMore) {
  Framing framing(4);
  framing.feed("1234\n");
  EXPECT_THAT(lines_of(framing), ElementsAre("1234"));
  framing.feed("12345\n");
  EXPECT_THAT(lines_of(framing), ElementsAre());
  EXPECT_TRUE(framing.too_long());
}

TEST(Framing, IsTooLongBeforeTheLineEnds) {
  Framing framing(4);
  framing.feed("ok\n12345");
  EXPECT_THAT(lines_of(framing), ElementsAre("ok"));
  EXPECT_TRUE(framing.too_long());
  framing.feed("\nfine\n");  // what follows may not be the beginning of a request
  EXPECT_THAT(lines_of(framing), ElementsAre());
}

}  // namespace
}  // namespace interlock::ipc
