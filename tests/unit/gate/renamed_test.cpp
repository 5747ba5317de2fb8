// Windows that an agent renamed, and rules that identify windows by their names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/playbook.h"
#include "gate/screen/other_names.h"
#include "gate/typing/paste.h"
#include "tests/unit/gate/cases.h"
#include "values/paste_source.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::HasSubstr;

Window renamed(Window window, std::string title, std::string wm_class) {
  window.former.push_back({window.wm_class, window.title});
  window.title = std::move(title);
  window.wm_class = std::move(wm_class);
  return window;
}

TEST(Renamed, IsReportedWithAllItsFormerNames) {
  const Window twice = renamed(renamed(window("python3", "One", "First"), "Two", "Second"), "Three", "Second");
  const Assessment a = assess(ours(), click(), cases::on(element(Role::push_button, "Next"), twice));
  EXPECT_EQ(a.decision, Decision::require_confirmation);
  EXPECT_EQ(a.code, "renamed_window");
  EXPECT_THAT(a.reason, HasSubstr("\"Three\" of \"python3\": before that it was \"Two\", \"One\" of class \"First\""));
  EXPECT_EQ(a.findings.size(), 1u) << "said once, however many names there were";
  EXPECT_FALSE(playbook_may_answer(a));
}

TEST(Renamed, IsJudgedByEachNameAndTheStrictestHolds) {
  Config config = consequence_config();
  config.protected_classes = {"vault"};
  const Window away = renamed(window("java", "Safe", "Vault"), "Notes", "Notes");
  const Window between = renamed(away, "Letters", "Letters");
  for (const Window& each : {away, between}) {
    EXPECT_EQ(assess(ours(config), click(), cases::on(element(Role::push_button, "Next"), each)).rule, "protected");
  }
  Action into;
  into.body =
      RenameWindow{.window = 7, .title = {}, .icon_title = {}, .role = {}, .class_name = {}, .wm_class = "Vault"};
  const Assessment a =
      assess(ours(config), into, cases::on(element(Role::push_button, "Next"), window("java", "Notes", "Notes")));
  EXPECT_EQ(a.decision, Decision::block);
  EXPECT_THAT(a.reason, HasSubstr("by its new name: "));
}

TEST(Renamed, CustomRulesSeeTheFormerNames) {
  const Observation seen =
      cases::on(element(Role::push_button, "Next"), renamed(window("soffice", "Payroll", "Calc"), "Sums", "Calc"));
  const auto others = other_names(click(), seen);
  ASSERT_EQ(others.size(), 1u);
  EXPECT_EQ(others.front().observation.window->title, "Payroll");
  EXPECT_TRUE(other_names(click(), button("Next")).empty());
}

TEST(Renamed, IsHiddenByItsFormerName) {
  Config config = consequence_config();
  config.protected_classes = {"vault"};
  const auto policy = compiled(config);
  EXPECT_TRUE(is_for_people_alone(*policy, renamed(window("java", "Safe", "Vault"), "Notes", "Notes")));
  EXPECT_FALSE(is_for_people_alone(*policy, window("java", "Notes", "Notes")));
}

// A terminal whose windows a server draws is identified only by its class.
TEST(Renamed, PastesAsTheTerminalThatItWas) {
  const Window was = window("server", "~", "XTerm"), is = renamed(was, "Notes", "Notes");
  EXPECT_EQ(paste_source(key("shift+Insert"), was), PasteSource::primary);
  EXPECT_EQ(paste_source(key("shift+Insert"), is), PasteSource::primary);
}

TEST(Renamed, TwoRenamesThatDifferInTheirLastLetterAreTwoQuestions) {
  const auto rename = [](const std::string& end) {
    Action action;
    action.body = RenameWindow{.window = 7,
                               .title = std::string(200, 'a') + end,
                               .icon_title = {},
                               .role = {},
                               .class_name = {},
                               .wm_class = {}};
    return action;
  };
  const SafetyGate gate = ours();
  const Observation seen = button("Next");
  EXPECT_NE(gate.consent(rename("b"), seen, {}, {}).about, gate.consent(rename("c"), seen, {}, {}).about);
  EXPECT_NE(action_signature(rename("b"), seen), action_signature(rename("c"), seen));
}

}  // namespace
}  // namespace interlock::gate
