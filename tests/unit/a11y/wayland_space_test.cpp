// Where an application's coordinates begin on a display without coordinates. The sizes were recorded on GNOME 48, KWin
// 6.3 and a compositor on wlroots 0.18, with GTK 3.24, GTK 4.18, Qt 6.8 and Chromium 150.
#include <gtest/gtest.h>

#include <cmath>

#include "a11y/frame_match.h"
#include "a11y/space.h"

namespace interlock::a11y {
namespace {

Toolkit named(const char* name, const char* version = "4.18") {
  return on_display(toolkit_from(name, version), SurfacePlaces{});
}

bool covers(const Rect& outer, const Rect& inner) {
  return outer.x <= inner.x && outer.y <= inner.y && outer.x + outer.width >= inner.x + inner.width &&
         outer.y + outer.height >= inner.y + inner.height;
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
  EXPECT_EQ(origin_in(named("Chromium"), with_shadow, {0, 0, 692, 532}), (Point{74, 57}));
  EXPECT_EQ(origin_in(named("Gecko"), decorated, {0, 0, 640, 480}), (Point{100, 110}));
  EXPECT_EQ(origin_in(named("gtk"), decorated, {0, 0, 640, 480}), (Point{100, 110}));
  EXPECT_EQ(origin_in(named("GTK"), decorated, {0, 0, 640, 480}), (Point{100, 110}));
  EXPECT_EQ(origin_in(named("Qt"), decorated, {0, 0, 640, 480}), (Point{100, 110}));
}

/// The same kinds of windows at scale 1.25, where edges are rounded, and at 2; measured on interlock-desk.
const SurfacePlaces gtk3_at_1_25{{105, 105, 525, 421}, {73, 76, 590, 487}, {105, 105, 525, 421}, 1.25, 1.25};
const SurfacePlaces gtk4_at_1_25{{105, 105, 525, 375}, {88, 90, 560, 411}, {105, 105, 525, 375}, 1.25, 1.25};
const SurfacePlaces qt6_at_1_25{{105, 105, 535, 418}, {110, 143, 525, 375}, {110, 143, 525, 375}, 1.25, 1.25};
const SurfacePlaces chromium_at_1_25{{65, 78, 1215, 822}, {45, 65, 1255, 875}, {65, 78, 1215, 822}, 1.25, 1.25};
const SurfacePlaces chromium_at_2{{104, 124, 1176, 776}, {72, 104, 1240, 860}, {104, 124, 1176, 776}, 2, 2};

TEST(WaylandSpace, AFrameMayLieInsideOfItsOwnCoordinates) {
  // Recorded: Firefox in GNOME, whose frame leaves out its shadow and whose coordinates begin with it.
  EXPECT_EQ(origin_in(named("Gecko"), with_shadow, {26, 23, 640, 480}), (Point{74, 57}));
  EXPECT_EQ(origin_in(named("Gecko"), with_shadow, {INT32_MIN, 23, 640, 480})->y, 57);
}

/// Recorded: Firefox 153 in GNOME and KWin at 1.25, where 921 units are 1151.25 pixels. KWin counts fractions of a
/// unit.
const SurfacePlaces gecko_in_gnome{{160, 85, 1600, 1151}, {128, 56, 1665, 1217}, {160, 85, 1600, 1151}, 1.25, 1.25};
const SurfacePlaces gecko_in_kwin{{128, 51, 1280, 921}, {102, 28, 1332, 973}, {128, 51, 1280, 921}, 1, 1.25};
const SurfacePlaces gecko_resized{{128, 51, 1202, 803}, {102, 28, 1255, 855}, {128, 51, 1202, 803}, 1, 1.25};

TEST(WaylandSpace, AFrameWhoseSizeIsRoundedLiesExactlyWhereItSays) {
  EXPECT_EQ(origin_in(named("Gecko"), gecko_in_gnome, {26, 23, 1280, 920}), (Point{102, 45}));
  EXPECT_EQ(origin_in(named("Gecko"), gecko_in_kwin, {26, 23, 1280, 920}), (Point{102, 28}));
  EXPECT_EQ(origin_in(named("Gecko"), gecko_resized, {26, 23, 1203, 803}), (Point{102, 28}));
  EXPECT_EQ(origin_in(named("Gecko"), gecko_in_gnome, {25, 23, 1280, 920}), std::nullopt)
      << "not in the shadow's place";
  EXPECT_EQ(origin_in(named("Gecko"), gecko_in_gnome, {26, 23, 1280, 919}), std::nullopt);
  EXPECT_EQ(origin_in(named("GTK"), gecko_in_gnome, {26, 23, 1280, 920}), std::nullopt) << "rounds no sizes";
  SurfacePlaces whole = gecko_in_kwin;
  whole.client_scale = 2;
  EXPECT_EQ(origin_in(named("Gecko"), whole, {26, 23, 1280, 920}), std::nullopt) << "every unit is two pixels";
}

TEST(WaylandSpace, WhatIsRoundedMayBeDrawnFurtherOutside) {
  EXPECT_TRUE(rounds_places(named("Gecko"), gecko_in_gnome));
  EXPECT_FALSE(rounds_places(named("GTK"), gecko_in_gnome));
  Space space({102, 45}, Coordinates::window, 1.25);
  EXPECT_EQ(space.on_screen({26, 23, 60, 20}), (Rect{160, 85, 75, 25}));
  const Point at{170, 90}, before = space.inside(at);
  space.set_rounded();
  EXPECT_EQ(space.on_screen({26, 23, 60, 20}), (Rect{158, 83, 81, 31}));
  EXPECT_EQ(space.inside(at), before) << "a hit test asks for the same place";
  const Space popup = space.in_popup({160, 85, 100, 100}, Coordinates::window);
  EXPECT_EQ(popup.on_screen({10, 10, 60, 20}), (Rect{171, 96, 81, 31}));
}

/// Firefox divides the pixels of a place and of its size by the scale and drops the fractions of both.
TEST(WaylandSpace, AllThatIsDrawnIsInAPlaceWhoseFractionsWereDropped) {
  for (const double scale : {1.25, 1.5, 1.75, 2.25}) {
    Space space({102, 45}, Coordinates::window, scale);
    space.set_rounded();
    const auto units = [scale](std::int32_t pixels) { return static_cast<std::int32_t>(pixels / scale); };
    for (std::int32_t x = 0; x < 40; ++x) {
      for (std::int32_t width = 10; width < 50; ++width) {
        const Rect drawn{static_cast<std::int32_t>(std::lround(102 * scale)) + x,
                         static_cast<std::int32_t>(std::lround(45 * scale)) + x, width, width};
        const Rect place = space.on_screen({units(x), units(x), units(width), units(width)});
        ASSERT_TRUE(covers(place, drawn)) << scale << ' ' << x << ' ' << width;
      }
    }
  }
  // Recorded: Firefox 153 in GNOME 50, a field of 238 pixels in a window at (128, 56).
  Space space({102, 45}, Coordinates::window, 1.25);
  space.set_rounded();
  const Rect field{453, 433, 238, 23};
  EXPECT_TRUE(covers(space.on_screen({260, 301, 189, 18}), field));
}

TEST(WaylandSpace, SizesAreComparedInLogicalPixels) {
  EXPECT_EQ(origin_in(named("gtk"), gtk3_at_1_25, {0, 0, 472, 389}), (Point{58, 61}));
  EXPECT_EQ(origin_in(named("GTK"), gtk4_at_1_25, {0, 0, 420, 300}), (Point{84, 84}));
  EXPECT_EQ(origin_in(named("Qt"), qt6_at_1_25, {0, 0, 420, 300}), (Point{88, 114}));
  EXPECT_EQ(origin_in(named("Chromium"), chromium_at_1_25, {0, 0, 1004, 700}), (Point{36, 52}));
  EXPECT_EQ(origin_in(named("Chromium"), chromium_at_2, {0, 0, 620, 430}), (Point{36, 52}));
  EXPECT_EQ(origin_in(named("gtk"), gtk3_at_1_25, {0, 0, 590, 487}), std::nullopt)
      << "the size in pixels of the screen";
  EXPECT_EQ(origin_in(named("gtk"), gtk3_at_1_25, {0, 0, 471, 389}), std::nullopt);
}

TEST(WaylandSpace, EveryWholeLogicalPlaceIsFoundAgain) {
  for (const double scale : {1.0, 1.25, 1.5, 1.75, 2.0, 2.75}) {
    for (std::int32_t x = -200; x < 200; ++x) {
      const auto edge = [&](std::int32_t at) { return static_cast<std::int32_t>(std::lround(at * scale)); };
      const Rect place{edge(x), edge(-x), edge(x + 301) - edge(x), edge(200 - x) - edge(-x)};
      const SurfacePlaces surface{place, place, place, scale, scale};
      ASSERT_EQ(origin_in(named("gtk"), surface, {0, 0, 301, 200}), (Point{x, -x})) << scale;
    }
  }
}

TEST(WaylandSpace, LogicalPlacesBecomeAllPixelsThatTheyTouch) {
  const Space space({84, 84}, Coordinates::window, 1.25);
  EXPECT_EQ(space.on_screen({24, 63, 372, 34}), (Rect{135, 183, 465, 44}));
  EXPECT_EQ(space.on_screen({}), Rect{});
  // The desk delivers a press in the middle of a pixel.
  EXPECT_EQ(space.inside({135, 183}), (Point{24, 62}));
  EXPECT_EQ(space.inside({135, 184}), (Point{24, 63}));
  EXPECT_EQ(space.in_popup({110, 120, 50, 50}, Coordinates::window).on_screen({1, 1, 8, 8}), (Rect{111, 121, 11, 11}));
}

TEST(WaylandSpace, PagesOfChromiumCountTheDrawnPixels) {
  // Recorded: the window's corner on the screen is reported as (10, 10); "Show it" is at (86, 137) of the surface at
  // scale 1.
  Space twice({36, 52}, Coordinates::window, 2);
  EXPECT_EQ(twice.on_screen({182, 284, 131, 43}), (Rect{436, 672, 262, 86})) << "a control outside of pages";
  twice.set_pages({10, 10}, 2);
  twice.set_hits({10, 10}, 2);
  EXPECT_EQ(twice.on_screen({182, 284, 131, 43}, true), (Rect{244, 378, 131, 43}));
  EXPECT_EQ(twice.inside({244, 378}), (Point{182, 284}));
  // Where pictures have one scale and the window's monitor another one.
  Space other({36, 52}, Coordinates::window, 1);
  other.set_pages({10, 10}, 2);
  other.set_hits({10, 10}, 2);
  EXPECT_EQ(other.on_screen({182, 284, 132, 44}, true), (Rect{122, 189, 66, 22}));
  EXPECT_EQ(other.inside({122, 189}), (Point{183, 285}));
}

TEST(WaylandSpace, HitTestsOfFirefoxCountTheDrawnPixels) {
  // Recorded: "Look closer" is reported at (70, 227, 86, 21), and is what a hit test at (142, 297) finds.
  Space space({}, Coordinates::window, 1.25);
  space.set_hits({}, 1.25);
  EXPECT_EQ(space.on_screen({70, 227, 86, 21}), (Rect{87, 283, 108, 27}));
  EXPECT_EQ(space.inside({141, 297}), (Point{141, 297}));
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

/// Beside each other in one program; `size` is that of the window, as the desk says.
ProgramWindow titled(const char* title, std::int32_t size, bool shown = true) {
  static std::uint64_t ids = 0;
  const Rect place{100, 80, size, size};
  return {.id = ++ids, .title = title, .surface = SurfacePlaces{place, place, place}, .shown = shown};
}

Frame named_frame(const char* name, std::int32_t size, bool showing = true, bool active = false) {
  return {.toolkit = named("Qt"), .extents = {0, 0, size, size}, .name = name, .active = active, .showing = showing};
}
using Found = std::optional<std::size_t>;

TEST(WaylandSpace, AWindowWithoutAFrameDoesNotGetAnotherOnesThatHasItsSize) {
  // The only frame is the first window's, and has the size of the second: it draws larger, or its size changes just
  // now.
  for (const char* name : {"Two windows", "", "Another title"}) {
    const std::vector<ProgramWindow> same = {titled("Two windows", 500), titled("Two windows", 400)};
    EXPECT_EQ(frame_of({named_frame(name, 400)}, same, 1), std::nullopt) << name;
    EXPECT_EQ(frame_of({named_frame(name, 400)}, same, 0), std::nullopt) << name;
    const std::vector<ProgramWindow> other = {titled("Two windows", 500), titled("Canvas", 400)};
    EXPECT_EQ(frame_of({named_frame(name, 400)}, other, 1), std::nullopt) << name;
  }
  EXPECT_EQ(frame_of({named_frame("Canvas", 400)}, {titled("Two windows", 500), titled("Canvas", 400)}, 1), Found(0));
  EXPECT_EQ(frame_of({named_frame("Two windows", 500)}, {titled("Two windows", 500), titled("Canvas", 500)}, 0),
            Found(0));
  EXPECT_EQ(frame_of({named_frame("Two windows", 500)}, {titled("Two windows", 500), titled("Canvas", 500)}, 1),
            std::nullopt);
}

TEST(WaylandSpace, AFrameThatIsNotShownIsNoWindows) {
  EXPECT_EQ(frame_of({named_frame("Canvas", 400, false)}, {titled("Canvas", 400)}, 0), std::nullopt);
  // Nor does it count as that of the window without one.
  const std::vector<Frame> frames = {named_frame("", 400), named_frame("", 400, false)};
  EXPECT_EQ(frame_of(frames, {titled("Two windows", 500), titled("Two windows", 400)}, 1), std::nullopt);
  EXPECT_FALSE(each_has_a_frame(frames, {titled("Two windows", 500), titled("Two windows", 400)}));
  EXPECT_TRUE(each_has_a_frame(frames, {titled("Two windows", 500, false), titled("Two windows", 400)})) << "minimized";
  EXPECT_FALSE(each_has_a_frame({frames[0]}, {titled("Two windows", 500, false), titled("Two windows", 400)}));
}

TEST(WaylandSpace, AnOpenMenuIsNoFrameOfAWindow) {
  auto menu = named_frame("", 400);
  menu.popup = true;
  EXPECT_FALSE(each_has_a_frame({named_frame("Two windows", 400), menu}, {titled("", 400), titled("", 300)}));
}

TEST(WaylandSpace, ATitleThatChangedAMomentAgoStaysWithItsWindow) {
  const std::vector<ProgramWindow> windows = {titled("Cart", 400), titled("Mail", 500)};
  const std::vector<Frame> frames = {named_frame("Shop", 400), named_frame("Mail", 500)};
  EXPECT_EQ(frame_of(frames, windows, 0), Found(0));
  EXPECT_EQ(frame_of(frames, windows, 1), Found(1));
  EXPECT_EQ(frame_of({frames[0]}, windows, 0), std::nullopt) << "it may be the other window's";
}

TEST(WaylandSpace, EveryToolkitIsAskedForPlacesInItsWindow) {
  for (const char* name : {"gtk", "GTK", "Qt", "Chromium", "Gecko"}) {
    EXPECT_EQ(coordinates_of(named(name)), Coordinates::window) << name;
  }
  EXPECT_EQ(coordinates_of(on_display(toolkit_from("Qt", ""), std::nullopt)), Coordinates::screen);
}

}  // namespace
}  // namespace interlock::a11y
