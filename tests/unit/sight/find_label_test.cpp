#include "sight/find_label.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "sight/prepare.h"
#include "sight/underline.h"
#include "tests/unit/sight/drawing.h"

namespace interlock::sight {

void PrintTo(FoundLabel::How how, std::ostream* out) {
  *out << static_cast<int>(how);
}

namespace {

using How = FoundLabel::How;
using testing::SizeIs;

constexpr std::uint32_t white = 0xFFFFFF, black = 0x202020, grey = 0xE0E0E0, edge = 0x808080, blue = 0x1A5FB4;

struct Theme {
  std::uint32_t page, control, border, ink;
};
constexpr Theme themes[] = {{white, grey, edge, black},
                            {0x202020, 0x303030, 0x606060, 0xE8E8E8},
                            {white, 0x1A5FB4, 0x103F7A, white},
                            {white, 0xF4F4F4, 0xC0C0C0, 0x909090}};

Rect place_of(const FoundLabel& found) {
  Rect place = found.lines.front().place;
  for (const TextLine& line : found.lines) place = united(place, line.place);
  return place;
}

TEST(FindLabel, ATextInAClosedBoxIsTheBoxsLabel) {
  for (const Theme& theme : themes) {
    Drawing drawing(400, 120, theme.page);
    drawing.fill({100, 40, 120, 30}, theme.control);
    drawing.frame({100, 40, 120, 30}, theme.border);
    drawing.word(240, 50, 6, theme.ink);  // beside it
    const Rect text = united(drawing.word(120, 50, 4, theme.ink), drawing.word(157, 50, 3, theme.ink));
    for (const Point at : {Point{150, 55}, Point{105, 45}, Point{210, 60}}) {
      const auto found = find_label(drawing.picture(), at);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->how, How::control);
      EXPECT_THAT(found->lines, SizeIs(1));
      EXPECT_EQ(place_of(*found), text);
      EXPECT_FALSE(found->cut);
      EXPECT_EQ(found->control, (Rect{101, 41, 118, 28}));
    }
  }
}

TEST(FindLabel, SquaresAsHighAsTheTextAndNearToItBelongToIt) {
  Drawing drawing(400, 120, white);
  drawing.fill({100, 40, 160, 30}, grey);
  drawing.frame({100, 40, 160, 30}, edge);
  drawing.word(120, 50, 3, black);  // ends at 142
  drawing.frame({144, 50, 10, 10}, black);
  drawing.frame({156, 50, 10, 10}, black);
  drawing.word(168, 50, 3, black);
  const auto found = find_label(drawing.picture(), {150, 45});
  ASSERT_TRUE(found);
  ASSERT_THAT(found->lines, SizeIs(1));
  EXPECT_EQ(place_of(*found), (Rect{120, 50, 70, 10}));
  EXPECT_TRUE(found->lines.front().boxes) << "who reads it knows whether it is Chinese";
}

TEST(FindLabel, ACheckBoxFurtherOffOrOfAnotherSizeIsNoCharacter) {
  for (const Rect& box : {Rect{106, 50, 10, 10}, Rect{102, 46, 16, 16}}) {
    Drawing drawing(400, 120, white);
    drawing.frame(box, black);
    const Rect text = drawing.word(120, 50, 6, black);
    const auto found = find_label(drawing.picture(), {140, 55});
    ASSERT_TRUE(found);
    EXPECT_EQ(place_of(*found), text);
    EXPECT_FALSE(found->lines.front().boxes);
  }
}

TEST(FindLabel, ACheckBoxThatWasTakenForACharacterIsLeftOut) {
  const auto label = [](std::int32_t gap) {
    Drawing drawing(400, 120, white);
    drawing.frame({120 - gap - 10, 50, 10, 10}, black);
    drawing.word(120, 50, 6, black);
    return *find_label(drawing.picture(), {140, 55});
  };
  FoundLabel found = label(3);
  ASSERT_TRUE(found.lines.front().boxes);
  EXPECT_TRUE(leave_out_check_boxes(found));
  EXPECT_EQ(place_of(found), (Rect{120, 50, 46, 10}));
  EXPECT_EQ(found.control, place_of(found));
  FoundLabel near = label(1);
  ASSERT_TRUE(near.lines.front().boxes);
  EXPECT_FALSE(leave_out_check_boxes(near)) << "as near as letters are";
  EXPECT_EQ(place_of(near), (Rect{109, 50, 57, 10}));
}

TEST(FindLabel, ASquareOfAnotherColourInsideIsNoCharacter) {
  Drawing drawing(400, 120, white);
  drawing.fill({109, 50, 10, 10}, grey);
  drawing.frame({109, 50, 10, 10}, black);
  const Rect text = drawing.word(120, 50, 6, black);  // as near to it as letters are
  const auto found = find_label(drawing.picture(), {140, 55});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), text);
  EXPECT_FALSE(found->lines.front().boxes);
  EXPECT_FALSE(found->cut);
}

