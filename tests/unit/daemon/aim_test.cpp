/// From a ref to a point, on a small working desktop.
#include "daemon/path/aim.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include "policy/loader.h"
#include "tests/fakes/desktop.h"

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;

class AimTest : public testing::Test {
 protected:
  AimTest() {
    desk->add(7, {0, 0, 400, 300}, "shop", "Shop");
    desk->add_element(7, Role::push_button, "Next page", {0, 0, 100, 50});
    desk->add_element(7, Role::entry, "Note", {0, 100, 100, 50});
    for (const auto& each : desk->window(7).elements) (void)session->refs.name(7, each);
  }
  Element& element(std::size_t i) { return desk->window(7).elements[i]; }

  Aimed take(ActionBody body, OnElement on) {
    action = {.body = std::move(body), .confidence = {}, .intent = {}, .expect = {}, .on = std::move(on)};
    std::optional<Aimed> aimed;
    asio::co_spawn(
        io, [&]() -> asio::awaitable<void> { aimed = co_await aim(desk->reach().eyes, session, action); },
        asio::detached);
    io.restart();
    io.run();
    return *aimed;
  }
  std::string refusal(ActionBody body, OnElement on) {
    const auto aimed = take(std::move(body), std::move(on));
    return aimed.refusal ? std::string(aimed.refusal->code) : "none";
  }

  asio::io_context io;
  std::shared_ptr<test::FakeDesktop> desk = std::make_shared<test::FakeDesktop>();
  std::shared_ptr<Session> session = std::make_shared<Session>(
      Session{.id = "s1", .name = "agent", .gate = gate::SafetyGate(policy::load_preset("default")->policy)});
  Action action;
};

TEST_F(AimTest, TheMiddleOfTheElement) {
  const auto aimed = take(Click{}, {.ref = "e1"});
  EXPECT_FALSE(aimed.refusal);
  EXPECT_EQ(std::get<Click>(action.body).at, (Point{50, 25}));
  EXPECT_EQ(aimed.target.name, "Next page");
}

TEST_F(AimTest, APlaceThatIsNotCovered) {
  desk->add_element(7, Role::push_button, "Over", {20, 0, 80, 50});
  EXPECT_FALSE(take(Click{}, {.ref = "e1"}).refusal);
  const auto at = std::get<Click>(action.body).at;
  EXPECT_LT(at.x, 20);
  desk->add_element(7, Role::push_button, "All over", {0, 0, 100, 50});
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "covered");
  desk->window(7).elements.resize(2);
  desk->add(9, {0, 0, 400, 60}, "other", "Other");
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "covered") << "another window";
}

TEST_F(AimTest, WhatIsHitInTheElementCounts) {
  const auto over = [&](std::size_t outer, Role role) -> Element& {
    auto& part = desk->add_element(7, role, "Part", element(outer).extents);
    part.attributes = {{"inside", element(outer).path}};
    return part;
  };
  desk->add_element(7, Role::section, "Card", {0, 200, 100, 50});
  (void)session->refs.name(7, element(2));
  const auto part = over(2, Role::static_).path;
  const auto aimed = take(Click{}, {.ref = "e3"});
  EXPECT_FALSE(aimed.refusal);
  EXPECT_EQ(aimed.target.path, part) << "the rest of the path meets this";
  element(3).role = Role::push_button;
  EXPECT_EQ(refusal(Click{}, {.ref = "e3"}), "covered") << "a button in a card does something else";
  EXPECT_EQ(refusal(Scroll{}, {.ref = "e3"}), "none") << "scrolling does not press it";
  element(3).attributes.clear();
  EXPECT_EQ(refusal(Scroll{}, {.ref = "e3"}), "covered");
}

TEST_F(AimTest, ACellIsHitInTheCellsOfWhichItIsMade) {
  desk->add_element(7, Role::table_cell, "", {0, 200, 100, 50});
  (void)session->refs.name(7, element(2));
  auto& name = desk->add_element(7, Role::table_cell, "a.txt", {0, 200, 100, 50});
  name.attributes = {{"inside", element(2).path}};
  const auto aimed = take(Click{}, {.ref = "e3"});
  EXPECT_FALSE(aimed.refusal);
  EXPECT_EQ(aimed.target.name, "a.txt");
}

TEST_F(AimTest, AButtonInAButtonIsTheButton) {
  desk->add_element(7, Role::push_button, "Menu", {0, 200, 100, 50});
  (void)session->refs.name(7, element(2));
  auto& inner = desk->add_element(7, Role::toggle_button, "Actions", {10, 205, 80, 40});
  inner.attributes = {{"inside", element(2).path}};
  const auto aimed = take(Click{}, {.ref = "e3"});
  EXPECT_FALSE(aimed.refusal);
  EXPECT_EQ(aimed.target.name, "Actions") << "which is what is judged";
  element(3).role = Role::link;
  EXPECT_EQ(refusal(Click{}, {.ref = "e3"}), "covered");
}

