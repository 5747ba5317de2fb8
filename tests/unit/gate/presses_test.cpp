// Clicks that an application counts together, and buttons that are released elsewhere than they were pressed.
#include "gate/typing/presses.h"

#include <gtest/gtest.h>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

Observation item(std::string name, std::string path = "/1") {
  Element element = cases::element(Role::list_item, std::move(name));
  element.path = std::move(path);
  return cases::on(std::move(element));
}

Action click(Button button = Button::left, std::uint8_t count = 1, Point at = {10, 20}) {
  return cases::act(Click{at, button, count});
}

TEST(Presses, AreCountedTogetherOnOneTargetInTime) {
  Typing typing;
  EXPECT_EQ(clicks_of(click(), item("a"), typing, Time{0}), 1);
  record_press(typing, click(), item("a"), Time{0});
  EXPECT_EQ(clicks_of(click(), item("a"), typing, Time{500}), 2);
  EXPECT_EQ(clicks_of(click(), item("a"), typing, Time{501}), 1);
  EXPECT_EQ(clicks_of(click(), item("b"), typing, Time{100}), 1);
  EXPECT_EQ(clicks_of(click(Button::right), item("a"), typing, Time{100}), 0);
  record_press(typing, click(), item("a"), Time{100});
  EXPECT_EQ(clicks_of(click(Button::left, 3), item("a"), typing, Time{200}), 3) << "no more than an action can ask for";
}

TEST(Presses, OfAnUnknownElementAreCountedByPlace) {
  Typing typing;
  Observation seen = item("a");
  seen.element = Unknown::not_accessible;
  record_press(typing, click(Button::left, 1, {10, 20}), seen, Time{0});
  EXPECT_EQ(clicks_of(click(Button::left, 1, {11, 21}), seen, typing, Time{100}), 2);
  EXPECT_EQ(clicks_of(click(Button::left, 1, {60, 20}), seen, typing, Time{100}), 1);
}

TEST(Presses, AClockThatGoesBackMakesNoDoubleClick) {
  Typing typing;
  record_press(typing, click(), item("a"), Time{1000});
  EXPECT_EQ(clicks_of(click(), item("a"), typing, Time{900}), 1);
}

TEST(Presses, AHeldButtonDragsTheElementOfItsPress) {
  Typing typing;
  EXPECT_EQ(dragged(typing, item("a")), nullptr);
  record_press(typing, cases::act(MouseDown{{1, 1}}), item("a"), Time{0});
  EXPECT_EQ(dragged(typing, item("a")), nullptr) << "it has not left it";
  ASSERT_NE(dragged(typing, item("Trash", "/2")), nullptr);
  EXPECT_EQ(dragged(typing, item("Trash", "/2"))->says, "list item \"a\"");
  record_press(typing, cases::act(MouseUp{{1, 1}}), item("a"), Time{1});
  EXPECT_EQ(dragged(typing, item("Trash", "/2")), nullptr);
}

}  // namespace
}  // namespace interlock::gate
