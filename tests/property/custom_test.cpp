// A user's rules and profiles, at random: they raise decisions and never lower them.
#include <gtest/gtest.h>

#include <array>

#include "gate/policy/custom_rules.h"
#include "gate/safety_gate.h"
#include "tests/property/judged.h"
#include "tests/property/random_case.h"

namespace interlock::gate {
namespace {

using random_case::Random;

constexpr std::uint64_t custom_cases = 1500;

Config custom_config(Random& random) {
  Config config;
  if (random.chance(2)) config.text_rules = TextRules::consequence;
  if (random.chance(4)) config.expected_app = "chrom";
  if (random.chance(2)) config.blocklist_patterns.clear();
  return config;
}

Condition condition_of(Random& random, int depth) {
  Condition condition;
  if (depth > 0 && random.chance(2)) {
    condition.kind = static_cast<Condition::Kind>(random.below(3));
    for (std::size_t n = 1 + random.below(3); n > 0; --n) condition.parts.push_back(condition_of(random, depth - 1));
    return condition;
  }
  condition.kind = Condition::Kind::compare;
  auto& comparison = condition.comparison;
  const FieldRow& row = field_table()[random.below(field_count)];
  comparison.field = {row.field, row.name.ends_with('.') ? "placeholder" : ""};
  if (row.kind == ValueKind::number) {
    comparison.above = static_cast<double>(random.below(100)) / 50;
    return condition;
  }
  for (std::size_t n = 1 + random.below(2); n > 0; --n) {
    std::string text = random_case::text(random);
    if (!row.name.starts_with("agent") && random.chance(2)) text += "*";
    comparison.matchers.push_back({text.empty() ? "*" : text, false, {}});
  }
  return condition;
}

Config with_rules(Config config, Random& random) {
  for (std::size_t n = 1 + random.below(5); n > 0; --n) {
    CustomRule rule;
    rule.name = "r" + std::to_string(n);
    rule.when = condition_of(random, 3);
    rule.decision = static_cast<Decision>(1 + random.below(4));
    config.rules.push_back(std::move(rule));
  }
  return config;
}

TEST(Property, OwnRulesNeverWeaken) {
  Random random(12);
  std::array<int, 2> findings{};  // known, unknown
  for (std::uint64_t i = 0; i < custom_cases / 3; ++i) {
    const Config config = custom_config(random);
    const SafetyGate before(compiled(config));
    const SafetyGate after(compiled(with_rules(config, random)));
    for (int n = 0; n < 6; ++n) {
      const Action action = random_case::action(random);
      const Observation observation = random_case::observation(random);
      const Assessment with = after.assess(action, observation, Time{0});
      EXPECT_GE(with.decision, before.assess(action, observation, Time{0}).decision);
      for (const Finding& finding : with.findings) {
        if (finding.rule != "custom") continue;
        ++findings[finding.code == "rule_unknown"];
        if (finding.code == "rule") continue;
        EXPECT_EQ(finding.decision, Decision::require_confirmation);
      }
    }
  }
  EXPECT_GT(findings[0], 100) << "rules that never hold show nothing";
  EXPECT_GT(findings[1], 20);
}

// The rules that the matched values select are those that hold: evaluating each by itself finds the same.
TEST(Property, EachRuleHoldsAsIfItWereTheOnlyOne) {
  Random random(13);
  int found = 0;
  for (std::uint64_t i = 0; i < custom_cases / 6; ++i) {
    const Config config = with_rules(Config{}, random);
    const SafetyGate all(compiled(config));
    for (int n = 0; n < 4; ++n) {
      const Action action = random_case::action(random);
      const Observation observation = random_case::observation(random);
      std::vector<std::string> together;
      for (const Finding& f : all.assess(action, observation, Time{0}).findings) {
        if (f.rule == "custom") together.push_back(f.evidence);
      }
      std::vector<std::string> alone;
      for (const CustomRule& rule : config.rules) {
        Config one;
        // A part that is always evaluated, in a condition that no value selects.
        CustomRule awake = rule;
        awake.when = Condition{Condition::Kind::any, {rule.when}, {}, {}};
        one.rules = {awake};
        for (const Finding& f : SafetyGate(compiled(one)).assess(action, observation, Time{0}).findings) {
          if (f.rule == "custom") alone.push_back(f.evidence);
        }
      }
      found += static_cast<int>(alone.size());
      EXPECT_EQ(together, alone);
    }
  }
  EXPECT_GT(found, 50);
}

TEST(Property, AProfileNeverWeakens) {
  Random random(14);
  for (std::uint64_t i = 0; i < custom_cases / 3; ++i) {
    SafetyGate gate(compiled(custom_config(random)));
    const Action action = random_case::action(random);
    const Observation observation = random_case::observation(random);
    const Assessment alone = gate.assess(action, observation, Time{0});
    const auto policy = compiled(gate.policy().config());
    const auto profile = compiled(with_rules(custom_config(random), random));
    gate.set_policy(policy, profile);
    const Assessment both = gate.assess(action, observation, Time{0});
    EXPECT_GE(both.decision, alone.decision);
    EXPECT_GE(both.decision, SafetyGate(profile).assess(action, observation, Time{0}).decision);
    EXPECT_GE(both.findings.size(), alone.findings.size());
    gate.set_policy(policy, policy);
    EXPECT_TRUE(same(gate.assess(action, observation, Time{0}), alone)) << "what both report is reported once";
  }
}

}  // namespace
}  // namespace interlock::gate