TEST(FindLabel, ASquareBetweenLettersIsNoCheckBox) {
  Drawing drawing(400, 120, white);
  drawing.word(120, 50, 3, black);  // ends at 142
  drawing.frame({145, 50, 10, 10}, black);
  drawing.word(158, 50, 3, black);
  auto found = find_label(drawing.picture(), {130, 55});
  ASSERT_TRUE(found);
  ASSERT_TRUE(found->lines.front().boxes);
  EXPECT_FALSE(leave_out_check_boxes(*found));
}

TEST(FindLabel, WhereItsCheckBoxIsShownATextIsNotScrolled) {
  const auto cut = [](const Rect& box) {
    Drawing drawing(400, 120, white);
    drawing.word(120, 20, 6, black);
    if (!box.empty()) drawing.frame(box, edge);
    drawing.word(124, 38, 6, black);
    drawing.word(120, 56, 6, black);
    return find_label(drawing.picture(), {140, 43})->cut;
  };
  EXPECT_TRUE(cut({})) << "rows near to each other that begin at different places";
  EXPECT_FALSE(cut({105, 38, 10, 10}));
  EXPECT_FALSE(cut({91, 31, 24, 24})) << "of small letters";
  EXPECT_TRUE(cut({87, 29, 28, 28})) << "another control";
}

TEST(FindLabel, TheFirstLetterOfAListMayTouchTwoOfItsSides) {
  Drawing drawing(400, 120, white);
  drawing.fill({100, 20, 160, 60}, grey);
  drawing.frame({100, 20, 160, 60}, edge);
  for (const std::int32_t y : {21, 39, 57}) {
    drawing.fill({101, y + 4, 2, 1}, black);  // a letter whose foot is at the border
    drawing.fill({103, y, 3, 10}, black);
    drawing.word(108, y, 5, black);
  }
  const auto found = find_label(drawing.picture(), {200, 44});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->at_border);
  EXPECT_EQ(found->rows.size(), 2U);
  EXPECT_FALSE(found->cut);
}

TEST(FindLabel, TwoLinesInAButtonAreOneLabel) {
  Drawing drawing(400, 120, white);
  drawing.fill({100, 30, 120, 50}, grey);
  drawing.frame({100, 30, 120, 50}, edge);
  drawing.word(120, 38, 4, black);
  drawing.word(118, 58, 5, black);
  const auto found = find_label(drawing.picture(), {200, 55});
  ASSERT_TRUE(found);
  ASSERT_THAT(found->lines, SizeIs(2));
  EXPECT_EQ(found->lines[0].place.y, 38);
  EXPECT_EQ(found->lines[1].place.y, 58);
}

TEST(FindLabel, ThreeLinesThatBeginAtOnePlaceAreAList) {
  Drawing drawing(400, 120, white);
  drawing.fill({100, 20, 160, 60}, grey);
  drawing.frame({100, 20, 160, 60}, edge);
  drawing.word(106, 25, 4, black);
  const Rect text = drawing.word(106, 43, 6, black);
  drawing.word(106, 61, 5, black);
  const auto found = find_label(drawing.picture(), {200, 48});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), text);
}

TEST(FindLabel, ATextThatTouchesTheBorderIsCut) {
  Drawing drawing(400, 120, white);
  drawing.fill({100, 40, 120, 30}, grey);
  drawing.frame({99, 39, 122, 32}, edge);
  drawing.word(110, 43, 4, black);
  EXPECT_FALSE(find_label(drawing.picture(), {200, 60})->cut);
  drawing.fill({150, 40, 2, 9}, black);  // touches the upper border, which has another colour
  drawing.fill({156, 40, 2, 9}, black);
  drawing.fill({150, 44, 8, 2}, black);
  const auto found = find_label(drawing.picture(), {200, 60});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->cut);
}

TEST(FindLabel, AFocusRingAroundTheTextOfAButtonIsNotItsBorder) {
  const auto button = [](std::uint32_t inside) {
    Drawing drawing(400, 80, white);
    drawing.fill({40, 20, 160, 40}, grey);
    drawing.frame({40, 20, 160, 40}, black);
    drawing.fill({79, 34, 80, 12}, inside);
    drawing.frame({78, 33, 82, 14}, 0x7090B0);
    drawing.word(79, 35, 10, black);
    return drawing;
  };
  const auto found = find_label(button(grey).picture(), {115, 36});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->cut);
  EXPECT_TRUE(find_label(button(white).picture(), {115, 36})->cut) << "a field, whose text may be scrolled";
}

