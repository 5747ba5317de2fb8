// Where an application's coordinates begin on a display without coordinates. The sizes were recorded on GNOME 48, KWin
// 6.3 and a compositor on wlroots 0.18, with GTK 3.24, GTK 4.18, Qt 6.8 and Chromium 150.
#include <gtest/gtest.h>

#include "a11y/frame_match.h"
#include "a11y/space.h"

namespace interlock::a11y {
namespace {

Toolkit named(const char* name, const char* version = "4.18") {
  return on_display(toolkit_from(name, version), SurfacePlaces{});
}

/// A window that draws its own shadow of 26 pixels, 23 at the top.
const SurfacePlaces with_shadow{{100, 80, 640, 480}, {74, 57, 692, 532}, {100, 80, 640, 480}};
/// A window that the display server decorates: a title bar of 30 pixels.
const SurfacePlaces decorated{{100, 80, 640, 510}, {100, 110, 640, 480}, {100, 110, 640, 480}};
/// A window that draws a title bar of 39 pixels and a border of 1 itself, and a shadow.
const SurfacePlaces own_title{{200, 100, 402, 340}, {190, 90, 422, 360}, {200, 100, 402, 340}};

TEST(WaylandSpace, EachToolkitCountsFromTheRectangleThatHasItsSize) {
  EXPECT_EQ(origin_in(named("GTK"), with_shadow, {0, 0, 640, 480}), (Point{100, 80}));
  EXPECT_EQ(origin_in(named("gtk"), with_shadow, {0, 0, 692, 532}), (Point{74, 57}));
  EXPECT_EQ(origin_in(named("Chromium"), with_shadow, {10, 10, 692, 532}), (Point{74, 57}));
  EXPECT_EQ(origin_in(named("Gecko"), decorated, {0, 0, 640, 480}), (Point{100, 110}));
  EXPECT_EQ(origin_in(named("gtk"), decorated, {0, 0, 640, 480}), (Point{100, 110}));
  EXPECT_EQ(origin_in(named("GTK"), decorated, {0, 0, 640, 480}), (Point{100, 110}));
  EXPECT_EQ(origin_in(named("Qt"), decorated, {0, 0, 640, 480}), (Point{100, 110}));
}

TEST(WaylandSpace, QtCountsBelowTheTitleThatItDraws) {
  EXPECT_EQ(origin_in(named("Qt"), own_title, {0, 0, 400, 300}), (Point{201, 139}));
  EXPECT_EQ(origin_in(named("GTK"), own_title, {0, 0, 400, 300}), std::nullopt);
  EXPECT_EQ(origin_in(named("Qt"), own_title, {0, 0, 399, 300}), std::nullopt);  // borders of unequal width
  EXPECT_EQ(origin_in(named("Qt"), own_title, {0, 0, 400, 200}), std::nullopt);  // no title bar is that high
}

TEST(WaylandSpace, WhatDoesNotMatchIsUnknownAndNeverGuessed) {
  EXPECT_EQ(origin_in(named("gtk"), with_shadow, {0, 0, 691, 532}), std::nullopt);
  EXPECT_EQ(origin_in(named("GTK"), with_shadow, {0, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(origin_in(named("Gecko"), with_shadow, {-1, -1, -1, -1}), std::nullopt);
  const SurfacePlaces ambiguous{{0, 0, 50, 50}, {9, 9, 50, 50}, {0, 0, 50, 50}};
  EXPECT_EQ(origin_in(named("GTK"), ambiguous, {0, 0, 50, 50}), std::nullopt);
}

TEST(WaylandSpace, ATitleDoesNotMakeUpForAnotherSize) {
  const auto frame = [](const char* name, Rect extents) {
    return Frame{.toolkit = named("GTK"), .extents = extents, .name = name, .active = false, .showing = true};
  };
  ProgramWindow window{.id = 1, .title = "one", .places = {{100, 80, 640, 480}}};
  window.surface = with_shadow;
  EXPECT_EQ(frame_of({frame("one", {0, 0, 640, 480})}, {window}, 0), 0U);
  EXPECT_EQ(frame_of({frame("one", {0, 0, 641, 480})}, {window}, 0), std::nullopt);
  EXPECT_EQ(frame_of({frame("one", {0, 0, 600, 480}), frame("two", {0, 0, 640, 480})}, {window}, 0), 1U);
}

TEST(WaylandSpace, EveryToolkitIsAskedForPlacesInItsWindow) {
  for (const char* name : {"gtk", "GTK", "Qt", "Chromium", "Gecko"}) {
    EXPECT_EQ(coordinates_of(named(name)), Coordinates::window) << name;
  }
  EXPECT_EQ(coordinates_of(on_display(toolkit_from("Qt", ""), std::nullopt)), Coordinates::screen);
}

}  // namespace
}  // namespace interlock::a11y
