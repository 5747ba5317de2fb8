#include "sight/mixed_alphabets.h"

#include <gtest/gtest.h>

namespace interlock::sight {

namespace {

constexpr LatinWords taken{.least = 88, .surer = 10};

/// The words and the least sureness of them.
std::string joined(std::vector<ReadWord> own, std::vector<ReadWord> latin) {
  const auto words = in_own_alphabets(std::move(own), std::move(latin), taken);
  if (!words) return "-";
  std::string text;
  for (const ReadWord& word : *words) text += word.text + ' ';
  return text;
}

TEST(MixedAlphabets, EachWordIsTakenFromTheReaderThatKnowsItsLetters) {
  EXPECT_EQ(joined({{"Командный", 96, 0, 90}, {"файл", 95, 98, 130}, {"2О$", 44, 138, 170}},
                   {{"KomaHgHbit", 30, 0, 90}, {"dbaiin", 20, 98, 131}, {"DOS", 96, 139, 170}}),
            "Командный файл DOS ");
  EXPECT_EQ(joined({{"$ЗПей", 20, 0, 40}, {"скрипт", 96, 48, 100}}, {{"Shell", 95, 0, 40}, {"cxpunt", 47, 48, 100}}),
            "Shell скрипт ");
}

TEST(MixedAlphabets, AWordOfWhichTheReadersAreAboutAsSureIsNotReplaced) {
  EXPECT_EQ(joined({{"Стереть", 84, 0, 60}}, {{"Crepetb", 90, 0, 60}}), "-");
  EXPECT_EQ(joined({{"Стереть", 40, 0, 60}}, {{"Crepetb", 80, 0, 60}}), "-");
  EXPECT_EQ(joined({{"Удалить", 96, 0, 60}, {"О05", 50, 68, 100}}, {{"Yaanutb", 97, 0, 60}, {"DOS", 95, 68, 100}}),
            "Удалить DOS ");
}

TEST(MixedAlphabets, OnlyLatinLettersReplaceAWord) {
  EXPECT_EQ(joined({{"Ве", 40, 0, 20}}, {{"é", 97, 0, 20}}), "-");
  EXPECT_EQ(joined({{"|", 40, 0, 5}}, {{"1", 97, 0, 5}}), "-") << "no letter";
}

TEST(MixedAlphabets, WordsThatOneReaderSeesAsTwoStayTogether) {
  EXPECT_EQ(
      joined({{"Ключ", 96, 0, 40}, {"О", 40, 48, 56}, {"5А", 40, 58, 80}}, {{"Knioy", 30, 0, 40}, {"DSA", 96, 48, 80}}),
      "Ключ DSA ");
  EXPECT_EQ(joined({{"Ключ", 96, 0, 40}}, {{"Knioy", 30, 0, 40}, {"DSA", 96, 48, 80}}), "-") << "one has not seen it";
}

}  // namespace

}  // namespace interlock::sight
