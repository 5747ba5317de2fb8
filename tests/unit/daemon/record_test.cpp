// What records hold of typed text, if a later observation shows that the target may be secret.
#include "daemon/records/record.h"

#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

constexpr const char* text = "correct horse";

Step typed(bool secret) {
  Step step;
  step.action.body = Type{text};
  Assessment assessment;
  assessment.reading.secret = secret;
  set_assessment(step, std::move(assessment));
  return step;
}

std::string recorded_text(const Step& step) {
  return std::get<Type>(recorded(step).body).text;
}

ActionReading reading(bool secret) {
  ActionReading later;
  later.secret = secret;
  return later;
}

TEST(Record, AnOptionThatIsASecretByItsFormIsNotKept) {
  const std::string token = "ghp_" + std::string(36, 'a');
  Step step{.action = {.body = SelectOption{"use " + token}, .confidence = {}, .intent = {}, .expect = {}, .on = {}}};
  EXPECT_EQ(std::get<SelectOption>(recorded(step).body).option.find(token), std::string::npos);
  Action action = step.action;
  set_field_value(action, 0, "hidden");
  EXPECT_EQ(std::get<SelectOption>(action.body).option, "hidden");
}

TEST(Record, TextIsMaskedOnceALaterReadingFindsItsTargetSecret) {
  Step step = typed(false);
  ASSERT_EQ(recorded_text(step), text);
  add_reading(step, reading(true));
  EXPECT_EQ(recorded_text(step).find(text), std::string::npos);
  EXPECT_TRUE(step.assessment.reading.secret);
}

TEST(Record, TextStaysMaskedIfALaterReadingFindsItsTargetOrdinary) {
  Step step = typed(true);
  add_reading(step, reading(false));
  EXPECT_EQ(recorded_text(step).find(text), std::string::npos);
  EXPECT_TRUE(step.assessment.reading.secret);
}

}  // namespace
}  // namespace interlock::daemon
