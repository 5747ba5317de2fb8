// What lint finds, and that it accepts what is intended.
#include "policy/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "policy/presets.h"
#include "tests/temp_dir.h"

namespace interlock::policy {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> reported(const tl::expected<Warnings, Errors>& found) {
  std::vector<std::string> lines;
  if (!found) return {"refused " + to_text(found.error())};
  for (const auto& [code, what] : *found) lines.push_back(std::string(code) + " " + to_text(what));
  return lines;
}

std::vector<std::string> in_rules(const std::string& rules) {
  return reported(lint_rules_text("rules:\n" + rules, "r.yaml"));
}
std::vector<std::string> in_policy(std::string_view text) {
  return reported(lint_policy(text, "p.yaml"));
}

TEST(Lint, IsSilentAboutPresetsAndPlainRules) {
  for (const auto& preset : presets()) {
    const auto lines = in_policy(preset.text);
    EXPECT_THAT(lines, IsEmpty()) << preset.name;
  }
  EXPECT_THAT(in_rules(R"(  - {when: {document.host: "*.bank.example"}, decision: block}
  - {when: {document.host: "*.bank.example"}, decision: halt, name: stricter, reason: x}
  - {when: {target.name: "*pay*", action: [click, key]}, decision: require_confirmation, name: p}
  - {when: {target.name: "*"}, decision: warn, name: reported}
  - {when: {count: {above: 1}, confidence: {below: 1}}, decision: block, name: n}
)"),
              ElementsAre(StartsWith("shadowed r.yaml:2:5: the rule 'rule 1' never decides")));
}

TEST(Lint, NeverHolds) {
  EXPECT_THAT(in_rules("  - {when: {confidence: {above: 1}}, decision: block}\n"),
              ElementsAre(StartsWith("dead r.yaml:2:13: no confidence is within these bounds")));
  EXPECT_THAT(in_rules("  - {when: {x: {above: 5, below: 5}}, decision: block}\n"), ElementsAre(StartsWith("dead")));
  EXPECT_THAT(in_rules("  - {when: {action: click, all: [{action: [type, key]}]}, decision: block}\n"),
              ElementsAre(StartsWith("dead r.yaml:2:35: action must have two values at once")));
  EXPECT_THAT(in_rules("  - {when: {tool.name: write, target.name: x}, decision: block}\n"),
              ElementsAre(HasSubstr("a tool call has no target.name")));
  EXPECT_THAT(in_rules("  - {when: {window.app: x, not: {window.app: [x, y]}}, decision: block}\n"),
              ElementsAre(HasSubstr("under 'not' is also required")));
}

TEST(Lint, NeverDecides) {
  EXPECT_THAT(
      in_rules("  - {name: a, when: {target.name: [Pay, Buy]}, decision: block}\n"
               "  - {name: b, when: {target.name: Pay, window.app: x}, decision: require_confirmation}\n"),
      ElementsAre(StartsWith("shadowed r.yaml:3:5: the rule 'b' never decides: where it holds, 'a' (r.yaml:2:5)")));
  EXPECT_THAT(in_rules("  - {name: a, when: {any: [{target.name: Pay}, {window.app: x}]}, decision: block}\n"
                       "  - {name: b, when: {target.name: Pay}, decision: block}\n"),
              ElementsAre(HasSubstr("'b' never decides")));
  EXPECT_THAT(in_rules("  - {name: a, when: {target.name: Pay}, decision: warn}\n"
                       "  - {name: b, when: {target.name: Pay}, decision: block}\n"),
              ElementsAre(HasSubstr("'a' never decides")));
  EXPECT_THAT(in_rules("  - {name: a, when: {target.name: Pay, window.app: x}, decision: block}\n"
                       "  - {name: b, when: {target.name: Pay}, decision: block}\n"),
              IsEmpty());
}

TEST(Lint, MatchesNearlyAnything) {
  EXPECT_THAT(in_rules("  - {when: {action: [click, type]}, decision: require_confirmation}\n"),
              ElementsAre(HasSubstr("everyday actions")));
  EXPECT_THAT(in_rules("  - {when: {target.name: {matches: 'x*'}}, decision: warn}\n"),
              ElementsAre(HasSubstr("'x*' matches any text")));
  EXPECT_THAT(in_rules("  - {when: {target.name: {matches: '[aeo]'}}, decision: warn}\n"),
              ElementsAre(HasSubstr("ordinary words")));
  EXPECT_THAT(in_rules("  - {when: {target.name: '^pay.*$'}, decision: block}\n"),
              ElementsAre(StartsWith("not_a_glob r.yaml:2:26")));
  EXPECT_THAT(in_rules("  - {when: {target.name: [Pay, Buy, pay]}, decision: block}\n"),
              ElementsAre(StartsWith("duplicate r.yaml:2:37: 'pay' is in the list already")));
}

TEST(Lint, Policies) {
  EXPECT_THAT(
      in_policy("blocklist_patterns: ['\\bwipe\\b', drop, 'drop table', drop, 'e', '(x)?']\n"),
      ElementsAre(StartsWith("duplicate p.yaml:1:54"), StartsWith("shadowed p.yaml:1:40: 'drop table' adds nothing"),
                  StartsWith("broad p.yaml:1:60: 'e' matches"), HasSubstr("'(x)?' matches any text")));
  EXPECT_THAT(in_policy("guardrails: {allowed_domains: [a.example], blocked_domains: [b.example]}\n"),
              ElementsAre(StartsWith("dead p.yaml:1:61: blocked_domains has no effect beside allowed_domains")));
  EXPECT_THAT(in_policy("guardrails: {stuck_cycle_max_length: 3, stuck_cycle_repeats: 0}\n"),
              ElementsAre(HasSubstr("stuck_cycle_max_length has no effect while stuck_cycle_repeats is 0")));
  EXPECT_THAT(in_policy("profiles:\n  - {name: a, when: {agent.name: '*'}, policy: {}}\n"
                        "  - {name: b, when: {agent.name: x}, policy: {}}\n"),
              ElementsAre(StartsWith("shadowed p.yaml:3:5: the rule 'b' never decides")));
  EXPECT_THAT(
      in_policy("validators:\n"
                "  - {name: a, when: {target.name: {matches: 'x?'}}}\n"
                "  - {name: b, when: {all: [{action: click}, {tool.name: mail}, {target.name: [send, SEND]}]}}\n"
                "  - {name: c, when: {all: [{window.app: chromium}, {window.app: firefox}]}}\n"
                "  - {name: d, when: {confidence: {above: 1}}}\n"
                "  - {name: e}\n"
                "  - {name: f, when: {action: click}}\n"),
      ElementsAre(AllOf(StartsWith("broad p.yaml:2:"), HasSubstr("matches any text")),
                  AllOf(StartsWith("dead p.yaml:3:"), HasSubstr("a tool call has no")),
                  AllOf(StartsWith("duplicate p.yaml:3:"), HasSubstr("is in the list already")),
                  AllOf(StartsWith("dead p.yaml:4:"), HasSubstr("two values at once")),
                  AllOf(StartsWith("dead p.yaml:5:"), HasSubstr("is within these bounds"))));
  EXPECT_THAT(in_policy("confidence_treshold: 1\n"), ElementsAre(StartsWith("refused p.yaml:1:1: unknown key")));
}

TEST(Lint, FilesThatAreNotRead) {
  const test::TempDir temp;
  for (const auto* name : {"a/x.yaml", "b/x.yaml", "b/y.yml", "b/_z.yml"}) {
    const std::string path = temp.path() + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream{path};
  }
  Warnings warnings;
  lint_rule_dirs({temp.path() + "/a", temp.path() + "/b"}, warnings);
  EXPECT_THAT(reported(warnings),
              ElementsAre(HasSubstr("b/x.yaml: not read: " + temp.path() + "/a/x.yaml has the same name"),
                          HasSubstr("b/y.yml: not read: its name does not end in .yaml")));
}

}  // namespace
}  // namespace interlock::policy
