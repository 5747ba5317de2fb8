// Rules and profiles in YAML: what is accepted, and where each mistake is reported.
#include "policy/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "policy/loader.h"
#include "policy/rules_dir.h"

namespace interlock::policy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<gate::CustomRule> rules_of(std::string_view text) {
  auto rules = load_rules_text(text, "10-own.yaml");
  EXPECT_TRUE(rules) << to_text(rules.error());
  return rules ? std::move(*rules) : std::vector<gate::CustomRule>();
}

std::vector<std::string> rule_mistakes_in(std::string_view text) {
  const auto rules = load_rules_text(text, "10-own.yaml");
  std::vector<std::string> reported;
  if (rules) return reported;
  for (const auto& error : rules.error()) reported.push_back(to_text(error));
  return reported;
}

TEST(Rules, AreReadWhole) {
  const auto rules = rules_of(R"(rules:
  - name: no pay
    when:
      target.name: ["*pay*", Buy]
      any: [{window.app: chromium}, {not: {confidence: {at_least: 0.9}}}]
    decision: halt
    reason: Money is mine.
    hint: Ask.
)");
  ASSERT_EQ(rules.size(), 1U);
  const auto& rule = rules[0];
  EXPECT_EQ(rule.title(), "no pay (10-own.yaml:2)");
  EXPECT_EQ(rule.decision, Decision::halt);
  EXPECT_EQ(rule.reason, "Money is mine.");
  EXPECT_EQ(rule.hint, "Ask.");
  ASSERT_EQ(rule.when.parts.size(), 2U);
  const auto& name = rule.when.parts[0].comparison;
  EXPECT_EQ(name.field.text(), "target.name");
  ASSERT_EQ(name.matchers.size(), 2U);
  EXPECT_EQ(name.matchers[1].at, (gate::Spot{4, 30}));
  EXPECT_EQ(rule.when.parts[1].kind, gate::Condition::Kind::any);
  EXPECT_EQ(rule.when.parts[1].parts[1].parts[0].parts[0].parts[0].comparison.at_least, 0.9);
}

TEST(Rules, WordsHaveOneSpelling) {
  const auto rules = rules_of("rules: [{when: {target.role: button, target.states: multi_line}, decision: warn}]");
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].when.parts[0].comparison.matchers[0].text, "push button");
  EXPECT_EQ(rules[0].when.parts[1].comparison.matchers[0].text, "multi-line");
}

TEST(Rules, MistakesAreReportedWithTheirPlaces) {
  EXPECT_THAT(rule_mistakes_in("rules:\n  - when: {taget.name: x}\n    decision: block\n"),
              ElementsAre(StartsWith("10-own.yaml:2:12: unknown field 'taget.name', did you mean 'target.name'?")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {action: clik}, decision: block}]"),
              ElementsAre(HasSubstr("unknown action 'clik', did you mean 'click'? (possible: move, click")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {target.role: psh button}, decision: block}]"),
              ElementsAre(HasSubstr("did you mean 'push button'?")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {target.name: {matches: '(x'}}, decision: block}]"),
              ElementsAre(StartsWith("10-own.yaml:1:40: not a pattern: missing ): (x")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {target.name: x}, decision: allow}]"),
              ElementsAre(HasSubstr("a rule can only raise a decision")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {}, decision: block}]"),
              ElementsAre(HasSubstr("would match everything")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {any: []}, decision: block}]"), ElementsAre(HasSubstr("says nothing")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {target.name: ''}, decision: block}]"),
              ElementsAre(HasSubstr("an empty text matches nothing")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {target.name: []}, decision: block}]"),
              ElementsAre(HasSubstr("an empty list matches nothing")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {target.name: 5}, decision: block}]"),
              ElementsAre(HasSubstr("a text expected, found the number 5")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {count: two}, decision: block}]"),
              ElementsAre(HasSubstr("a number expected, found the text 'two'")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {count: {over: 2}}, decision: block}]"),
              ElementsAre(HasSubstr("unknown bound 'over'")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {window.app: x}}]"),
              ElementsAre(HasSubstr("the rule has no 'decision'")));
  EXPECT_THAT(rule_mistakes_in("rules: [{decision: block}]"), ElementsAre(HasSubstr("the rule has no 'when'")));
  EXPECT_THAT(rule_mistakes_in("rules: [{when: {window.app: x}, decision: block, because: y}]"),
              ElementsAre(HasSubstr("unknown key 'because'")));
  EXPECT_THAT(rule_mistakes_in(
                  "rules:\n  - {name: a, when: {x: 1}, decision: warn}\n  - {name: a, when: {y: 1}, decision: warn}\n"),
              ElementsAre(StartsWith("10-own.yaml:3:5: a second rule named 'a' (the first is in line 2)")));
  EXPECT_THAT(rule_mistakes_in("loop_threshold: 3\n"),
              ElementsAre(HasSubstr("a file of rules.d may only have 'rules'")));
  EXPECT_THAT(rule_mistakes_in("- x\n"), ElementsAre(HasSubstr("'rules:' and a list expected")));
  EXPECT_THAT(rule_mistakes_in("rules: &all [{when: *all, decision: block}]").size(), testing::Ge(2U));
}

