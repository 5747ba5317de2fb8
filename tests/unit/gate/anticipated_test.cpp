// What an action may destroy, and how the application takes it back.
#include "gate/readings/anticipated.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::HasSubstr;

Anticipated before(const Action& action, const Observation& seen) {
  return ours().anticipated(action, seen, Time{});
}

TEST(Anticipated, TheTextOfAFieldIsKeptUnlessItIsSecret) {
  Element field = element(Role::entry, "Note");
  field.value = std::string("two pounds of tea");
  EXPECT_EQ(before(type("x"), on(field)).text, "two pounds of tea");
  field.value = std::string("");
  EXPECT_EQ(before(type("x"), on(field)).text, "");
  field.value = std::string("ghp_0123456789abcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(before(type("x"), on(field)).text, "") << "a token is a secret wherever it stands";
  Element password = element(Role::password_text, "Password");
  password.value = std::string("correct horse");
  EXPECT_EQ(before(type("x"), on(password)).text, "");
}

TEST(Anticipated, TheApplicationsOwnWayBackIsNamed) {
  EXPECT_THAT(before(type("x"), entry("Note")).application, HasSubstr("ctrl+z"));
  EXPECT_THAT(before(click(), button("Send")).application, HasSubstr("'Undo send'"));
  Observation files = on(element(Role::icon, "notes.txt"), window("thunar", "Documents", "Thunar"));
  const Action remove = act(Key{*parse_key_chords("Delete")});
  EXPECT_THAT(before(remove, files).application, HasSubstr("trash"));
  EXPECT_EQ(before(act(Key{*parse_key_chords("shift+Delete")}), files).application, "") << "that deletes for good";
  EXPECT_EQ(before(click(), button("Next")).application, "");
}

}  // namespace
}  // namespace interlock::gate
