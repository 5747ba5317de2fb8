#include "gate/safety_gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The example cases of the published design, one by one.
TEST(PublishedDesign, TypingRmRfIsBlocked) {
  const Assessment a = assess(published(), type("rm -rf /"), entry());
  EXPECT_EQ(a.decision, Decision::block);
  EXPECT_EQ(a.rule, "blocklist");
}

TEST(PublishedDesign, ClickingSubmitOrderAsks) {
  const Assessment a = assess(published(), click(), button("Submit Order"));
  EXPECT_EQ(a.decision, Decision::require_confirmation);
  EXPECT_EQ(a.rule, "irreversible");
}

TEST(PublishedDesign, LowConfidenceAsks) {
  Action action = click();
  action.confidence = 0.5;
  const Assessment a = assess(published(), action, button("Next page"));
  EXPECT_EQ(a.decision, Decision::require_confirmation);
  EXPECT_EQ(a.rule, "confidence");
  action.confidence = 0.7;
  EXPECT_EQ(decide(published(), action, button("Next page")), Decision::allow);
}

TEST(PublishedDesign, ThirdVisitOfOneStateIsBlocked) {
  SafetyGate gate = published();
  const Observation page = button("Next page");
  for (int visit = 1; visit <= 2; ++visit) {
    EXPECT_EQ(decide(gate, click(), page), Decision::allow) << visit;
    record(gate, click(), page);
  }
  const Assessment third = assess(gate, click(), page);
  EXPECT_EQ(third.decision, Decision::block);
  EXPECT_EQ(third.rule, "loop");
  gate.reset();
  EXPECT_EQ(decide(gate, click(), page), Decision::allow);
}

TEST(PublishedDesign, TypingIntoAPasswordFieldAsks) {
  const Assessment a = assess(published(), type("hunter2"), entry("Password"));
  EXPECT_EQ(a.decision, Decision::require_confirmation);
  EXPECT_EQ(a.rule, "credential");
}

TEST(PublishedDesign, NothingFoundIsAllowed) {
  const Assessment a = assess(published(), click(), button("Next page"));
  EXPECT_EQ(a.decision, Decision::allow);
  EXPECT_EQ(a.rule, "default");
  EXPECT_EQ(a.reason, "no rule objects");
  EXPECT_EQ(a.confidence, 1.0);
  EXPECT_THAT(a.triggered_rules, IsEmpty());
}

TEST(Assess, TheMostSevereDecisionWinsAndEveryFindingIsReported) {
  Action action = type("delete");
  action.confidence = 0.1;
  const Assessment a = assess(published(), action, entry("Password"));
  EXPECT_EQ(a.decision, Decision::block);
  EXPECT_EQ(a.rule, "blocklist");
  EXPECT_THAT(a.triggered_rules, ElementsAre("blocklist", "credential", "confidence"));
  EXPECT_EQ(a.findings.size(), 3U);
}

TEST(Assess, TheOrderOfChecksBreaksTies) {
  Action action = type("submit");
  action.confidence = 0.1;
  const Assessment a = assess(published(), action, entry("Password"));
  EXPECT_EQ(a.decision, Decision::require_confirmation);
  EXPECT_EQ(a.rule, "credential");
}

TEST(Assess, ASequenceIsNotJudgedAsAWhole) {
  EXPECT_EQ(decide(published(), act(Sequence{{click()}}), button("Next page")), Decision::block);
}

}  // namespace
}  // namespace interlock::gate
