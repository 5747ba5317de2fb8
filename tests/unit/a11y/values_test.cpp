#include <gtest/gtest.h>

#include "a11y/ancestry.h"
#include "a11y/atspi.h"
#include "a11y/facts.h"
#include "a11y/settled.h"
#include "a11y/space.h"

namespace interlock::a11y {
namespace {

using namespace std::chrono_literals;

const auto gtk3 = toolkit_from("gtk", "3.24.38");
const auto gtk4 = toolkit_from("GTK", "4.8.3");
const auto qt = toolkit_from("Qt", "5.15.8");

TEST(Toolkit, ByNameAndVersion) {
  EXPECT_EQ(toolkit_from("gtk", "3.24.38").name, "gtk3");
  EXPECT_EQ(toolkit_from("GTK", "3.24.38").name, "gtk3");
  EXPECT_EQ(toolkit_from("GTK", "4.8.3").name, "gtk4");
  EXPECT_EQ(toolkit_from("Qt", "5.15.8").name, "qt");
  EXPECT_EQ(toolkit_from("Chromium", "1.0").name, "chromium");
  EXPECT_EQ(toolkit_from("Gecko", "153.7").name, "gecko");
  EXPECT_EQ(toolkit_from("VCL", "").name, "vcl");
  EXPECT_EQ(toolkit_from("gtk", "3.24.38", "soffice").name, "vcl") << "LibreOffice by what it is called";
  EXPECT_EQ(toolkit_from("Java", "").name, "other");
}

TEST(Toolkit, GtkFourCountsFromInsideItsShadow) {
  // Measured: a window of 400x250 at (500,300) whose frame reports 390x240; its button at (0,46) begins at (505,351).
  const auto space = space_of(gtk4, {500, 300, 400, 250}, {0, 0, 390, 240});
  EXPECT_EQ(space.on_screen({0, 46, 390, 40}), (Rect{505, 351, 390, 40}));
  EXPECT_EQ(space.inside({505, 351}), (Point{0, 46}));
  EXPECT_EQ(space.on_screen({}), Rect{}) << "no place is no place";
  EXPECT_EQ(space_of(gtk3, {500, 300, 400, 250}, {499, 280, 402, 271}), Space{});
}

TEST(Toolkit, APopoverOfGtkFourReportsTheCornerOfAnotherWidget) {
  // Recorded: the popover of a button at (542,5) of a window at (285,225) reports that corner; it is shown at
  // (781,262).
  const Space space({285, 225}, Coordinates::window);
  const auto inside = space.moved(space.on_screen({542, 5, 129, 90}), {781, 262, 129, 90});
  EXPECT_EQ(inside.on_screen({563, 25, 87, 30}), (Rect{802, 282, 87, 30}));
  EXPECT_EQ(inside.inside({802, 282}), (Point{563, 25}));
}

TEST(Toolkit, NamesThatGtkFourMakesUpAreNone) {
  EXPECT_EQ(given_name(gtk4, "GtkSwitch"), "");
  EXPECT_EQ(given_name(gtk4, "AdwActionRow"), "");
  EXPECT_EQ(given_name(gtk4, "Gtk"), "Gtk");
  EXPECT_EQ(given_name(gtk4, "Gtk 4"), "Gtk 4");
  EXPECT_EQ(given_name(gtk4, "Remove Remove"), "Remove");
  EXPECT_EQ(given_name(gtk4, "Delete all Delete all"), "Delete all");
  EXPECT_EQ(given_name(gtk4, "_Remove Remove"), "_Remove Remove") << "its mnemonic is needed";
  EXPECT_EQ(given_name(gtk4, ""), "");
  EXPECT_EQ(given_name(gtk3, "GtkSwitch"), "GtkSwitch");
}

TEST(Toolkit, AFrameMayIncludeItsDecoration) {
  const Rect window{100, 100, 400, 300};
  EXPECT_EQ(distance(gtk3, window, window), 0);
  EXPECT_TRUE(distance(gtk3, window, {99, 80, 402, 321}));
  EXPECT_FALSE(distance(gtk3, window, {100, 500, 400, 300}));
  EXPECT_FALSE(distance(gtk3, window, {})) << "extents that are not reported match nothing";
  EXPECT_TRUE(distance(gtk4, window, {0, 0, 390, 290})) << "GTK 4 knows its size alone";
  EXPECT_FALSE(distance(gtk4, window, {0, 0, 200, 290}));
}

TEST(Toolkit, APopupIsTheNodeInItsPlaceToThePixel) {
  const Rect popup{203, 105, 188, 213};
  EXPECT_TRUE(same_place(qt, popup, {204, 106, 186, 211}));
  EXPECT_FALSE(same_place(qt, popup, {205, 105, 188, 213}));
  EXPECT_FALSE(same_place(qt, popup, {203, 105, 188, 220}));
  EXPECT_TRUE(same_place(gtk4, popup, {0, 0, 188, 213}));
  EXPECT_FALSE(same_place(gtk4, popup, {0, 0, 180, 213}));
  EXPECT_FALSE(same_place(gtk4, {}, {}));
}

TEST(Toolkit, NumbersAtTheEdgesOfTheirType) {
  const Rect huge{INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
  for (const auto& toolkit : {gtk3, gtk4}) {
    EXPECT_FALSE(distance(toolkit, {100, 100, 400, 300}, huge));
    EXPECT_FALSE(same_place(toolkit, {100, 100, 400, 300}, huge));
    EXPECT_FALSE(distance(toolkit, {100, 100, 400, 300}, {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX}));
    (void)space_of(toolkit, {100, 100, 400, 300}, huge).on_screen(huge);
  }
  (void)Space({INT32_MAX, INT32_MAX}, Coordinates::screen).inside({INT32_MIN, INT32_MIN});
}

TEST(Settled, ConfirmsARecentAnswer) {
  Settled settled;
  const Deadline start{};
  const Ref button(":1.5", "/button");
  EXPECT_FALSE(settled.confirms(1, {10, 10}, button, start));
  settled.remember(1, {10, 10}, button, start);
  EXPECT_TRUE(settled.confirms(1, {10, 10}, button, start + 100ms));
  EXPECT_TRUE(settled.confirms(1, {10, 10}, button, start + 240ms)) << "each request counts as one";
  EXPECT_FALSE(settled.confirms(1, {10, 10}, button, start + 500ms)) << "what the browser has at hand may be old";
  EXPECT_FALSE(settled.confirms(1, {10, 10}, button, start + 501ms)) << "and stays forgotten";
}

TEST(Settled, OnlyTheSameElementAtTheSamePlace) {
  const Ref button(":1.5", "/button");
  const auto fresh = [&] {
    Settled settled;
    settled.remember(1, {10, 10}, button, Deadline{});
    return settled;
  };
  EXPECT_FALSE(fresh().confirms(2, {10, 10}, button, Deadline{}));
  EXPECT_FALSE(fresh().confirms(1, {11, 10}, button, Deadline{}));
  EXPECT_FALSE(fresh().confirms(1, {10, 10}, Ref(":1.5", "/other"), Deadline{}));
}

TEST(Settled, MustSettleAgainEveryTwoSeconds) {
  Settled settled;
  const Ref button(":1.5", "/button");
  settled.remember(1, {10, 10}, button, Deadline{});
  auto now = Deadline{};
  while (now <= Deadline{} + Settled::longest) {
    EXPECT_TRUE(settled.confirms(1, {10, 10}, button, now));
    now += 50ms;
  }
  EXPECT_FALSE(settled.confirms(1, {10, 10}, button, now));
}

TEST(Settled, WhatWasFoundForAnAnswerIsKnownForAMoment) {
  Settled settled;
  const Ref row(":1.5", "/row"), item(":1.5", "/item");
  settled.remember_found(1, {10, 10}, row, item, Deadline{});
  EXPECT_FALSE(settled.found(1, {10, 10}, row, Deadline{})) << "the point was not remembered";
  settled.remember(1, {10, 10}, row, Deadline{});
  EXPECT_FALSE(settled.found(1, {10, 10}, row, Deadline{}));
  settled.remember_found(1, {10, 10}, row, item, Deadline{});
  EXPECT_EQ(settled.found(1, {10, 10}, row, Deadline{} + 150ms), item);
  EXPECT_FALSE(settled.found(1, {10, 10}, row, Deadline{} + 151ms)) << "a menu may have been opened";
  EXPECT_FALSE(settled.found(1, {10, 10}, item, Deadline{}));
  EXPECT_FALSE(settled.found(1, {11, 10}, row, Deadline{}));
  settled.remember(1, {10, 10}, row, Deadline{});
  EXPECT_FALSE(settled.found(1, {10, 10}, row, Deadline{}))
      << "the answer has settled again, and the search must be repeated";
}

TEST(Actionable, IsTheButtonNotItsLabelAndNothingOutsideTheDialog) {
  const auto chosen = [](std::vector<Role> roles) {
    std::vector<PathNode> steps;
    for (const auto role : roles) steps.push_back({{}, role, {}});
    return actionable(steps);
  };
  EXPECT_EQ(chosen({Role::static_, Role::push_button, Role::frame}), 1u);
  EXPECT_EQ(chosen({Role::push_button, Role::list_item, Role::frame}), 0u);
  EXPECT_EQ(chosen({Role::label, Role::panel, Role::frame}), 0u);
  EXPECT_EQ(chosen({Role::label, Role::dialog, Role::menu_item}), 0u);
  EXPECT_EQ(chosen({Role::document_web, Role::list_item}), 0u);
}

TEST(Why, AnErrorReportsWhatIsUnknown) {
  using Kind = dbus::CallError::Kind;
  const auto why = [](Kind kind, std::string name) { return answer::why({kind, std::move(name), ""}); };
  EXPECT_EQ(why(Kind::deadline, ""), Unknown::deadline);
  EXPECT_EQ(why(Kind::disconnected, ""), Unknown::disconnected);
  EXPECT_EQ(why(Kind::refused, "org.freedesktop.DBus.Error.NoReply"), Unknown::disconnected);
  EXPECT_EQ(why(Kind::refused, "org.freedesktop.DBus.Error.ServiceUnknown"), Unknown::disconnected);
  EXPECT_EQ(why(Kind::refused, "org.freedesktop.DBus.Error.UnknownObject"), Unknown::unstable);
  EXPECT_EQ(why(Kind::refused, "com.example.Nonsense"), Unknown::malformed);
}

}  // namespace
}  // namespace interlock::a11y
