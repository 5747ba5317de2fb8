// Characters from the probabilities of a network.
#include "sight/ctc.h"

#include <gtest/gtest.h>

#include <limits>

namespace interlock::sight {
namespace {

const std::vector<std::string> characters = {"删", "册", "除"};

/// Steps in which the classes have these probabilities: none, 删, 册, 除, blank.
std::vector<float> steps(const std::vector<std::vector<float>>& rows) {
  std::vector<float> all;
  for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
  return all;
}

TEST(Ctc, StepsThatFollowEachOtherAreOneCharacter) {
  const auto read =
      decode_ctc(steps({{0.9F, 0.1F, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 0, 1, 0}}), 4, characters);
  EXPECT_EQ(read.text, "删除");
  EXPECT_EQ(read.confidence, 100);
}

TEST(Ctc, WithNothingBetweenThemTheyAreTwo) {
  EXPECT_EQ(decode_ctc(steps({{0, 0, 0, 1, 0}, {1, 0, 0, 0, 0}, {0, 0, 0, 1, 0}}), 3, characters).text, "除除");
}

TEST(Ctc, IsAsSureAsOfItsLeastCertainCharacter) {
  EXPECT_EQ(decode_ctc(steps({{0, 0.62F, 0.38F, 0, 0}, {0, 0, 0, 0.99F, 0}}), 2, characters).confidence, 62);
}

TEST(Ctc, IsLessSureWhereACharacterMayHaveBeenLeftOut) {
  const auto read = decode_ctc(steps({{0, 0, 0, 1, 0}, {0.7F, 0, 0.3F, 0, 0}}), 2, characters);
  EXPECT_EQ(read.text, "除");
  EXPECT_EQ(read.confidence, 70);
}

TEST(Ctc, TheEdgeOfACharacterIsNoOtherOne) {
  EXPECT_EQ(decode_ctc(steps({{0, 0, 0, 1, 0}, {0.6F, 0, 0, 0.4F, 0}}), 2, characters).confidence, 100);
}

TEST(Ctc, BlanksAreRead) {
  EXPECT_EQ(decode_ctc(steps({{0, 1, 0, 0, 0}, {0.4F, 0, 0, 0, 0.6F}, {0, 0, 0, 1, 0}}), 3, characters).text, "删 除");
}

TEST(Ctc, PunctuationAndAMnemonicNeedNotBeCertain) {
  const std::vector<std::string> with_marks = {"删", "(", "（", ")", "I", "1"};
  // None, the six, blank.
  const auto read = decode_ctc(steps({{0, 1, 0, 0, 0, 0, 0, 0},
                                      {0, 0, 0.6F, 0.4F, 0, 0, 0, 0},
                                      {0, 0, 0, 0, 0, 0.55F, 0.45F, 0},
                                      {0, 0, 0, 0, 1, 0, 0, 0}}),
                               4, with_marks);
  EXPECT_EQ(read.text, "删(I)");
  EXPECT_EQ(read.confidence, 100);
  const auto in_text =
      decode_ctc(steps({{0, 1, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0.55F, 0.45F, 0}, {0, 0.3F, 0, 0, 0.7F, 0, 0, 0}}), 3,
                 with_marks);
  EXPECT_EQ(in_text.text, "删I)");
  EXPECT_EQ(in_text.confidence, 55) << "no mnemonic";
}

TEST(Ctc, AMarkThatMayBeALetterIsLessSure) {
  const std::vector<std::string> with_marks = {"删", "口", "|"};
  const auto read = decode_ctc(steps({{0, 1, 0, 0, 0}, {0, 0, 0.4F, 0.6F, 0}}), 2, with_marks);
  EXPECT_EQ(read.text, "删|");
  EXPECT_EQ(read.confidence, 60);
}

TEST(Ctc, WhatDoesNotFitIsNoText) {
  EXPECT_EQ(decode_ctc({}, 0, characters).text, "");
  EXPECT_EQ(decode_ctc({0, 1, 0, 0}, 1, characters).text, "") << "a class is missing";
  EXPECT_EQ(decode_ctc({0, 1, 0, 0, 0, 0}, 1, characters).text, "") << "one too many";
  EXPECT_EQ(decode_ctc({0, 7, 0, 0, 0}, 1, characters).text, "") << "no probabilities";
  EXPECT_EQ(decode_ctc({0, std::numeric_limits<float>::quiet_NaN(), 0, 0, 0}, 1, characters).text, "");
}

TEST(Ctc, CharactersAreLines) {
  EXPECT_EQ(decode_characters("删\n册\r\n除"), characters);
  EXPECT_EQ(decode_characters("删\n册\n除\n"), characters);
  for (const char* const wrong : {"", "删\n\n除", "\xff\n", "abcdefghijklmnopq\n"}) {
    EXPECT_FALSE(decode_characters(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace interlock::sight