TEST(FindLabel, AGradientIsOneBackground) {
  Drawing drawing(400, 120, white);
  for (std::int32_t y = 0; y < 30; ++y) {
    const auto shade = static_cast<std::uint32_t>(0xF0 - y);
    drawing.fill({100, 40 + y, 120, 1}, shade << 16U | shade << 8U | shade);
  }
  drawing.frame({100, 40, 120, 30}, edge);
  const Rect text = drawing.word(130, 50, 6, black);
  const auto found = find_label(drawing.picture(), {110, 65});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), text);
}

TEST(FindLabel, AnIconAtItsEndsIsNoText) {
  Drawing drawing(400, 120, white);
  drawing.fill({100, 40, 160, 30}, grey);
  drawing.frame({100, 40, 160, 30}, edge);
  drawing.fill({108, 47, 14, 14}, black);
  const Rect text = united(drawing.word(132, 49, 4, black), drawing.word(168, 49, 3, black));
  const auto found = find_label(drawing.picture(), {200, 65});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), text);
}

TEST(FindLabel, AShortWordAtTheEndIsNoIcon) {
  Drawing drawing(400, 120, white);
  drawing.fill({100, 40, 160, 30}, grey);
  drawing.frame({100, 40, 160, 30}, edge);
  const Rect text = united(drawing.word(120, 49, 4, black), drawing.word(156, 49, 1, black));
  const auto found = find_label(drawing.picture(), {220, 65});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), text);
}

TEST(FindLabel, ACheckBoxBesideItsTextIsNoLetter) {
  Drawing drawing(400, 80, white);
  drawing.frame({20, 29, 13, 13}, edge);
  const Rect text = drawing.word(38, 31, 7, black);
  const auto found = find_label(drawing.picture(), {60, 36});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), text);
}

TEST(FindLabel, OnOpenGroundTheNearestLineCounts) {
  Drawing drawing(400, 120, white);
  drawing.word(20, 20, 8, black);
  const Rect text = drawing.word(20, 50, 8, black);
  drawing.word(20, 80, 8, black);
  drawing.word(120, 50, 8, black);  // another column
  const auto found = find_label(drawing.picture(), {40, 55});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->how, How::line);
  EXPECT_EQ(place_of(*found), text);
}

TEST(FindLabel, InAListTheTextOfTheRowCounts) {
  Drawing drawing(400, 120, white);
  drawing.word(20, 20, 8, black);
  const Rect text = drawing.word(20, 60, 8, black);
  drawing.word(20, 100, 8, black);
  const auto found = find_label(drawing.picture(), {250, 66});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->how, How::row);
  EXPECT_EQ(place_of(*found), text);
}

TEST(FindLabel, OfANarrowListTheRowOfThePointCountsNotTheNextOne) {
  Drawing drawing(400, 120, white);
  drawing.fill({20, 20, 300, 50}, grey);
  drawing.frame({20, 20, 300, 50}, edge);
  const Rect above = drawing.word(26, 25, 30, black);  // reaches over the point
  const Rect text = drawing.word(26, 38, 4, black);
  drawing.word(26, 51, 6, black);
  for (const std::int32_t y : {39, 42, 46}) {
    const auto found = find_label(drawing.picture(), {200, y});
    ASSERT_TRUE(found);
    EXPECT_EQ(place_of(*found), text) << y;
    EXPECT_FALSE(found->cut);
  }
  EXPECT_EQ(place_of(*find_label(drawing.picture(), {200, 30})), above);
  EXPECT_TRUE(find_label(drawing.picture(), {200, 36})->cut) << "between two rows";
}

/// A list with three rows of text that begin `indent` pixels from its left border; its inside begins at 101, 21.
Drawing list_of_three(std::int32_t indent, int letters) {
  Drawing drawing(400, 120, white);
  drawing.fill({100, 20, 160, 60}, grey);
  drawing.frame({100, 20, 160, 60}, edge);
  for (const std::int32_t y : {25, 43, 61}) drawing.word(101 + indent, y, letters, black);
  return drawing;
}

TEST(FindLabel, BesideSmallLettersAnIconMayBeAWord) {
  const auto found = [](std::int32_t last_height, std::int32_t below = 0) {
    Drawing drawing(400, 80, white);
    drawing.fill({40, 26, 18, 4}, black);  // "Pay", whose letters touch each other
    drawing.fill({46, 30, 4, 12}, black);
    drawing.word(66, 30, 4, black);
    drawing.fill({98, 40 - last_height, 2, last_height + below}, black);
    return find_label(drawing.picture(), {80, 35});
  };
  EXPECT_TRUE(found(10)->cut);
  EXPECT_TRUE(found(10, 3)->cut) << "a letter that reaches below the line is not tall";
  EXPECT_FALSE(found(14)->cut) << "no word is that much higher than one with a tall letter";
}

