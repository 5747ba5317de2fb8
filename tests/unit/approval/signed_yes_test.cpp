/// Signatures: what the real ssh-keygen made is accepted, and nothing that differs from it in any field.
#include "approval/signed_yes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "approval/digest.h"
#include "approval/sshsig.h"
#include "ipc/base64.h"
#include "tests/fakes/authenticator.h"
#include "tests/temp_dir.h"

namespace interlock::approval {
namespace {

using test::Authenticator;
using testing::HasSubstr;

const std::string fixtures = INTERLOCK_SOURCE_DIR "/tests/fixtures/approval/";

std::string file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Approver approver(const std::string& name, const std::vector<std::string>& lines) {
  Approver made{.name = name, .keys = {}, .may = {}};
  for (const auto& line : lines) {
    auto key = parse_key(line);
    EXPECT_TRUE(key) << key.error();
    if (key) made.keys.push_back(*key);
  }
  return made;
}

std::string why_not(const Approvers& approvers, const std::string& statement, const SignedYes& yes) {
  const auto signer = who_signed(approvers, statement, yes);
  return signer ? "accepted" : signer.error();
}

const std::string statement = "interlock statement 1\nquestion ...\n";

TEST(SshSignature, GoldenOnesOfSshKeygenCount) {
  const std::string text = file(fixtures + "statement.txt");
  for (const std::string kind : {"ed25519", "ecdsa"}) {
    const Approvers approvers{{approver("anna", {file(fixtures + kind + ".pub")})}, {}};
    const auto signer = who_signed(approvers, text, SshSignature{file(fixtures + kind + ".sig")});
    ASSERT_TRUE(signer) << kind << ": " << signer.error();
    EXPECT_EQ(signer->approver->name, "anna");
    EXPECT_EQ(why_not(approvers, text + " ", SshSignature{file(fixtures + kind + ".sig")}).substr(0, 9), "it is not");
  }
}

TEST(SshSignature, NoByteOfItMayChange) {
  const std::string text = file(fixtures + "statement.txt");
  for (const std::string kind : {"ed25519", "ecdsa"}) {
    const Approvers approvers{{approver("anna", {file(fixtures + kind + ".pub")})}, {}};
    const std::string armored = file(fixtures + kind + ".sig");
    const auto begin = armored.find('\n') + 1, end = armored.rfind("-----END");
    std::string digits = armored.substr(begin, end - begin);
    std::erase(digits, '\n');
    const auto bytes = ipc::bytes_of_base64(digits);
    ASSERT_TRUE(bytes);
    for (std::size_t at = 0; at < bytes->size(); ++at) {
      std::string changed = *bytes;
      changed[at] = static_cast<char>(changed[at] ^ 0x01);
      const SshSignature yes{"-----BEGIN SSH SIGNATURE-----\n" + ipc::base64_of(changed) +
                             "\n-----END SSH SIGNATURE-----"};
      EXPECT_NE(why_not(approvers, text, yes), "accepted") << kind << ", byte " << at;
    }
  }
}

/// Runs the real ssh-keygen of this machine.
TEST(SshSignature, OfTheRealSshKeygenCountAndForOurPurposeAlone) {
  const test::TempDir dir;
  for (const std::string options : {"-t ed25519", "-t ecdsa -b 256"}) {
    const std::string key = dir.path() + "/key" + std::to_string(options.size());
    ASSERT_EQ(std::system(("ssh-keygen -q " + options + " -N '' -f " + key).c_str()), 0) << "is openssh-client there?";
    const Approvers approvers{{approver("anna", {file(key + ".pub")})}, {}};
    std::ofstream(key + ".txt") << statement;
    const std::string sign = "ssh-keygen -q -Y sign -f " + key + " -n ";
    ASSERT_EQ(std::system((sign + "interlock-approval < " + key + ".txt > " + key + ".sig").c_str()), 0);
    EXPECT_EQ(why_not(approvers, statement, SshSignature{file(key + ".sig")}), "accepted");
    ASSERT_EQ(std::system((sign + "file < " + key + ".txt > " + key + ".sig").c_str()), 0);
    EXPECT_THAT(why_not(approvers, statement, SshSignature{file(key + ".sig")}), HasSubstr("another purpose"));
  }
}

#ifdef INTERLOCK_SECURITY_KEY
/// The real ssh-keygen with a security key of ours.
TEST(SshSignature, OfTheRealSshKeygenWithASecurityKeyCount) {
  for (const std::string kind : {"ed25519-sk", "ecdsa-sk"}) {
    const test::TempDir dir;
    const std::string key = dir.path() + "/key", provider = " -w " INTERLOCK_SECURITY_KEY;
    ASSERT_EQ(std::system(("ssh-keygen -q -t " + kind + provider + " -N '' -f " + key + " 2>&1").c_str()), 0);
    const Approvers approvers{{approver("anna", {file(key + ".pub")})}, {}};
    std::ofstream(key + ".txt") << statement;
    const std::string sign =
        "SSH_SK_PROVIDER=" INTERLOCK_SECURITY_KEY " ssh-keygen -q -Y sign -n interlock-approval -f ";
    ASSERT_EQ(std::system((sign + key + " < " + key + ".txt > " + key + ".sig").c_str()), 0);
    const auto signer = who_signed(approvers, statement, SshSignature{file(key + ".sig")});
    ASSERT_TRUE(signer) << kind << ": " << signer.error();
    EXPECT_EQ(signer->counter, 42u);
  }
}
#endif

TEST(SshSignature, OfASecurityKeyNeedsATouch) {
  for (const auto kind : {Authenticator::Kind::ed25519, Authenticator::Kind::p256}) {
    const Authenticator key(kind, "ssh:");
    const Approvers approvers{{approver("anna", {key.ssh_line()})}, {}};
    const auto signer = who_signed(approvers, statement, key.ssh(statement, {.counter = 7}));
    ASSERT_TRUE(signer) << signer.error();
    EXPECT_EQ(signer->counter, 7u);
    EXPECT_THAT(why_not(approvers, statement, key.ssh(statement, {.flags = 0})), HasSubstr("not touched"));
    EXPECT_THAT(why_not(approvers, statement, key.ssh(statement + "x")), HasSubstr("not a signature"));
    const Authenticator other(kind, "ssh:");
    EXPECT_THAT(why_not(approvers, statement, other.ssh(statement)), HasSubstr("no approver"));
  }
}

TEST(Passkey, AnAssertionCountsAndOfNothingElse) {
  for (const auto kind : {Authenticator::Kind::ed25519, Authenticator::Kind::p256}) {
    for (int again = 0; again < 20; ++again) {  // numbers with and without a leading zero
      const Authenticator key(kind);
      const Approvers approvers{{approver("anna", {key.passkey_line("https://console.example")})}, {}};
      const auto signer = who_signed(approvers, statement, key.assertion(statement, {.counter = 9}));
      ASSERT_TRUE(signer) << signer.error();
      EXPECT_EQ(signer->counter, 9u);
      EXPECT_THAT(why_not(approvers, statement + " ", key.assertion(statement)), HasSubstr("challenge"));
    }
  }
}

TEST(Passkey, EachCheckOfItRefuses) {
  const Authenticator key(Authenticator::Kind::p256), other(Authenticator::Kind::p256);
  const Approvers approvers{{approver("anna", {key.passkey_line("https://console.example")})}, {}};
  const auto why = [&](const Authenticator::PasskeyOptions& options) {
    return why_not(approvers, statement, key.assertion(statement, options));
  };
  EXPECT_EQ(why({}), "accepted");
  EXPECT_THAT(why({.origin = "https://evil.example"}), HasSubstr("another page"));
  EXPECT_THAT(why({.origin = "https://console.example:8443"}), HasSubstr("another page"));
  EXPECT_THAT(why({.origin = "http://console.example"}), HasSubstr("another page"));
  EXPECT_THAT(why({.party = "evil.example"}), HasSubstr("rpIdHash"));
  EXPECT_THAT(why({.type = "webauthn.create"}), HasSubstr("webauthn.get"));
  EXPECT_THAT(why({.more_client_data = R"(,"crossOrigin":true)"}), HasSubstr("another site"));
  EXPECT_THAT(why({.more_client_data = R"(,"challenge":"AAAA")"}), HasSubstr("JSON"));
  EXPECT_THAT(why({.flags = 4}), HasSubstr("UP"));
  EXPECT_THAT(why({.flags = 1}), HasSubstr("UV"));
  EXPECT_THAT(why({.more_authenticator_data = "x"}), HasSubstr("more or less"));
  EXPECT_THAT(why({.flags = 0x85}), HasSubstr("more or less"));
  EXPECT_THAT(why_not(approvers, statement, other.assertion(statement)), HasSubstr("no approver"));
  Assertion stolen = other.assertion(statement);
  stolen.credential = key.credential();
  EXPECT_THAT(why_not(approvers, statement, stolen), HasSubstr("signature is wrong"));
}

TEST(Passkey, NoByteOfItMayChange) {
  const Authenticator key(Authenticator::Kind::p256);
  const Approvers approvers{{approver("anna", {key.passkey_line("https://console.example")})}, {}};
  const Assertion good = key.assertion(statement);
  for (auto part :
       {&Assertion::credential, &Assertion::authenticator_data, &Assertion::client_data, &Assertion::signature}) {
    for (std::size_t at = 0; at < (good.*part).size(); ++at) {
      Assertion changed = good;
      (changed.*part)[at] = static_cast<char>((changed.*part)[at] ^ 0x01);
      EXPECT_NE(why_not(approvers, statement, changed), "accepted") << at;
    }
  }
}

TEST(SignedYes, IsTheSameAfterTheRecord) {
  const Authenticator key(Authenticator::Kind::p256);
  const Approvers approvers{{approver("anna", {key.passkey_line("https://console.example"), key.ssh_line()})}, {}};
  for (const SignedYes& yes : {SignedYes(key.assertion(statement)), SignedYes(key.ssh(statement))}) {
    const auto again = yes_of_record(record_of(yes));
    ASSERT_TRUE(again);
    EXPECT_EQ(why_not(approvers, statement, *again), "accepted");
  }
  EXPECT_FALSE(yes_of_record("webauthn AAAA"));
  EXPECT_FALSE(yes_of_record(""));
}

TEST(ApproverKey, KeysThatAreNoneAreRefused) {
  const Authenticator key(Authenticator::Kind::p256);
  const std::string line = key.passkey_line("https://console.example");
  EXPECT_TRUE(parse_key(line + " phone of anna"));
  EXPECT_FALSE(parse_key("passkey console.example AAAA BBBB"));
  EXPECT_FALSE(parse_key("ssh-rsa AAAA"));
  EXPECT_FALSE(parse_key(""));
  EXPECT_FALSE(parse_key("ssh-ed25519 " + key.ssh_line().substr(key.ssh_line().find(' ') + 1)));
  // A point that is not on the curve.
  std::string off = *bytes_of_base64url(line.substr(line.rfind(' ') + 1));
  off.back() = static_cast<char>(off.back() ^ 1);
  EXPECT_FALSE(parse_key(line.substr(0, line.rfind(' ') + 1) + base64url_of(off)));
  EXPECT_EQ(host_of_origin("https://a.example:8443"), "a.example");
  for (const std::string wrong :
       {"https://a.example/", "https://a@b", "ftp://a", "https://", "https://A.example", "https://a:", "https://a:x"})
    EXPECT_EQ(host_of_origin(wrong), "") << wrong;
}

TEST(Approvers, MayApproveWhatThePolicyNames) {
  const Approver all{"anna", {}, {}}, some{"ben", {}, {"purchase", "command"}};
  EXPECT_TRUE(may_approve(all, {"irreversible", "delete"}));
  EXPECT_TRUE(may_approve(some, {"irreversible", "purchase"}));
  EXPECT_FALSE(may_approve(some, {"irreversible", "delete"}));
  const Approvers approvers{{all, some}, {{"purchase", 2}, {"irreversible", 1}}};
  EXPECT_EQ(quorum_of(approvers, {"irreversible", "purchase"}), 2u);
  EXPECT_EQ(quorum_of(approvers, {"command"}), 0u);
}

}  // namespace
}  // namespace interlock::approval
