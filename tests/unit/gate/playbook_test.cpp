// The next step of a flow, what it may answer, and what ends it.
#include "gate/playbook.h"

#include <gtest/gtest.h>

namespace interlock::gate {
namespace {

Observation button_named(const std::string& name, const std::string& dialog = {}) {
  Observation seen;
  seen.window = Window{.id = 7, .app = "shop", .wm_class = "Shop", .title = "Basket (1)"};
  Element element{.role = Role::push_button, .name = name};
  if (!dialog.empty()) element.ancestors.push_back({Role::dialog, "Question", dialog});
  seen.element = element;
  seen.focus = element;
  seen.document = Document{"https://shop.example/basket?id=4#top", "Basket"};
  return seen;
}

Action left_click(std::uint8_t count = 1) {
  return {Click{.at = {10, 20}, .count = count}, {}, "", {}, {}};
}

PlaybookStep step(const Action& action, const Observation& seen) {
  return playbook_step(action, seen).value_or(PlaybookStep{});
}

Assessment asks(std::string_view rule) {
  Assessment assessment;
  assessment.decision = Decision::require_confirmation;
  assessment.findings.push_back({rule, "", Decision::require_confirmation, "", ""});
  return assessment;
}

TEST(Playbook, AStepIsTheDeedAndItsTargetWithoutItsPlace) {
  auto moved = left_click();
  std::get<Click>(moved.body).at = {300, 400};
  auto seen = button_named("Pay");
  seen.window->title = "Basket (2)";
  seen.document->url = "https://shop.example/basket?id=5";
  EXPECT_EQ(step(left_click(), button_named("Pay")), step(moved, seen));
  EXPECT_NE(step(left_click(), button_named("Pay")), step(left_click(2), button_named("Pay")));
  EXPECT_NE(step(left_click(), button_named("Pay")), step(left_click(), button_named("Pay all")));
  EXPECT_NE(step(left_click(), button_named("OK", "Pay 5?")), step(left_click(), button_named("OK", "Pay 500?")));
  EXPECT_NE(step({Type{"a"}, {}, "", {}, {}}, button_named("To")),
            step({Type{"b"}, {}, "", {}, {}}, button_named("To")));
  seen.document->url = "https://evil.example/basket?id=5";
  EXPECT_NE(step(left_click(), button_named("Pay")), step(left_click(), seen));
}

TEST(Playbook, AnUnknownTargetIsNotAStep) {
  auto seen = button_named("Pay");
  seen.element = Unknown::deadline;
  EXPECT_FALSE(playbook_step(left_click(), seen));
  seen = button_named("Pay");
  seen.window = Unknown::deadline;
  EXPECT_FALSE(playbook_step(left_click(), seen));
  seen = button_named("Pay");
  seen.document = Unknown::deadline;
  EXPECT_FALSE(playbook_step(left_click(), seen));
  EXPECT_FALSE(playbook_step({Wait{}, {}, "", {}, {}}, button_named("Pay")));
}

TEST(Playbook, AnswersForConsequencesAndNeverForBlockedProtectedOrUncertainTargets) {
  EXPECT_TRUE(playbook_may_answer(asks("irreversible")));
  for (const char* rule :
       {"protected", "command", "blocklist", "credential", "context", "confidence", "loop", "captcha", "budget"})
    EXPECT_FALSE(playbook_may_answer(asks(rule))) << rule;
  auto both = asks("irreversible");
  both.findings.push_back({"confidence", "", Decision::require_confirmation, "", ""});
  EXPECT_FALSE(playbook_may_answer(both));
  auto blocked = asks("irreversible");
  blocked.decision = Decision::block;
  EXPECT_FALSE(playbook_may_answer(blocked));
}

TEST(Playbook, IsFollowedInOrderAndLeftByAnythingElse) {
  const auto first = button_named("Next");
  const auto second = button_named("Pay");
  Following following;
  following.set(std::make_shared<const Playbooks>(
      Playbooks{{.name = "p", .times = 2, .steps = {step(left_click(), first), step(left_click(), second)}}}));
  EXPECT_EQ(following.covers(step(left_click(), second)), nullptr) << "not begun";
  following.did(left_click(), first);
  ASSERT_NE(following.covers(step(left_click(), second)), nullptr);
  following.did({Wait{}, {}, "", {}, {}}, second);
  EXPECT_NE(following.covers(step(left_click(), second)), nullptr) << "waiting is no step";
  following.did(left_click(), button_named("Help"));
  EXPECT_EQ(following.covers(step(left_click(), second)), nullptr) << "left";
  following.did(left_click(), first);
  following.left();
  EXPECT_EQ(following.covers(step(left_click(), second)), nullptr) << "broken off";
  EXPECT_EQ(following.covers(step(left_click(), first)), nullptr) << "begun twice, and no more";
}

}  // namespace
}  // namespace interlock::gate