// A pattern for which RE2 has too little memory is refused; it does not become one that never matches.
TEST(Rules, APatternThatIsTooMuchIsRefusedAtItsPlace) {
  EXPECT_THAT(
      rule_mistakes_in("rules: [{when: {target.name: {matches: '((a{1,100}){1,100}){1,100}'}}, decision: block}]"),
      ElementsAre(StartsWith("10-own.yaml:1:40: not a pattern: ")));
  std::string many = "rules:\n";
  for (int i = 0; i < 3000; ++i) {
    many += "  - {name: r" + std::to_string(i) + ", when: {target.name: {matches: '[a-z]{1,200}" + std::to_string(i) +
            "'}}, decision: block}\n";
  }
  EXPECT_THAT(rule_mistakes_in(many), ElementsAre(HasSubstr("the patterns together need too much memory")));
}

TEST(Rules, AFileThatIsTooLargeIsRefusedWhereItIs) {
  const std::string large = "rules:\n" + std::string(10 * 1024 * 1024, '#');
  EXPECT_THAT(rule_mistakes_in(large),
              ElementsAre("10-own.yaml:2:1048570: larger than 1024 KiB (no policy needs so much: "
                          "is this the right file?)"));
}

TEST(Rules, EveryFieldIsDocumented) {
  std::ifstream file(INTERLOCK_SOURCE_DIR "/docs/policy.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const auto& row : gate::field_table()) EXPECT_THAT(page, HasSubstr("| `" + std::string(row.name)));
}

TEST(Rules, EveryFieldCanBeAskedFor) {
  for (const auto& row : gate::field_table()) {
    const std::string name = std::string(row.name) + (row.name.ends_with('.') ? "x" : "");
    const auto field = gate::field_from_name(name);
    ASSERT_TRUE(field) << name;
    EXPECT_EQ(field->field, row.field);
    EXPECT_EQ(field->text(), name);
    const bool number = row.kind == gate::ValueKind::number;
    rules_of("rules: [{when: {" + name + ": " + (number ? "1" : "'*'") + "}, decision: block}]");
  }
}

std::vector<std::string> policy_mistakes(std::string_view text) {
  const auto loaded = load_text(text, "p", Settings{});
  std::vector<std::string> reported;
  if (loaded) return reported;
  for (const auto& error : loaded.error()) reported.push_back(to_text(error));
  return reported;
}

TEST(Profiles, AreMergedOverThePolicyForAll) {
  const auto loaded = load_text(R"(
confidence_threshold: 0.5
rules: [{when: {window.app: x}, decision: block}]
profiles:
  - {name: first, when: {agent.name: "a*"}, policy: {loop_threshold: 9}}
  - {name: second, when: {agent.program: python3, goal: read}, policy: {confidence_threshold: 0.9}}
)",
                                "p", Settings{});
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  const auto& profiles = loaded->profiles->all();
  ASSERT_EQ(profiles.size(), 2U);
  EXPECT_EQ(profiles[0].policy->config().loop_threshold, 9U);
  EXPECT_EQ(profiles[0].policy->config().confidence_threshold, 0.5);
  EXPECT_TRUE(profiles[0].policy->config().rules.empty()) << "those judge beside it";
  const auto name_for = [&](const Principal& who, const gate::Scope& scope) {
    const auto* found = loaded->profiles->find(who, scope);
    return found == nullptr ? "" : found->name;
  };
  EXPECT_EQ(name_for({"ann", "", ""}, {}), "first");
  EXPECT_EQ(name_for({"bob", "/usr/bin/python3", ""}, {.goal = GoalType::read}), "second");
  EXPECT_EQ(name_for({"bob", "/usr/bin/python3", ""}, {}), "");
}

TEST(Profiles, MistakesAreReportedWithTheirPlaces) {
  EXPECT_THAT(policy_mistakes("profiles: [{name: a, when: {window.app: x}, policy: {}}]"),
              ElementsAre(HasSubstr("cannot depend on 'window.app'")));
  EXPECT_THAT(policy_mistakes("profiles: [{name: a, when: {agent.name: x}, policy: {daemon: {}}}]"),
              ElementsAre(HasSubstr("'daemon' cannot differ from agent to agent")));
  EXPECT_THAT(policy_mistakes("profiles:\n  - {name: a, when: {agent.name: x}, policy: {looop_threshold: 3}}"),
              ElementsAre(StartsWith("p:2:47: unknown key 'looop_threshold', did you mean 'loop_threshold'?")));
  EXPECT_THAT(policy_mistakes("profiles: [{when: {agent.name: x}, policy: {}}]"),
              ElementsAre(HasSubstr("the profile has no 'name'")));
  EXPECT_THAT(policy_mistakes("profiles: [{name: a, when: {agent.name: x}, policy: {blocklist_patterns: ['(']}}]"),
              ElementsAre(HasSubstr("not a pattern: blocklist_patterns: missing )")));
}

}  // namespace
}  // namespace interlock::policy
