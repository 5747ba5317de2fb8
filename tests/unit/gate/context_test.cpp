#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::HasSubstr;

TEST(Context, ExpectedAppOfThePolicy) {
  Config config;
  config.expected_app = "Chrom";
  EXPECT_EQ(decide(published(config), click(), button("Next")), Decision::allow);
  const Assessment a =
      assess(published(config), click(), on(element(Role::push_button, "Next"), window("xterm", "root", "XTerm")));
  EXPECT_EQ(a.decision, Decision::require_confirmation);
  EXPECT_EQ(a.rule, "context");
  EXPECT_THAT(a.reason, HasSubstr("xterm \"root\""));
}

TEST(Context, ExpectedWindowOfThePolicy) {
  Config config;
  config.expected_window_pattern = "^shop\\b";
  EXPECT_EQ(decide(published(config), click(), button("Next")), Decision::allow);
  EXPECT_EQ(decide(published(config), click(), on(element(Role::push_button, "Next"), window("chromium", "My shop"))),
            Decision::require_confirmation);
}

TEST(Context, AnUnknownWindowIsNotTheExpectedOne) {
  Config config;
  config.expected_app = "chromium";
  Observation o = button("Next");
  o.window = Unknown::no_window;
  EXPECT_EQ(assess(published(config), click(), o).code, "unknown_window");
}

TEST(Context, TheAgentsExpectationsAreChecked) {
  Action action = click();
  action.expect = {.app = "chromium", .window = "shop", .element = "next"};
  EXPECT_EQ(decide(ours(), action, button("Next")), Decision::allow);

  action.expect = {.app = "firefox", .window = {}, .element = {}};
  EXPECT_EQ(assess(ours(), action, button("Next")).code, "wrong_app");
  action.expect = {.app = {}, .window = "^Bank$", .element = {}};
  EXPECT_THAT(assess(ours(), action, button("Next")).reason, HasSubstr("the window on top is chromium \"Shop\""));
  action.expect = {.app = {}, .window = "(", .element = {}};
  EXPECT_EQ(assess(ours(), action, button("Next")).code, "bad_expectation");
  action.expect = {.app = {}, .window = {}, .element = "Save"};
  EXPECT_EQ(assess(ours(), action, button("Next")).code, "wrong_element");
  Observation unseen = button("Next");
  unseen.element = none;
  EXPECT_EQ(assess(ours(), action, unseen).code, "unknown_element");
}

TEST(UnknownTarget, IsJudgedByTheFailureTable) {
  for (const UnknownRow& row : unknown_table()) {
    Observation o = button("Next");
    o.element = row.reason;
    o.focus = row.reason;
    for (const Action& action :
         {click(), act(MouseDown{{1, 1}}), act(Drag{{1, 1}, {2, 2}}), type("a"), key("Return"), key("space")}) {
      const Assessment a = assess(ours(), action, o);
      EXPECT_EQ(a.decision, row.decision) << row.code << ' ' << summarize(action);
      EXPECT_EQ(a.rule, "context");
      EXPECT_EQ(a.code, "unknown_target");
      EXPECT_THAT(a.reason, HasSubstr(std::string(row.meaning)));
      EXPECT_THAT(a.reason, HasSubstr(std::string(row.advice)));
      EXPECT_LT(a.confidence, 1.0);
    }
    for (const Action& action : {act(Move{{1, 1}}), act(Scroll{{1, 1}, 0, 3, {}}), act(Wait{}), act(MouseUp{{1, 1}}),
                                 act(KeyUp{{{}, "Return"}}), act(Navigate{"https://example.com"}), key("Escape")}) {
      EXPECT_EQ(decide(ours(), action, o), Decision::allow) << row.code << ' ' << summarize(action);
    }
  }
}

TEST(UnknownTarget, ThePolicyOverridesTheTable) {
  Config config = consequence_config();
  config.unknown_target = {{Unknown::deadline, Decision::halt}, {Unknown::not_accessible, Decision::allow}};
  Observation o = button("Next");
  o.element = Unknown::deadline;
  EXPECT_EQ(decide(ours(config), click(), o), Decision::halt);
  o.element = Unknown::not_accessible;
  EXPECT_EQ(decide(ours(config), click(), o), Decision::allow);
}

TEST(UnknownTarget, NoElementIsAFactNotADoubt) {
  Observation o = button("Next");
  o.element = none;
  const Assessment a = assess(ours(), click(), o);
  EXPECT_EQ(a.decision, Decision::allow);
  EXPECT_EQ(a.confidence, 1.0);
}

TEST(Context, TextBeyondATabWouldGoUnseen) {
  EXPECT_EQ(assess(ours(), type("user\tsecret\n"), entry("User")).code, "beyond_tab");
  EXPECT_EQ(decide(ours(), type("user\t"), entry("User")), Decision::allow);
  Element editor = element(Role::text, "");
  editor.states.add(State::multi_line);
  EXPECT_EQ(decide(ours(), type("a\tb"), on(editor)), Decision::allow);
  Window calc = window();
  calc.wm_class = "libreoffice-calc";
  Element sheet = element(Role::table, "Sheet Sheet1");
  sheet.ancestors = {{.role = Role::document_spreadsheet, .name = "Untitled 1", .text = ""}};
  EXPECT_EQ(decide(ours(), type("June\t120\nSum\t=SUM(B1:B1)\n"), on(sheet, calc)), Decision::allow);
  EXPECT_NE(decide(ours(), type("June\t=DDE(\"sh\";\"a\";\"b\")\n"), on(sheet, calc)), Decision::allow);
  Element name_box = element(Role::entry, "Name Box");
  name_box.ancestors = sheet.ancestors;
  EXPECT_EQ(assess(ours(), type("A1\tb"), on(name_box, calc)).code, "beyond_tab");
}

TEST(Loop, RepeatsHintThenWarnThenStop) {
  Config config = consequence_config();
  config.guardrails = {3, 5, 7};
  SafetyGate gate = ours(config);
  std::vector<std::string> codes;
  for (int i = 0; i < 7; ++i) {
    const Assessment a = assess(gate, click(), button("Next"));
    codes.emplace_back(a.code);
    EXPECT_EQ(a.hints.size(), a.decision == Decision::warn ? 1U : 0U);
    record(gate, click(), button("Next"));
  }
  EXPECT_THAT(codes, testing::ElementsAre("no_objection", "no_objection", "repeated_hint", "repeated_hint",
                                          "repeated_warning", "repeated_warning", "stuck"));
  record(gate, type("x"), entry());
  EXPECT_EQ(decide(gate, click(), button("Next")), Decision::allow);
}

TEST(Loop, LettingGoIsNeverStopped) {
  Config config;
  config.loop_threshold = 1;
  EXPECT_EQ(decide(published(config), act(MouseUp{{1, 1}}), button("Next")), Decision::allow);
  EXPECT_EQ(decide(published(config), click(), button("Next")), Decision::block);
}

}  // namespace
}  // namespace interlock::gate
