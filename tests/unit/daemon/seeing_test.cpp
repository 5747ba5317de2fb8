// What is read at a point of a window: its own pixels, in its program's language.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include "daemon/seeing/languages.h"
#include "daemon/seeing/read_point.h"

namespace interlock::daemon {
namespace {

constexpr std::uint32_t own_colour = 0x00112233, blanked = 0x00808080;

platform::Capture capture_of(std::vector<platform::Surface> surfaces) {
  platform::Capture capture{{0, 0, 100, 60}, {100, 60, std::vector<std::uint32_t>(6000, own_colour)}, {}, {}};
  capture.surfaces = std::move(surfaces);
  return capture;
}

platform::Surface surface(std::uint64_t client, Rect rect) {
  return {client, client, rect, rect, {rect}};
}

Window window(std::uint64_t id, Rect rect) {
  Window made;
  made.id = id;
  made.rect = rect;
  return made;
}

TEST(Seeing, OnlyTheWindowsOwnPixelsAreRead) {
  const auto capture = capture_of({surface(1, {0, 0, 80, 60}), surface(2, {50, 10, 40, 20})});
  const auto own = own_pixels(capture, window(1, {0, 0, 80, 60}), none, {10, 10}, {-40, -40, 200, 200});
  EXPECT_EQ(own.area, (Rect{0, 0, 80, 60}));
  EXPECT_EQ(own.covered, (std::vector<Rect>{{50, 10, 30, 20}}));
  EXPECT_EQ(own.picture.at(49, 15), own_colour);
  EXPECT_EQ(own.picture.at(50, 15), blanked);
  EXPECT_EQ(own.picture.at(79, 29), blanked);
  EXPECT_EQ(own.picture.at(79, 30), own_colour);
}

TEST(Seeing, NothingIsReadWhereAnotherWindowIsHit) {
  const auto capture = capture_of({surface(1, {0, 0, 80, 60}), surface(2, {50, 10, 40, 20})});
  EXPECT_TRUE(own_pixels(capture, window(1, {0, 0, 80, 60}), none, {60, 15}, {0, 0, 100, 60}).area.empty());
  EXPECT_TRUE(own_pixels(capture, window(3, {0, 0, 80, 60}), none, {10, 10}, {0, 0, 100, 60}).area.empty());
  EXPECT_TRUE(own_pixels(capture_of({}), window(1, {0, 0, 80, 60}), none, {10, 10}, {0, 0, 100, 60}).area.empty());
}

TEST(Seeing, APopupOfTheWindowIsReadAlone) {
  const auto capture = capture_of({surface(1, {0, 0, 80, 60}), surface(2, {50, 10, 40, 20})});
  const auto own = own_pixels(capture, window(1, {0, 0, 80, 60}), Rect{50, 10, 40, 20}, {60, 15}, {0, 0, 100, 60});
  EXPECT_EQ(own.area, (Rect{50, 10, 40, 20}));
  EXPECT_TRUE(own.covered.empty());
}

TEST(Seeing, ATranslucentWindowBelowDoesNotCount) {
  auto below = surface(2, {0, 0, 100, 60});
  const auto capture = capture_of({below, surface(1, {0, 0, 80, 60})});
  EXPECT_TRUE(own_pixels(capture, window(1, {0, 0, 80, 60}), none, {10, 10}, {0, 0, 100, 60}).covered.empty());
}

std::vector<sight::Word> words_of_a_dialog() {
  return {{"Delete", 90, 0, {10, 10, 40, 12}},
          {"it?", 90, 0, {54, 10, 20, 12}},
          {"Cancel", 80, 1, {10, 40, 40, 12}},
          {"Yes", 60, 1, {70, 40, 20, 12}}};
}

TEST(Seeing, ALabelIsNotInTheTextAroundIt) {
  ReadLabel label{.text = "Yes", .place = {168, 238, 24, 16}};
  set_around(label, words_of_a_dialog(), {100, 200});
  EXPECT_EQ(label.around, "Delete it?\nCancel");
  EXPECT_EQ(label.around_confidence, 80);
}

TEST(Seeing, OtherButtonsAreNotInTheTextAroundALabel) {
  ReadLabel label{.text = "Yes", .place = {168, 238, 24, 16}};
  auto words = words_of_a_dialog();
  words[2].button = true;
  set_around(label, words, {100, 200});
  EXPECT_EQ(label.around, "Delete it?");
}

TEST(Seeing, ALabelWhosePartsMayBeOtherTextsIsInTheTextAroundIt) {
  ReadLabel label{.text = "Cancel Yes", .parts = {"Cancel", "Yes"}, .place = {108, 238, 84, 16}};
  set_around(label, words_of_a_dialog(), {100, 200});
  EXPECT_EQ(label.around, "Delete it?\nCancel Yes");
}

TEST(Seeing, LanguagesAreThoseOfTheLocale) {
  EXPECT_EQ(languages_of_locale("de_DE.UTF-8"), "deu+eng+rus");
  EXPECT_EQ(languages_of_locale("de:fr"), "deu+fra+eng+rus");
  EXPECT_EQ(languages_of_locale("en_US"), "eng+rus");
  EXPECT_EQ(languages_of_locale("ru"), "rus+eng");
  EXPECT_EQ(languages_of_locale("zh_TW.UTF-8"), "chi_tra+eng+rus");
  EXPECT_EQ(languages_of_locale("C"), "eng+rus");
  EXPECT_EQ(languages_of_locale(""), "eng+rus");
  EXPECT_LE(languages_of_locale("zh_CN:ja:ko:de:fr:es:it:pt:nl:sv:da:nb:fi:pl:cs").size(), 64U);
}

TEST(Seeing, WordListsAreThoseThatTheLocaleNames) {
  EXPECT_THAT(word_lists_of_locale("de_DE.UTF-8"), testing::ElementsAre("de"));
  EXPECT_THAT(word_lists_of_locale("nn:fr"), testing::ElementsAre("nb", "fr"));
  EXPECT_THAT(word_lists_of_locale("zh_TW"), testing::ElementsAre("zh"));
  EXPECT_THAT(word_lists_of_locale("C.UTF-8"), testing::IsEmpty());
  EXPECT_THAT(word_lists_of_locale(""), testing::IsEmpty());
}

TEST(Seeing, TheLocaleOfAProcessIsReadFromItsEnvironment) {
  EXPECT_EQ(locale_of_process(0xFFFFFFF), "");  // no such process
}

}  // namespace
}  // namespace interlock::daemon
