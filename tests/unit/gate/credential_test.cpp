#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/secret_field.h"
#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::HasSubstr;
using testing::Not;

Observation field(Role role, std::string name, Attributes attributes = {}) {
  Element e = element(role, std::move(name));
  e.attributes = std::move(attributes);
  return on(std::move(e));
}

TEST(Credential, TheRoleNumberSaysSoWhateverTheLabelSays) {
  for (const SafetyGate& gate : {published(), ours()}) {
    const Assessment a = assess(gate, type("x"), field(Role::password_text, "Favourite colour"));
    EXPECT_EQ(a.decision, Decision::require_confirmation);
    EXPECT_EQ(a.rule, "credential");
  }
}

TEST(Credential, AttributesAndTextsAreRead) {
  const SafetyGate gate = published();
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"text-input-type", "password"}})).rule, "credential");
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"autocomplete", "new-password"}})).rule, "credential");
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"placeholder", "Your API_KEY"}})).rule, "credential");
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"html-input-name", "client_secret"}})).rule, "credential");
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"id", "auth-token"}})).rule, "credential");
  EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "City", {{"id", "city"}})), Decision::allow);
}

TEST(Credential, AFieldThatSaysNothingIsWhatItsDialogAsksFor) {
  Element e = element(Role::entry, "");
  e.ancestors = {{Role::dialog, "Unlock", "Enter the password of your keyring"}};
  EXPECT_EQ(assess(published(), type("x"), on(e)).rule, "credential");
  e.name = "User name";
  EXPECT_EQ(decide(published(), type("x"), on(e)), Decision::allow);
}

TEST(Credential, TheAllowlistOverrides) {
  Config config;
  config.credential_allowlist = {"test[ _]password"};
  EXPECT_EQ(decide(published(config), type("x"), field(Role::password_text, "Test password")), Decision::allow);
  EXPECT_EQ(decide(published(config), type("x"), field(Role::password_text, "Password")),
            Decision::require_confirmation);
}

TEST(Credential, KeyingAndPastingCount) {
  const Observation secret = field(Role::password_text, "Password");
  for (const char* keys : {"a", "shift+a", "eacute", "KP_7", "slash", "ctrl+v", "shift+Insert", "Home x"}) {
    EXPECT_EQ(assess(ours(), key(keys), secret).rule, "credential") << keys;
  }
  EXPECT_EQ(assess(ours(), act(KeyDown{{{}, "a"}}), secret).rule, "credential");
  EXPECT_EQ(assess(ours(), act(Click{{1, 1}, Button::middle}), secret).rule, "credential");
  for (const char* keys : {"Tab", "Home", "ctrl+a", "Escape", "F5", "BackSpace"}) {
    EXPECT_EQ(decide(ours(), key(keys), secret), Decision::allow) << keys;
  }
  EXPECT_EQ(decide(ours(), click(), secret), Decision::allow);
}

TEST(Credential, WhatIsTypedIsNeverTold) {
  for (const SafetyGate& gate : {published(), ours()}) {
    Action action = type("Delete-Hunter2 delete\n");
    action.confidence = 0.1;
    const Assessment a = assess(gate, action, field(Role::password_text, "Password"));
    EXPECT_FALSE(a.findings.empty());
    for (const Finding& f : a.findings) {
      for (const char* part : {"Hunter2", "hunter2", "delete", "Delete"}) {
        EXPECT_THAT(f.reason, Not(HasSubstr(part)));
        EXPECT_THAT(f.evidence, Not(HasSubstr(part)));
      }
    }
  }
}

}  // namespace
}  // namespace interlock::gate
