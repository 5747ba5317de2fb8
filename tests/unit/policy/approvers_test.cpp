/// `approvers:` and `quorum:`: what nobody could mean is a mistake with its place.
#include "policy/approvers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gate/safety_gate.h"
#include "policy/loader.h"
#include "tests/fakes/authenticator.h"
#include "tests/temp_dir.h"

namespace interlock::policy {
namespace {

namespace fs = std::filesystem;
using test::Authenticator;
using testing::HasSubstr;
using testing::IsEmpty;

class ApproversOfAPolicy : public testing::Test {
 protected:
  std::string mistakes_in(const std::string& text) {
    const auto loaded = load_text(text, "p.yaml", {});
    return loaded ? "" : to_text(loaded.error());
  }
  std::string anna(const std::string& more = "") {
    return "approvers:\n  - {name: anna, keys: ['" + annas.ssh_line() + "']" + more + "}\n";
  }
  std::string ben() { return "  - {name: ben, keys: ['" + bens.passkey_line("https://console.example") + "']}\n"; }
  const Authenticator annas{Authenticator::Kind::ed25519}, bens{Authenticator::Kind::p256};
};

TEST_F(ApproversOfAPolicy, AreRead) {
  const auto loaded = load_text(
      anna(", may: [purchase, command]") + ben() + "quorum: {transfer: 1, credential: 1}\ndaemon: {replies: signed}\n",
      "p.yaml", {});
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  const auto& [list, quorum] = loaded->settings.approvers;
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].name, "anna");
  EXPECT_THAT(list[0].may, testing::ElementsAre("purchase", "command"));
  EXPECT_TRUE(list[1].keys.at(0).is_passkey());
  EXPECT_EQ(quorum.at("transfer"), 1u);
  EXPECT_EQ(loaded->settings.daemon.replies, Replies::signed_only);
}

TEST_F(ApproversOfAPolicy, TheirConsoleIsClosedToAgents) {
  EXPECT_THAT(load_text(anna(), "p.yaml", {})->settings.gate.rules, IsEmpty()) << "keys of SSH have no page";
  const auto loaded = load_text(anna() + ben(), "p.yaml", {});
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  ASSERT_EQ(loaded->settings.gate.rules.size(), 1u);
  const auto decide = [&](const char* url) {
    Observation there;
    there.document = Document{url, "Inbox"};
    return gate::SafetyGate(loaded->policy).assess(Action{Click{}}, there, {}).decision;
  };
  EXPECT_EQ(decide("https://console.example/"), Decision::block);
  EXPECT_EQ(decide("https://console.example/#login=1"), Decision::block);
  EXPECT_NE(decide("https://console.example.evil/"), Decision::block);
  EXPECT_NE(decide("https://console.example:8443/"), Decision::block);
}

TEST_F(ApproversOfAPolicy, OneKeyIsOnePerson) {
  EXPECT_THAT(mistakes_in(anna() + "  - {name: ben, keys: ['" + annas.ssh_line() + " ben@desk']}\n"),
              HasSubstr("it would count as two people"));
  EXPECT_THAT(mistakes_in(anna() + "  - {name: anna, keys: ['" + bens.ssh_line() + "']}\n"),
              HasSubstr("a second approver named 'anna'"));
  // The same key as a passkey and as a key of SSH.
  EXPECT_THAT(mistakes_in("approvers:\n" + ben() + "  - {name: anna, keys: ['" + bens.ssh_line() + "']}\n"),
              HasSubstr("it would count as two people"));
}

TEST_F(ApproversOfAPolicy, WhatIsNoApproverIsAMistakeAtItsPlace) {
  EXPECT_THAT(mistakes_in("approvers:\n  - {name: anna}\n"), HasSubstr("p.yaml:2"));
  EXPECT_THAT(mistakes_in("approvers:\n  - {name: anna}\n"), HasSubstr("no 'keys'"));
  EXPECT_THAT(mistakes_in("approvers:\n  - {keys: ['" + annas.ssh_line() + "']}\n"), HasSubstr("no 'name'"));
  EXPECT_THAT(mistakes_in("approvers:\n  - {name: an na, keys: ['" + annas.ssh_line() + "']}\n"),
              HasSubstr("not a name"));
  EXPECT_THAT(mistakes_in("approvers:\n  - {name: anna, keys: ['ssh-rsa AAAA']}\n"), HasSubstr("not a key"));
  EXPECT_THAT(mistakes_in("approvers:\n  - {name: anna, keys: []}\n"), HasSubstr("a list of public keys"));
  EXPECT_THAT(mistakes_in(anna(", may: []")), HasSubstr("may approve nothing"));
  EXPECT_THAT(mistakes_in(anna(", may: [purchases]")), HasSubstr("purchase"));
  EXPECT_THAT(mistakes_in(anna(", key: x")), HasSubstr("'key'"));
}

TEST_F(ApproversOfAPolicy, WhatNobodyCouldApproveIsAMistake) {
  EXPECT_THAT(mistakes_in(anna() + "quorum: {purchase: 2}\n"), HasSubstr("needs 2 approvers, and 1 may approve it"));
  EXPECT_THAT(mistakes_in(anna(", may: [send]") + ben() + "quorum: {purchase: 2}\n"), HasSubstr("needs 2"));
  EXPECT_THAT(mistakes_in(anna() + ben() + "quorum: {purchase: 2}\n"), IsEmpty());
  EXPECT_THAT(mistakes_in(anna() + "quorum: {purchases: 1}\n"), HasSubstr("purchase"));
  EXPECT_THAT(mistakes_in(anna() + "quorum: {purchase: 0}\n"), testing::Not(IsEmpty()));
  EXPECT_THAT(mistakes_in("daemon: {replies: signed}\n"), HasSubstr("nobody could approve anything"));
}

/// Whoever may write the file could name approvers of their own.
TEST_F(ApproversOfAPolicy, AreOnlyReadFromAFileThatNobodyElseCanWrite) {
  const test::TempDir dir;
  const std::string path = dir.path() + "/policy.yaml";
  std::ofstream(path) << anna();
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_TRUE(load_file(path));
  fs::permissions(path, fs::perms::group_write, fs::perm_options::add);
  EXPECT_FALSE(load_file(path));
  fs::permissions(path, fs::perms::group_write, fs::perm_options::remove);
  fs::permissions(dir.path(), fs::perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(load_file(path)) << "or the folder";
}

}  // namespace
}  // namespace interlock::policy