TEST(FindLabel, WhatIsAsHighAsTheLettersBesideItMayBeOneOfThem) {
  const auto found = [](std::int32_t y, std::int32_t height) {
    Drawing drawing(400, 80, white);
    drawing.fill({48, y, 6, height}, black);
    drawing.word(66, 30, 4, black);
    for (const std::int32_t x : {98, 106, 114, 122}) drawing.fill({x, 26, 2, 14}, black);  // tall letters
    return find_label(drawing.picture(), {80, 35});
  };
  EXPECT_TRUE(found(30, 10)->cut);
  EXPECT_FALSE(found(32, 9)->cut) << "an icon";
}

TEST(FindLabel, AListWithALetterThatTouchesItsBorderIsScrolled) {
  Drawing drawing = list_of_three(2, 5);
  EXPECT_FALSE(find_label(drawing.picture(), {200, 48})->cut);
  drawing.fill({101, 25, 2, 10}, black);
  EXPECT_TRUE(find_label(drawing.picture(), {200, 30})->cut);
  EXPECT_TRUE(find_label(drawing.picture(), {200, 48})->cut) << "another row of it";
}

TEST(FindLabel, TheRightHalfOfALetterTouchesTheBorderInTwoPlaces) {
  const auto cut = [](bool half) {
    Drawing drawing = list_of_three(4, 5);
    for (const std::int32_t y : {25, 43, 61}) {
      if (half) drawing.fill({101, y, 4, 1}, black);  // the upper end of what is left of a C that opens to the left
      drawing.fill({101, y + 9, 4, 1}, black);
    }
    return find_label(drawing.picture(), {200, 48})->cut;
  };
  EXPECT_TRUE(cut(true));
  EXPECT_FALSE(cut(false)) << "the foot of an A";
}

TEST(FindLabel, WhatIsLeftOfALetterAtTheBorderBelongsToTheRestOfItsRow) {
  const auto cut = [](bool rest) {
    Drawing drawing(400, 80, white);
    drawing.fill({100, 30, 182, 21}, grey);
    drawing.frame({100, 30, 182, 21}, edge);
    for (const std::int32_t y : {37, 40, 44}) {
      if (rest) drawing.fill({101, y, 4, 1}, black);
    }
    if (rest) drawing.fill({103, 37, 2, 5}, black);
    drawing.word(115, 35, 6, black);
    return find_label(drawing.picture(), {140, 40})->cut;
  };
  EXPECT_TRUE(cut(true));
  EXPECT_FALSE(cut(false));
}

TEST(FindLabel, BehindAWideBlankARowOfAListIsScrolledIfOthersBeginNearerToTheBorder) {
  const auto cut = [](std::int32_t indent, std::int32_t other) {
    Drawing drawing(400, 180, white);
    drawing.fill({100, 20, 160, 90}, grey);
    drawing.frame({100, 20, 160, 90}, edge);
    for (const std::int32_t y : {25, 43, 79}) drawing.word(101 + indent, y, 5, black);
    drawing.word(101 + other, 61, 3, black);
    return find_label(drawing.picture(), {200, 48})->cut;
  };
  EXPECT_TRUE(cut(12, 2));
  EXPECT_FALSE(cut(12, 12));
  EXPECT_FALSE(cut(24, 2)) << "indented";
}

TEST(FindLabel, RowsThatBeginAtDifferentPlacesNearTheBorderAreScrolled) {
  Drawing drawing = list_of_three(2, 5);
  drawing.fill({101, 61, 60, 10}, grey);
  drawing.word(108, 61, 5, black);
  EXPECT_TRUE(find_label(drawing.picture(), {200, 48})->cut);
  EXPECT_TRUE(find_label(drawing.picture(), {200, 66})->cut);
}

