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

// What is recorded of an action and shown to people is masked by this.
TEST(Assess, ReadsWhetherTheActionEntersASecret) {
  const SafetyGate gate = ours();
  const auto secret = [&](const Action& action, const Observation& seen) {
    return assess(gate, action, seen).reading.secret;
  };
  EXPECT_FALSE(secret(type("abc"), entry("Name")));
  EXPECT_TRUE(secret(type("abc"), entry("Password")));
  EXPECT_TRUE(secret(key("Return"), entry("Password"))) << "the intent may name it";
  EXPECT_FALSE(secret(click(), button("Password")));
  EXPECT_FALSE(secret(type("ls"), xterm()));
  Observation unseen = entry("Name");
  unseen.focus = Unknown::deadline;
  EXPECT_TRUE(secret(type("abc"), unseen));
  unseen.window = Unknown::deadline;
  EXPECT_TRUE(secret(type("abc"), unseen));
  unseen.focus = none;
  EXPECT_FALSE(secret(type("abc"), unseen)) << "nothing has the focus";
  Observation blind = xterm();
  blind.focus = Unknown::deadline;
  EXPECT_FALSE(secret(type("ls"), blind)) << "few terminals show their elements";
  EXPECT_TRUE(Assessment().reading.secret) << "an action that was not assessed";
}

TEST(Assess, ReadsWhetherTheActionEntersASecretByTheProfileToo) {
  SafetyGate gate = ours();
  Config config = consequence_config();
  config.credential_patterns = {"voucher"};
  EXPECT_FALSE(assess(gate, type("abc"), entry("Voucher")).reading.secret);
  gate.set_policy(compiled(consequence_config()), compiled(config));
  EXPECT_TRUE(assess(gate, type("abc"), entry("Voucher")).reading.secret);
}

TEST(Assess, ReadsKeysTogetherWithHeldModifiers) {
  SafetyGate gate = ours();
  EXPECT_FALSE(assess(gate, key("d"), entry("Name")).reading.with_held);
  record(gate, act(KeyDown{{{}, "Control_L"}}), entry("Name"));
  const auto meant = assess(gate, key("d"), entry("Name")).reading.with_held;
  ASSERT_TRUE(meant);
  EXPECT_EQ(summarize(*meant), "key ctrl+d");
}

}  // namespace
}  // namespace interlock::gate
