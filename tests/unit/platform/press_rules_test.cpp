// Which presses on a question's window answer it.
#include "platform/prompt/press_rules.h"

#include <gtest/gtest.h>

namespace interlock::platform::prompt {
namespace {

using namespace std::chrono_literals;

class PressRulesTest : public testing::Test {
 protected:
  PressRulesTest() : layout_(Prompt{.id = "1", .title = "Send?", .body = "really"}) {
    std::vector<DrawnText> drawn(layout_.blocks().size());
    for (auto& each : drawn) each.image = {1, 1, {0xFF000000}};
    layout_.place(std::move(drawn), 900);
  }
  Point on(Answer answer) const {
    for (const auto& button : layout_.buttons()) {
      if (button.answer == answer) return {button.rect.x + 1, button.rect.y + 1};
    }
    return {-1, -1};
  }
  /// A press and its release.
  std::optional<Answer> click(Point at, PressRules::Time now, bool counts = true, bool covered = false) {
    EXPECT_EQ(rules_.take({true, at, 1, counts}, covered, now), std::nullopt);
    return rules_.take({false, at, 1, counts}, covered, now);
  }

  PromptLayout layout_;
  PressRules rules_{layout_};
  const PressRules::Time start_{1000s};
};

TEST_F(PressRulesTest, AYesNeedsTimeToReadAndANoDoesNot) {
  rules_.note_shown(start_);
  rules_.note_covered(false, start_);
  EXPECT_EQ(click(on(Answer::approved), start_ + reading_time - 1ms), std::nullopt);
  EXPECT_EQ(click(on(Answer::denied), start_), Answer::denied);
  EXPECT_EQ(click(on(Answer::approved), start_ + reading_time), Answer::approved);
}

TEST_F(PressRulesTest, AYesOfAProgramOrOnACoveredWindowDoesNotCount) {
  rules_.note_shown(start_);
  rules_.note_covered(false, start_);
  const auto later = start_ + 2 * reading_time;
  EXPECT_EQ(click(on(Answer::approved), later, false), std::nullopt);
  EXPECT_EQ(click(on(Answer::approved), later, true, true), std::nullopt);
  EXPECT_EQ(click(on(Answer::denied), later, false), Answer::denied);
  EXPECT_FALSE(rules_.answered_by_person());
  rules_.note_covered(true, later);
  rules_.note_covered(false, later);
  EXPECT_EQ(click(on(Answer::approved), later + reading_time - 1ms), std::nullopt) << "it was covered just before";
  EXPECT_EQ(click(on(Answer::approved), later + reading_time), Answer::approved);
  EXPECT_TRUE(rules_.answered_by_person());
}

TEST_F(PressRulesTest, APressAndItsReleaseAreOnOneButtonByOneDevice) {
  rules_.note_shown(start_);
  rules_.note_covered(false, start_);
  const auto later = start_ + reading_time;
  const auto yes = on(Answer::approved), no = on(Answer::denied);
  EXPECT_EQ(rules_.take({false, yes, 1, true}, false, later), std::nullopt) << "pressed nowhere";
  EXPECT_EQ(rules_.take({true, no, 1, true}, false, later), std::nullopt);
  EXPECT_EQ(rules_.take({false, yes, 1, true}, false, later), std::nullopt);
  EXPECT_EQ(rules_.take({true, yes, 1, true}, false, later), std::nullopt);
  EXPECT_EQ(rules_.take({false, yes, 2, true}, false, later), std::nullopt);
}

}  // namespace
}  // namespace interlock::platform::prompt
