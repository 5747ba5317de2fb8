#include "clients/display/gestures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interlock::display {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

/// A hand that gives events and collects the actions as the short texts that people see.
class Hand : public testing::Test {
 protected:
  using Texts = std::vector<std::string>;

  static Texts texts(const Gestures::Actions& actions) {
    Texts all;
    for (const auto& action : actions) all.push_back(summarize(action));
    return all;
  }
  Texts move(int x, int y) { return texts(gestures.motion({x, y}, now)); }
  Texts button(unsigned number, bool down, Point at = {5, 6}) { return texts(gestures.button(number, down, at, now)); }
  Texts key(std::uint8_t code, bool down) { return texts(gestures.key(code, keyboard.symbols(code), down, now)); }
  Texts tap(std::uint8_t code) {
    auto all = key(code, true);
    for (auto& text : key(code, false)) all.push_back(std::move(text));
    return all;
  }
  Texts after(std::chrono::milliseconds time) {
    now += time;
    return texts(gestures.expire(now));
  }

  static constexpr std::uint8_t a = 38, b = 56, tab = 23, enter = 36, shift = 50, ctrl = 37, alt = 64;
  Keyboard keyboard;
  Gestures gestures;
  Time now{};
};

TEST_F(Hand, APressAndReleaseInOnePlaceAreAClick) {
  EXPECT_THAT(move(5, 6), IsEmpty());
  EXPECT_THAT(button(1, true), IsEmpty());
  EXPECT_THAT(button(1, false), ElementsAre("click (5, 6)"));
  EXPECT_FALSE(gestures.waits());
}

/// A key whose press made an action of what was before it: the client could not release it meanwhile.
TEST_F(Hand, TheTimeOfAnActionDoesNotCount) {
  (void)key(a, true);
  gestures.postpone(10s);
  EXPECT_THAT(after(9s), IsEmpty());
  EXPECT_THAT(key(a, false), IsEmpty());
  EXPECT_THAT(after(1s), ElementsAre("type \"a\""));
}

TEST_F(Hand, APointerThatMovesBetweenThemDrags) {
  (void)button(1, true);
  (void)move(50, 60);
  (void)move(90, 60);
  const auto done = button(1, false, {90, 60});
  ASSERT_EQ(done.size(), 1U);
  EXPECT_THAT(done[0], testing::StartsWith("drag"));
}

TEST_F(Hand, APressThatIsNotReleasedIsPressedForItself) {
  (void)button(1, true);
  EXPECT_THAT(after(waits::press - 1ms), IsEmpty());
  EXPECT_EQ(after(1ms).size(), 1U);
  EXPECT_EQ(gestures.state(), 1U << 8);
  EXPECT_THAT(button(1, false).front(), testing::HasSubstr("mouse_up"));
  EXPECT_EQ(gestures.state(), 0U);
}

TEST_F(Hand, AMotionIsDoneAfterAMoment) {
  (void)move(1, 2);
  (void)move(3, 4);
  EXPECT_EQ(gestures.aimed(), (Point{3, 4}));
  EXPECT_THAT(after(waits::motion), ElementsAre("move (3, 4)"));
}

TEST_F(Hand, TurnsOfTheWheelAreOneScroll) {
  for (int i = 0; i < 3; ++i) {
    (void)button(5, true);
    (void)button(5, false);
  }
  EXPECT_EQ(after(waits::wheel).size(), 1U);
}

TEST_F(Hand, KeysThatFollowEachOtherAreOneText) {
  EXPECT_THAT(tap(a), IsEmpty());
  (void)key(shift, true);
  EXPECT_THAT(tap(b), IsEmpty());
  EXPECT_THAT(key(shift, false), IsEmpty());
  EXPECT_THAT(tap(enter), ElementsAre("type \"aB \"")) << "Return ends a text";
}

TEST_F(Hand, ATextEndsWhenNoKeyFollows) {
  (void)tap(a);
  now += waits::text - 1ms;
  (void)tap(b);
  EXPECT_THAT(after(waits::text - 1ms), IsEmpty());
  EXPECT_THAT(after(1ms), ElementsAre("type \"ab\""));
}

TEST_F(Hand, AKeyWithModifiersIsAChordWhenTheyAreReleased) {
  (void)key(ctrl, true);
  (void)key(shift, true);
  EXPECT_THAT(tap(a), IsEmpty());
  EXPECT_THAT(key(shift, false), IsEmpty());
  EXPECT_THAT(key(ctrl, false), ElementsAre("key ctrl+shift+a"));
}

TEST_F(Hand, ASwitcherThatIsHeldOpenIsHeldOpen) {
  (void)key(alt, true);
  EXPECT_THAT(tap(tab), IsEmpty());
  const auto second = tap(tab);
  EXPECT_THAT(second, ElementsAre("key_down Alt_L", "key Tab", "key Tab"));
  EXPECT_THAT(key(alt, false), ElementsAre("key_up Alt_L"));
}

TEST_F(Hand, AModifierAloneIsAKey) {
  (void)key(alt, true);
  EXPECT_THAT(key(alt, false), ElementsAre("key Alt_L"));
}

TEST_F(Hand, ModifiersBelongToTheClickWhileTheyAreHeld) {
  (void)key(ctrl, true);
  (void)move(5, 6);
  (void)button(1, true);
  const auto clicked = button(1, false);
  EXPECT_THAT(clicked, ElementsAre(testing::HasSubstr("ctrl")));
  EXPECT_THAT(key(ctrl, false), IsEmpty());
}

TEST_F(Hand, AHeldKeyIsPressedAndReleased) {
  (void)key(a, true);
  EXPECT_THAT(after(waits::key), ElementsAre("key_down a"));
  EXPECT_THAT(key(a, false), ElementsAre("key_up a"));
}

TEST_F(Hand, WhatWaitsForARefusedActionIsDropped) {
  (void)tap(a);
  const auto actions = gestures.settle();
  ASSERT_EQ(actions.size(), 1U);
  (void)button(1, true);
  gestures.refused(actions[0]);
  EXPECT_FALSE(gestures.waits());
  EXPECT_THAT(texts(gestures.settle()), IsEmpty());
}

TEST_F(Hand, FinishDoesNotPressWhatMayStillBeReleased) {
  (void)tap(a);
  (void)key(b, true);
  EXPECT_THAT(texts(gestures.finish(true)), ElementsAre("type \"a\""));
  EXPECT_THAT(key(b, false), IsEmpty());
  EXPECT_THAT(texts(gestures.settle()), ElementsAre("type \"b\""));
}

TEST_F(Hand, ACharacterThatNoRealKeyMayHaveIsTypedAlsoIfItsKeyIsReleasedLate) {
  constexpr std::uint8_t remapped = 200;
  const std::array<KeySymbol, 1> symbols = {0xE9};  // eacute
  keyboard.change(remapped, symbols);
  EXPECT_THAT(key(remapped, true), IsEmpty());
  EXPECT_THAT(after(waits::key), ElementsAre("type \"\xc3\xa9\""));
  EXPECT_THAT(key(remapped, false), IsEmpty());
}

}  // namespace
}  // namespace interlock::display
