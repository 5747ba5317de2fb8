#include "sight/reading.h"

#include <gtest/gtest.h>

namespace interlock::sight {
namespace {

TEST(Reading, OneThatLostLettersDoesNotContradict) {
  EXPECT_TRUE(has_all_letters("Submit all files", "bmit all fil"));
  EXPECT_TRUE(has_all_letters("Vertrag veröffentlichen", "öffentlich"));
  EXPECT_TRUE(has_all_letters("Line Up", "Line_Up."));
  EXPECT_FALSE(has_all_letters("Ke", "Key"));
  EXPECT_FALSE(has_all_letters("Konto loschen", "Konto löschen"));
  EXPECT_FALSE(has_all_letters("", "a"));
}

TEST(Reading, ADamagedOneContradictsNothing) {
  EXPECT_TRUE(contradicts("Pav server", "Pay server"));
  EXPECT_TRUE(contradicts("Ke", "Key"));
  EXPECT_FALSE(contradicts("Submit all files", "bmit all fil"));
  EXPECT_FALSE(contradicts("Weitere Aktionen wählen", "Nei Akti ähl"));
  EXPECT_FALSE(contradicts("Авестийский", "A mai"));
  EXPECT_TRUE(contradicts("Icônes d'états", "lcônes d'étal"));
}

TEST(Reading, TextsBeginWithCapitalsAndDigits) {
  for (const char* text : {"Open", "Überprüft", "Открыть", "3 files", "A file", "X"})
    EXPECT_EQ(first_letter(text), FirstLetter::of_text) << text;
  for (const char* text : {"elete all", "ткрыть", "<eine", "1ublish", "", "\xC3"})
    EXPECT_EQ(first_letter(text), FirstLetter::of_rest) << text;
  // "DELETE ALL", of which two letters are hidden, and what may be all.
  for (const char* text : {"LETE ALL", "URL of the page", "ЙЛ"})
    EXPECT_EQ(first_letter(text), FirstLetter::of_capitals) << text;
}

TEST(Reading, AlphabetsAreToldApart) {
  EXPECT_TRUE(has_cyrillic("Виу invoice"));
  EXPECT_FALSE(has_cyrillic("Buy invoice, Größe, 删除"));
}

TEST(Reading, LettersAreCountedInEachAlphabet) {
  EXPECT_EQ(count_letters("ae r"), 3U);
  EXPECT_EQ(count_letters("Ещё 2…"), 4U);
  EXPECT_EQ(count_letters("|| +"), 0U);
}

}  // namespace
}  // namespace interlock::sight