TEST(FindLabel, ATextFromBorderToBorderMayGoOnBehindBoth) {
  const auto cut = [](std::int32_t beside) {
    Drawing drawing(400, 120, white);
    const Rect box{100 - beside, 20, 118 + 2 * beside, 40};
    drawing.fill(box, grey);
    drawing.frame({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, edge);
    drawing.word(101, 45, 14, black);
    drawing.fill({100, 54, 4, 1}, black);  // what is left of a letter
    drawing.fill({216, 54, 2, 1}, black);
    return find_label(drawing.picture(), {160, 30})->cut;
  };
  EXPECT_TRUE(cut(0));
  EXPECT_FALSE(cut(8));
}

TEST(FindLabel, TooFewRowsDoNotTellWhetherTheyAreScrolled) {
  Drawing drawing = list_of_three(2, 5);
  drawing.fill({101, 61, 60, 10}, grey);
  EXPECT_TRUE(find_label(drawing.picture(), {200, 48})->cut);
}

/// Rows that begin near the border, and a scroll bar of 12 pixels below them, whose handle is so far from the border.
/// `arrow`: as wide as the button with an arrow before the trough, 0 for none.
Drawing list_with_bar(std::int32_t handle, std::int32_t arrow) {
  constexpr std::uint32_t trough = 0xC8C8C8, knob = 0x707070;
  constexpr std::int32_t top = 260;
  Drawing drawing(400, 300, white);
  drawing.fill({100, 20, 160, 254}, grey);
  drawing.frame({100, 20, 160, 254}, edge);
  for (const std::int32_t y : {25, 43, 61}) drawing.word(103, y, 5, black);
  drawing.fill({101, top, 158, 12}, trough);
  if (arrow > 0) drawing.fill({101, top, arrow, 12}, white);
  for (std::int32_t i = 0; arrow > 0 && i < 5; ++i) drawing.fill({105 + i, top + 6 - i, 1, 2 * i + 1}, black);
  drawing.fill({101 + handle, top + 2, 60, 8}, knob);
  return drawing;
}

TEST(FindLabel, AListWhoseScrollBarIsAwayFromItsLeftEndIsScrolled) {
  const auto cut = [](std::int32_t handle, std::int32_t arrow) {
    return find_label(list_with_bar(handle, arrow).picture(), {200, 48})->cut;
  };
  EXPECT_FALSE(cut(3, 0)) << "the trough's padding";
  EXPECT_TRUE(cut(12, 0));
  EXPECT_TRUE(cut(98, 0)) << "at the right end";
  EXPECT_FALSE(cut(14, 14)) << "behind the arrow";
  EXPECT_TRUE(cut(26, 14));
}

TEST(FindLabel, WhatStandsBelowAListIsNoScrollBarOfIt) {
  constexpr std::uint32_t dark = 0x707070;
  const auto cut = [](Rect box) {
    Drawing drawing = list_with_bar(3, 0);
    drawing.fill({0, 274, 400, 26}, white);
    drawing.fill(box, dark);
    return find_label(drawing.picture(), {200, 48})->cut;
  };
  EXPECT_TRUE(cut({120, 280, 60, 8})) << "a bar close below";
  EXPECT_FALSE(cut({280, 280, 60, 8})) << "beside the list";
  EXPECT_FALSE(cut({120, 280, 60, 2})) << "a line";
}

TEST(FindLabel, TheRowsAroundTheChosenOneTellWhetherItIsScrolled) {
  const auto chosen = [](std::int32_t indent) {
    Drawing drawing = list_of_three(2, 5);
    drawing.fill({101, 39, 158, 18}, blue);
    drawing.word(101 + indent, 43, 5, white);
    return find_label(drawing.picture(), {200, 48});
  };
  EXPECT_FALSE(chosen(2)->cut);
  EXPECT_TRUE(chosen(2)->at_border);
  EXPECT_TRUE(chosen(7)->cut);
}

TEST(FindLabel, ABorderMayBeAFaintStepOfTheBackground) {
  constexpr std::uint32_t page = 0x1E1F22, rows = 0x2B2D30;
  const auto list = [](int first) {
    Drawing drawing(400, 120, page);
    drawing.fill({100, 20, 160, 60}, rows);
    for (const std::int32_t y : {25, 43, 61}) drawing.word(100 + first, y, 5, white);
    return find_label(drawing.picture(), {200, 48});
  };
  EXPECT_TRUE(list(0)->cut) << "strokes along the border";
  EXPECT_TRUE(list(3)->at_border);
  EXPECT_FALSE(list(3)->cut);
}

TEST(FindLabel, RowsOfAListWithoutABorderThatBeginAtDifferentPlacesAreScrolled) {
  const auto list = [](std::int32_t second) {
    Drawing drawing(400, 120, white);
    drawing.word(100, 25, 5, black);
    drawing.word(100 + second, 43, 12, black);
    drawing.word(100, 61, 5, black);
    return find_label(drawing.picture(), {160, 48});
  };
  EXPECT_FALSE(list(0)->cut);
  EXPECT_TRUE(list(6)->cut);
  EXPECT_FALSE(list(20)->cut) << "further than a blank: indented";
}

TEST(FindLabel, TheFrameOfAControlIsNoHighLetter) {
  Drawing drawing(400, 120, white);
  drawing.word(60, 40, 6, black);
  drawing.word(74, 62, 6, black);  // further off than a blank of these letters is wide
  EXPECT_FALSE(find_label(drawing.picture(), {80, 45})->cut);
  drawing.frame({200, 36, 100, 20}, black);
  drawing.word(220, 41, 6, black);
  EXPECT_FALSE(find_label(drawing.picture(), {80, 45})->cut);
}

TEST(FindLabel, TheFrameOfAControlAtTheEdgeOfThePictureIsNoHighLetter) {
  const auto cut = [](std::int32_t from) {
    Drawing drawing(400, 180, white);
    drawing.word(100, 60, 12, black);
    drawing.word(107, 30, 12, black);
    drawing.frame({from, 54, 60, 20}, edge);
    return find_label(drawing.picture(), {160, 65})->cut;
  };
  EXPECT_FALSE(cut(500));
  EXPECT_FALSE(cut(360)) << "goes on behind the edge";
}

TEST(FindLabel, ATextThatEndsAtTheBorderOfItsListIsCut) {
  EXPECT_FALSE(find_label(list_of_three(6, 18).picture(), {200, 48})->cut);
  EXPECT_TRUE(find_label(list_of_three(15, 18).picture(), {200, 48})->cut)
      << "the next letter would be behind the border";
}

TEST(FindLabel, ATextThatBeginsAtTheBorderOfItsListIsToldFromOthers) {
  EXPECT_FALSE(find_label(list_of_three(14, 5).picture(), {200, 48})->at_border);
  // A blank, or what is left of a letter, may stand before it.
  EXPECT_TRUE(find_label(list_of_three(6, 5).picture(), {200, 48})->at_border);
  Drawing drawing = list_of_three(1, 5);
  EXPECT_TRUE(find_label(drawing.picture(), {200, 48})->at_border);
  EXPECT_FALSE(find_label(drawing.picture(), {200, 48})->cut);
  drawing.set(101, 52, black);  // the foot of a letter
  EXPECT_TRUE(find_label(drawing.picture(), {200, 48})->at_border);
  EXPECT_FALSE(find_label(drawing.picture(), {200, 48})->cut);
  drawing.fill({101, 43, 1, 10}, black);  // a stroke along the border
  EXPECT_TRUE(find_label(drawing.picture(), {200, 48})->cut);
}

TEST(FindLabel, WordsOfLettersOfOneWidthAreOneText) {
  Drawing drawing(400, 80, white);  // the blank between them is wider than a letter is high
  const Rect text = united(drawing.word(20, 30, 6, black), drawing.word(20 + 7 * 8, 30, 4, black));
  const auto found = find_label(drawing.picture(), {40, 35});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), text);
  EXPECT_FALSE(found->cut);
}

