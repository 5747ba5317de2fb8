// What a question, a record and an event name as the target: the subject of the finding that decided.
#include "daemon/records/question.h"

#include "tests/unit/daemon/pipeline_fixture.h"

namespace interlock::daemon {
namespace {

Element button(std::string name) {
  return {.role = Role::push_button, .name = std::move(name), .value = none, .states = {}, .listener = none};
}

class SubjectTest : public PipelineTest {
 protected:
  SubjectTest() { step.seen.observation.window = Window{.app = "shop", .title = "Shop"}; }

  void assess(ActionBody body) {
    step.action.body = std::move(body);
    step.assessment = session->gate.assess(step.action, step.seen.observation, {});
  }

  Step step;
};

// "button" stands in the reason: "alt+d presses it: push button "Delete account" ...".
TEST_F(SubjectTest, AControlWhoseNameIsAWordOfTheReasonIsNotTakenForTheTarget) {
  step.seen.observation.focus = Element{.role = Role::entry, .name = "Note"};
  step.seen.observation.bound = std::vector<Element>{button("button"), button("Delete account")};
  assess(Key{*parse_key_chords("alt+d")});
  ASSERT_EQ(step.assessment.rule, "irreversible") << step.assessment.reason.text();
  EXPECT_THAT(step.assessment.reason.text(), HasSubstr("push button \"Delete account\""));
  EXPECT_EQ(target_text(step), "push button \"Delete account\"");
  const Question asked = question(*session, step);
  EXPECT_EQ(asked.label, "\"Delete account\"");
  EXPECT_THAT(asked.why, testing::StartsWith("alt+d presses it: this deletes"));
}

TEST_F(SubjectTest, WhereNothingObjectsAKeysTargetIsTheFirstControlItIsBoundTo) {
  step.seen.observation.focus = Element{.role = Role::entry, .name = "Note"};
  step.seen.observation.bound = std::vector<Element>{button("Details"), button("Description")};
  assess(Key{*parse_key_chords("alt+d")});
  ASSERT_EQ(step.assessment.decision, Decision::allow) << step.assessment.reason.text();
  EXPECT_EQ(target_text(step), "push button \"Details\"");
}

// A label may press any of its controls; the one that asks is the one that is named.
TEST_F(SubjectTest, AControlThatALabelPressesIsNamedWhereItDecides) {
  step.seen.observation.element = Element{.role = Role::label, .name = "Later", .value = none, .listener = none};
  step.seen.observation.element->presses = {{Role::push_button, "Details", {}},
                                            {Role::push_button, "Delete account", {}}};
  assess(Click{.at = danger_point});
  ASSERT_EQ(step.assessment.decision, Decision::require_confirmation) << step.assessment.reason.text();
  EXPECT_EQ(target_text(step), "push button \"Delete account\"");
}

// The application's words cannot pose as the place where the target is named.
TEST_F(SubjectTest, TheNameThatIsLeftOutIsTheTargetsOwn) {
  step.seen.observation.element = button("Delete account");
  step.seen.observation.window = Window{.app = "It", .title = "It"};
  assess(Click{.at = danger_point});
  EXPECT_THAT(question(*session, step).why, testing::StartsWith("It deletes or overwrites something"));
}

}  // namespace
}  // namespace interlock::daemon