TEST_F(AimTest, TheFieldsOfADateAreTheDate) {
  desk->add_element(7, Role::date_editor, "Arrival", {0, 200, 100, 50});
  (void)session->refs.name(7, element(2));
  auto& month = desk->add_element(7, Role::spin_button, "Month", {0, 200, 100, 50});
  month.attributes = {{"inside", element(2).path}};
  EXPECT_EQ(refusal(Click{}, {.ref = "e3"}), "none");
  EXPECT_EQ(refusal(Click{}, {.ref = "e3", .focus_only = true}), "none");
}

TEST_F(AimTest, KeysForADateBeginInItsFirstPart) {
  desk->add_element(7, Role::date_editor, "Arrival", {0, 200, 200, 20});
  (void)session->refs.name(7, element(2));
  EXPECT_EQ(refusal(Click{}, {.ref = "e3", .focus_only = true}), "none");
  EXPECT_EQ(std::get<Click>(action.body).at, (Point{10, 210}));
}

TEST_F(AimTest, AnElementThatMovesIsFoundWhereItIsThen) {
  desk->add_element(7, Role::push_button, "All over", {0, 0, 100, 50});
  int looks = 0;
  desk->on_look = [&] {
    if (++looks == 2) element(0).extents.y = 200;  // the page still scrolls
  };
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "none");
  EXPECT_EQ(std::get<Click>(action.body).at, (Point{50, 225}));
}

// Chromium: the tree is where the page scrolled to, hit tests are answered as before for some time.
TEST_F(AimTest, AnAnswerForAnotherPlaceCoversNothing) {
  desk->add_element(7, Role::section, "Under it", {0, 50, 100, 50});
  desk->scrolled = 50;
  int looks = 0;
  desk->on_look = [&] {
    if (++looks == 11) desk->scrolled = 0;
  };
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "none");
  EXPECT_EQ(std::get<Click>(action.body).at, (Point{50, 25}));
}

TEST_F(AimTest, ASliderIsHitAtAnEndIfAllElseLetsClicksThrough) {
  desk->add_element(7, Role::slider, "Highest rent", {0, 200, 200, 20});
  (void)session->refs.name(7, element(2));
  desk->add_element(7, Role::section, "Price", {0, 200, 185, 20});
  EXPECT_EQ(refusal(Click{}, {.ref = "e3"}), "none");
  EXPECT_EQ(std::get<Click>(action.body).at, (Point{190, 210}));
}

TEST_F(AimTest, WhatCoversAnElementIsObservedOnceForCertain) {
  desk->add_element(7, Role::push_button, "All over", {0, 0, 100, 50});
  desk->looks.clear();
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "covered");
  EXPECT_EQ(std::count(desk->looks.begin(), desk->looks.end(), a11y::Certainty::settled), 1);
}

TEST_F(AimTest, ARefIsStaleIfItsElementIsGoneOrWasReplaced) {
  EXPECT_EQ(refusal(Click{}, {.ref = "e3"}), "stale_ref");
  element(0).name = "Delete account";
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "stale_ref");
  element(0).name = "Next page";
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "none");
  element(0).role = Role::link;
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "stale_ref");
  desk->window(7).elements.erase(desk->window(7).elements.begin());
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "stale_ref");
  desk->windows.clear();
  EXPECT_EQ(refusal(Click{}, {.ref = "e2"}), "stale_ref");
}

TEST_F(AimTest, AnApplicationThatDoesNotAnswerIsNotClicked) {
  desk->answers = Unknown::deadline;
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "target_unknown");
}

TEST_F(AimTest, AnInvisibleElementIsScrolledIntoViewOnRequest) {
  element(0).extents = {0, 900, 100, 50};
  EXPECT_EQ(refusal(Click{}, {.ref = "e1"}), "not_visible");
  EXPECT_EQ(element(0).extents.y, 900) << "nobody asked";
  EXPECT_EQ(refusal(Click{}, {.ref = "e1", .scroll_into_view = true}), "none");
  EXPECT_TRUE(element(0).extents.contains(std::get<Click>(action.body).at));
}

TEST_F(AimTest, TheFocusIsGivenByAClickWhereItIsNeeded) {
  EXPECT_EQ(refusal(Click{}, {.ref = "e1", .focus_only = true}), "not_focusable");
  auto aimed = take(Click{}, {.ref = "e2", .focus_only = true});
  EXPECT_FALSE(aimed.refusal || aimed.has_focus);
  element(1).states.add(State::focused);
  EXPECT_TRUE(take(Click{}, {.ref = "e2", .focus_only = true}).has_focus);
  desk->add(9, {500, 0, 40, 60}, "other", "Other");
  desk->focused = 9;
  EXPECT_FALSE(take(Click{}, {.ref = "e2", .focus_only = true}).has_focus) << "its window has not";
}

}  // namespace
}  // namespace interlock::daemon