TEST(FindLabel, ATextThatMayGoOnBehindAWideBlankHasParts) {
  Drawing drawing(400, 80, white);
  const Rect first = drawing.word(20, 30, 6, black);
  EXPECT_FALSE(find_label(drawing.picture(), {40, 35})->apart);
  const Rect second = drawing.word(20 + 46 + 17, 30, 4, black);
  for (const Point at : {Point{40, 35}, Point{90, 35}}) {
    const auto found = find_label(drawing.picture(), at);
    EXPECT_TRUE(found->apart);
    EXPECT_FALSE(found->cut);
    ASSERT_EQ(found->lines.size(), 2U);
    EXPECT_EQ(found->lines[0].place, first);
    EXPECT_EQ(found->lines[1].place, second);
  }
  Drawing other_ink(400, 80, white);
  other_ink.word(20, 30, 6, black);
  other_ink.word(20 + 46 + 17, 30, 4, blue);
  EXPECT_FALSE(find_label(other_ink.picture(), {40, 35})->apart) << "another ink";
  Drawing framed(400, 80, white);
  framed.word(20, 30, 6, black);
  framed.frame({20 + 46 + 17, 22, 60, 26}, black);
  EXPECT_FALSE(find_label(framed.picture(), {40, 35})->apart) << "the border of another control";
}

TEST(FindLabel, ATextOfTooManyPartsIsCut) {
  Drawing drawing(720, 80, white);
  for (int i = 0; i < 5; ++i) drawing.word(40 + i * (30 + 17), 30, 4, black);
  const auto found = find_label(drawing.picture(), {50, 35});
  EXPECT_TRUE(found->apart);
  EXPECT_TRUE(found->cut);
}

TEST(FindLabel, ARoundedCheckBoxInAGradientIsNoLetter) {
  Drawing drawing(400, 80, white);
  const Rect text = drawing.word(46, 32, 6, black);
  for (std::int32_t y = 30; y < 44; ++y) {  // its sides grow darker, its corners are pale, and a shadow lies below
    drawing.fill({26, y, 14, 1}, 0x808890 - 0x030303 * static_cast<std::uint32_t>(y - 30));
    if (y > 30 && y < 43) drawing.fill({27, y, 12, 1}, 0xE8E8F0 - 0x020202 * static_cast<std::uint32_t>(y - 30));
  }
  for (const std::int32_t x : {26, 39}) {
    for (const std::int32_t y : {30, 43}) drawing.set(x, y, 0xE0E0E0);
  }
  drawing.fill({27, 44, 12, 1}, 0xC8C8D0);
  const auto found = find_label(drawing.picture(), {60, 37});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), text);
  EXPECT_FALSE(found->cut);
}

