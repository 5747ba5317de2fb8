// How words that were read from the screen become the texts that an agent is shown.
#include "daemon/seeing/text_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

sight::Word word(std::string text, Rect place, int confidence = 90) {
  return {std::move(text), confidence, 0, place};
}

std::vector<std::string> texts(std::vector<sight::Word> words) {
  std::vector<std::string> all;
  for (const TextRun& run : text_runs(std::move(words))) all.push_back(run.text);
  return all;
}

TEST(TextRuns, WordsOfALabelAreOneText) {
  const auto runs = text_runs({word("details", {60, 12, 50, 10}, 81), word("Show", {20, 10, 34, 12})});
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].text, "Show details");
  EXPECT_EQ(runs[0].confidence, 81);
  EXPECT_EQ(runs[0].place, (Rect{20, 10, 90, 12}));
}

TEST(TextRuns, ButtonsBesideEachOtherAreTwoTexts) {
  EXPECT_THAT(texts({word("File", {10, 10, 24, 12}), word("Edit", {50, 10, 24, 12})}), ElementsAre("File", "Edit"));
}

TEST(TextRuns, LinesComeFromTheTopDown) {
  EXPECT_THAT(
      texts({word("below", {10, 40, 30, 12}), word("right", {300, 11, 30, 12}), word("left", {10, 14, 30, 10})}),
      ElementsAre("left", "right", "below"));
}

TEST(TextRuns, GuessesAndDecorationAreLeftOut) {
  EXPECT_THAT(texts({word("Ob", {10, 10, 12, 12}, 12), word("--", {40, 10, 12, 12}), word("", {0, 0, 0, 0})}),
              IsEmpty());
  EXPECT_THAT(texts({word("©", {10, 10, 12, 12}, 12), word("Öffnen", {26, 10, 60, 12})}), ElementsAre("Öffnen"));
  EXPECT_THAT(text_runs({}), IsEmpty());
}

}  // namespace
}  // namespace interlock::daemon
