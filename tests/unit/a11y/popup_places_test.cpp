// Where elements in popups of GTK 3 are on a display without coordinates. Recorded with GTK 3.24 on interlock-desk at
// scale 1 and 2: what is in a popup counts from the popup's corner, shadow included.
#include <gtest/gtest.h>

#include "a11y/popup.h"
#include "a11y/popup_places.h"

namespace interlock::a11y {
namespace {

TopLevel window_at(Point corner, double scale, std::vector<SurfacePlaces> popups) {
  TopLevel top{.ref = {}, .toolkit = {}, .space = Space(corner, Coordinates::window, scale)};
  top.scale = scale;
  top.popups = std::move(popups);
  return top;
}

/// Below the button "Menu", and over the list "Choice".
const SurfacePlaces menu{{24, 95, 163, 112}, {18, 90, 175, 124}, {24, 95, 163, 112}};
const SurfacePlaces list{{24, 107, 84, 158}, {18, 102, 96, 170}, {24, 107, 84, 158}};

TEST(PopupPlaces, AnElementIsInThePopupFromWhoseCornerItCounts) {
  const auto top = window_at({0, 0}, 1, {menu, list});
  EXPECT_EQ(placed(top, {24, 61, 74, 34}, {24, 61, 74, 34}, {}), (Placed{{24, 61, 74, 34}, std::nullopt}));
  EXPECT_EQ(placed(top, {6, 61, 163, 26}, {30, 156, 163, 26}, {}), (Placed{{24, 151, 163, 26}, 0}));
  EXPECT_EQ(placed(top, {6, 39, 84, 30}, {30, 146, 84, 30}, {}), (Placed{{24, 141, 84, 30}, 1}));
}

TEST(PopupPlaces, LogicalPixelsAreMultiplied) {
  const SurfacePlaces twice{{48, 190, 326, 224}, {36, 180, 350, 248}, {48, 190, 326, 224}, 2, 2};
  const auto top = window_at({0, 0}, 2, {twice});
  EXPECT_EQ(placed(top, {6, 9, 163, 26}, {30, 104, 163, 26}, {}), (Placed{{48, 198, 326, 52}, 0}));
}

TEST(PopupPlaces, WhatTheWindowItselfIsApartDoesNotCount) {
  const SurfacePlaces moved{{124, 175, 163, 112}, {118, 170, 175, 124}, {124, 175, 163, 112}};
  const auto top = window_at({100, 80}, 1, {moved});
  EXPECT_EQ(placed(top, {6, 9, 163, 26}, {40, 114, 163, 26}, {10, 10}), (Placed{{124, 179, 163, 26}, 0}));
  EXPECT_EQ(placed(top, {24, 61, 74, 34}, {34, 71, 74, 34}, {10, 10}), (Placed{{124, 141, 74, 34}, std::nullopt}));
}

TEST(PopupPlaces, WhatCouldBeInTwoOrInNoneHasNoPlace) {
  const Rect item{6, 9, 163, 26}, on_screen{30, 104, 163, 26};
  EXPECT_EQ(placed(window_at({0, 0}, 1, {menu, menu}), item, on_screen, {}), Placed{});
  EXPECT_EQ(placed(window_at({0, 0}, 1, {list}), item, on_screen, {}), Placed{}) << "a popup that is not known";
  const SurfacePlaces at_corner{{0, 0, 163, 112}, {-6, -5, 175, 124}, {0, 0, 163, 112}};
  EXPECT_EQ(placed(window_at({0, 0}, 1, {at_corner}), item, item, {}), Placed{}) << "in the window, or in the popup";
  EXPECT_EQ(placed(window_at({0, 0}, 1, {menu}), {}, on_screen, {}), Placed{});
}

TEST(PopupPlaces, WithoutCoordinatesAPopupIsWhereItsNodeSaysAndNotOnlyAsLarge) {
  auto top = window_at({0, 26}, 1, {});
  top.toolkit.extents_relative_to_window = true;
  // Recorded: the list of a combo box of Qt 6, inside the popup's border of one pixel.
  EXPECT_TRUE(is_popup_at(top, {11, 65, 80, 112}, {12, 66, 78, 110}));
  EXPECT_FALSE(is_popup_at(top, {11, 65, 80, 112}, {12, 40, 78, 110})) << "counted from the screen's corner";
  EXPECT_FALSE(is_popup_at(top, {11, 65, 80, 112}, {}));
  top.scale.reset();
  EXPECT_TRUE(is_popup_at(top, {11, 65, 80, 112}, {0, 0, 80, 112})) << "GTK 4 on X";
}

}  // namespace
}  // namespace interlock::a11y