TEST(FindLabel, AGradientBelowTheLettersIsNoUnderline) {
  Drawing drawing(400, 80, 0x303030);
  for (std::int32_t y = 20; y < 44; ++y) {
    drawing.fill({40, y, 160, 1}, 0xFFFFFF - 0x040404 * static_cast<std::uint32_t>(y - 20));
  }
  const Rect text = drawing.word(60, 25, 4, black);
  drawing.word(107, 25, 4, black);         // no bar through both
  drawing.fill({60, 36, 4, 1}, 0xA0A0A0);  // what smoothing leaves of a letter's foot, in the gradient's darker part
  const auto found = find_label(drawing.picture(), {150, 30});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->underlines.empty());
  EXPECT_EQ(found->lines.front().place.width, text.width);
  EXPECT_FALSE(found->cut);
}

TEST(FindLabel, AShortLinkOnItsUnderlineMayNotBeWhole) {
  Drawing drawing(400, 80, white);
  drawing.word(66, 30, 3, blue);
  drawing.fill({66, 40, 22, 1}, blue);  // too short to be told from a letter's stroke
  EXPECT_TRUE(find_label(drawing.picture(), {75, 35})->cut);
}

TEST(PrepareLine, ShowsNothingOfWhatStandsBesideTheLine) {
  Drawing drawing(400, 80, white);
  const Rect text = drawing.word(66, 30, 6, black);
  drawing.fill({60, 30, 3, 10}, black);  // the side of a check box
  TextLine line{.place = text, .darkest = colour_of(black)};
  const Grey grey = prepare_line(drawing.picture(), line, colour_of(white), drawing.picture().area());
  const double factor = 3.2;  // letters of 10 pixels become 32
  const auto ink_before = static_cast<std::int32_t>(10 + 3 * factor - factor);
  for (std::int32_t x = 0; x < ink_before; ++x) {
    EXPECT_EQ(grey.pixels[static_cast<std::size_t>(grey.height / 2 * grey.width + x)], 255) << x;
  }
}

TEST(Prepare, AStripHasItsHeightAndAllOfTheTextWhateverIsAroundIt) {
  Drawing drawing(200, 60, white);
  const Rect text = drawing.word(40, 20, 5, black);
  drawing.fill({text.x - 2, 20, 1, 10}, black);  // further off than the strip goes, which must not reach beyond it
  const auto found = find_label(drawing.picture(), {60, 25});
  ASSERT_TRUE(found);
  for (const std::int32_t around : {1, 2, 6}) {
    const Grey strip = prepare_strip(drawing.picture(), found->lines.front(), found->ground, found->inside, 48, around);
    EXPECT_EQ(strip.height, 48);
    EXPECT_EQ(strip.pixels.size(), static_cast<std::size_t>(strip.width) * 48);
    const double factor = 48.0 / (found->lines.front().place.height + 2 * around);
    EXPECT_NEAR(strip.width, factor * (found->lines.front().place.width + 2 * around), 1);
  }
}

TEST(FindLabel, ALinksEndsAreItsUnderlines) {
  Drawing drawing(400, 80, white);
  drawing.word(20, 30, 5, black);
  const Rect link = drawing.word(66, 30, 6, blue);
  drawing.fill({66, 42, 46, 1}, blue);
  drawing.word(118, 30, 5, black);
  const auto found = find_label(drawing.picture(), {90, 35});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), link);
}

TEST(FindLabel, ALinkAmongWordsOfItsColourMayNotBeWhole) {
  Drawing drawing(400, 80, white);
  drawing.word(20, 30, 5, blue);
  drawing.word(66, 30, 6, blue);
  drawing.fill({66, 42, 46, 1}, blue);
  const auto found = find_label(drawing.picture(), {90, 35});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->cut);
}

TEST(FindLabel, LettersThatStandOnTheirUnderlineAreReadWithItAndWithout) {
  Drawing drawing(400, 80, white);
  drawing.word(66, 30, 6, blue);
  drawing.fill({66, 40, 46, 1}, blue);
  const auto found = find_label(drawing.picture(), {90, 35});
  ASSERT_TRUE(found);
  EXPECT_THAT(found->underlines, testing::ElementsAre(Rect{66, 40, 46, 1}));
  EXPECT_EQ(place_of(*found), (Rect{66, 30, 46, 10}));
}

