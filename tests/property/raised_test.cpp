// Findings that others add to the gate's assessment of an action can only make it stricter.
#include "gate/raised.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gate/checks/checks.h"
#include "gate/readings/evaluation_context.h"
#include "gate/safety_gate.h"
#include "tests/property/random_case.h"

namespace interlock::gate {
namespace {

using random_case::Random;

constexpr std::uint64_t raised_cases = 3000;

Findings said(Random& random) {
  Findings findings;
  for (std::size_t n = random.below(5); n > 0; --n) {
    findings.push_back({"validator.some", "verdict", static_cast<Decision>(random.below(5)), random_case::text(random),
                        random_case::text(random), random.chance(3) ? random_case::text(random) : std::string()});
  }
  return findings;
}

TEST(Property, NoFindingOfOthersLowersADecision) {
  Random random(41);
  for (std::uint64_t i = 0; i < raised_cases; ++i) {
    const Assessment before = assessment_of(said(random), 1);
    const Findings more = said(random);
    const Assessment after = raised(before, more);
    EXPECT_GE(after.decision, before.decision);
    for (const Finding& finding : more) EXPECT_GE(after.decision, finding.decision);
    const bool is_said = after.decision == before.decision ||
                         std::any_of(more.begin(), more.end(),
                                     [&](const Finding& finding) { return finding.decision == after.decision; });
    EXPECT_TRUE(is_said) << "stricter than anybody said";
    if (after.decision == before.decision) {
      EXPECT_EQ(after.reason, before.reason) << "of equal decisions the gate's own reason is reported";
      EXPECT_EQ(after.rule, before.rule);
    }
    EXPECT_EQ(after.findings.size(), before.findings.size() + more.size()) << "nothing that was found is lost";
    EXPECT_GE(after.hints.size(), before.hints.size());
  }
}

TEST(Property, HavingSaidItInPartsIsHavingSaidItAtOnce) {
  Random random(42);
  for (std::uint64_t i = 0; i < raised_cases; ++i) {
    const Assessment before = assessment_of(said(random), 1);
    const Findings one = said(random);
    const Findings other = said(random);
    Findings both = one;
    both.insert(both.end(), other.begin(), other.end());
    EXPECT_EQ(raised(raised(before, one), other).decision, raised(before, both).decision);
    EXPECT_EQ(raised(raised(before, one), other).reason, raised(before, both).reason);
  }
}

// A key that is bound to a control is judged at least as strictly as Return on it.
TEST(Property, AMnemonicIsNoWayAroundTheJudgementOfAControl) {
  Random random(43);
  Config config;
  config.text_rules = TextRules::consequence;
  const auto policy = std::get<std::shared_ptr<const Policy>>(Policy::compile(config));
  const SafetyGate gate(policy);
  const History history;
  const Typing typing;
  Action letter;
  letter.body = Key{{KeyChord{{static_cast<std::uint8_t>(Modifier::alt)}, "d"}}};
  Action enter;
  enter.body = Key{{KeyChord{{}, "Return"}}};
  for (std::uint64_t i = 0; i < raised_cases; ++i) {
    Observation seen = random_case::observation(random);
    std::vector<Element> controls;
    for (std::size_t n = 1 + random.below(3); n > 0; --n) controls.push_back(random_case::element(random));
    seen.bound = controls;
    const Assessment judged = gate.assess(letter, seen, Time{0});
    for (const Element& control : controls) {
      Observation there = seen;
      there.focus = control;
      there.bound = none;
      const EvaluationContext pressed(*policy, enter, there, history, typing, Time{0});
      // Return in a terminal or a text field submits its content, which no mnemonic does.
      if (!pressed.activates || pressed.terminal) continue;
      Findings alone;
      checks::irreversible(pressed, alone);
      EXPECT_GE(judged.decision, assessment_of(alone, 1).decision) << control.name;
    }
  }
}

}  // namespace
}  // namespace interlock::gate