TEST(Underline, StrokesThatCrossItStay) {
  Drawing drawing(400, 80, white);
  drawing.word(66, 30, 6, blue);
  drawing.fill({66, 41, 46, 1}, blue);
  drawing.fill({82, 40, 2, 5}, blue);  // a descender
  const Rect line{66, 41, 46, 1};
  const Picture without = without_underlines(drawing.picture(), {line}, {255, 255, 255});
  EXPECT_EQ(without.at(83, 41), blue);
  EXPECT_EQ(without.at(70, 41), white);
  EXPECT_EQ(without.at(70, 35), drawing.picture().at(70, 35));
}

TEST(Underline, WhosePalerRowADescenderBreaksIsOneLine) {
  constexpr std::uint32_t pale = 0xA0B8E8;
  Drawing drawing(400, 80, white);
  drawing.word(66, 30, 12, blue);
  drawing.fill({66, 41, 94, 1}, blue);
  drawing.fill({66, 42, 94, 1}, pale);
  drawing.fill({98, 40, 2, 6}, blue);  // a descender
  const Ground ground = find_ground(drawing.picture(), {30, 35});
  EXPECT_THAT(find_underlines(drawing.picture(), ground), testing::ElementsAre(Rect{66, 41, 94, 2}));
}

TEST(FindLabel, TextsWhoseLettersStandOnOtherRowsAreNotOne) {
  constexpr std::int32_t behind_a_wide_blank = 66 + 46 + 14;
  for (const std::int32_t lower : {0, 1, 2, 3}) {
    Drawing drawing(400, 80, white);
    const Rect own = drawing.word(66, 30, 6, black);
    drawing.word(behind_a_wide_blank, 30 + lower, 5, black);
    const auto found = find_label(drawing.picture(), {80, 35});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->apart, lower < 2) << lower;
    EXPECT_EQ(place_of(*found) == own, lower >= 2) << lower;
  }
}

TEST(FindLabel, AnotherColourIsAnotherText) {
  Drawing drawing(400, 80, white);
  drawing.word(20, 30, 5, 0x606060);
  const Rect link = drawing.word(66, 30, 6, blue);
  const auto found = find_label(drawing.picture(), {90, 35});
  ASSERT_TRUE(found);
  EXPECT_EQ(place_of(*found), link);
}

TEST(FindLabel, ACheckBoxHasItsLabelBesideIt) {
  Drawing drawing(400, 80, white);
  drawing.frame({40, 30, 14, 14}, black);
  const Rect text = drawing.word(62, 32, 7, black);
  const auto found = find_label(drawing.picture(), {47, 37});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->how, How::beside);
  EXPECT_EQ(place_of(*found), text);
}

TEST(FindLabel, ATextThatReachesTheEdgeIsCut) {
  Drawing drawing(100, 60, white);
  drawing.word(60, 25, 8, black);  // goes on beyond the picture
  const auto found = find_label(drawing.picture(), {70, 30});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->cut);
}

TEST(FindLabel, WhatNobodyCanSeeIsNoText) {
  Drawing drawing(400, 80, white);
  drawing.word(20, 30, 8, 0xF6F6F6);
  EXPECT_FALSE(find_label(drawing.picture(), {40, 35}));
}

TEST(FindLabel, AnEmptyButtonHasNone) {
  Drawing drawing(400, 80, white);
  drawing.fill({100, 20, 120, 30}, grey);
  drawing.frame({100, 20, 120, 30}, edge);
  drawing.word(240, 30, 6, black);
  EXPECT_FALSE(find_label(drawing.picture(), {150, 35}));
}

TEST(FindLabel, APointOutsideHasNone) {
  const Drawing drawing(40, 40, white);
  EXPECT_FALSE(find_label(drawing.picture(), {40, 10}));
  EXPECT_FALSE(find_label(drawing.picture(), {-1, 10}));
}

TEST(FindLabel, AnyPictureGivesPlacesInsideIt) {
  std::mt19937 random(23);
  const auto below = [&](int most) { return static_cast<std::int32_t>(random() % static_cast<unsigned>(most)); };
  for (int round = 0; round < 300; ++round) {
    const std::int32_t width = 1 + below(300), height = 1 + below(90);
    Drawing drawing(width, height, random() & 0xFFFFFFU);
    for (int i = below(40); i > 0; --i) {
      drawing.fill({below(width), below(height), below(60), below(30)}, random() & 0xFFFFFFU);
    }
    for (int i = below(3) * 2000; i > 0; --i) drawing.set(below(width), below(height), random() & 0xFFFFFFU);
    const auto found = find_label(drawing.picture(), {below(width), below(height)});
    if (!found) continue;
    ASSERT_FALSE(found->lines.empty());
    for (const Rect& place : {place_of(*found), found->control}) {
      EXPECT_FALSE(place.empty());
      EXPECT_TRUE(place.x >= 0 && place.y >= 0 && right(place) <= width && bottom(place) <= height) << round;
    }
  }
}

}  // namespace
}  // namespace interlock::sight
