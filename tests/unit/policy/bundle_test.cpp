/// Signed policies: what follows the policy in force, and each reason for which something does not.
#include "policy/bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "policy/loader.h"
#include "tests/fakes/authenticator.h"
#include "tests/temp_dir.h"

namespace interlock::policy {
namespace {

using test::Authenticator;
using testing::HasSubstr;

constexpr std::int64_t now = 1'800'000'000;  // 2027-01-15

class Bundles : public testing::Test {
 protected:
  std::string section(int version, const std::string& expires = "2027-02-01", const std::string& more = "") const {
    return "bundle:\n  url: https://policy.example/desks\n  signers: ['" + key_.ssh_line() +
           "']\n  version: " + std::to_string(version) + "\n" +
           (expires.empty() ? "" : "  expires: " + expires + "\n") + more;
  }
  static std::string signed_by(const Authenticator& key, const std::string& text,
                               const std::string& purpose = std::string(bundle_purpose)) {
    return with_signature(text, key.ssh(text, {.purpose = purpose}).armored);
  }
  static BundleSettings settings_of(const std::string& text) {
    const auto base = load_preset("default");
    const auto loaded = load_text(text, "p.yaml", base->settings);
    EXPECT_TRUE(loaded) << to_text(loaded.error());
    return loaded ? loaded->settings.bundle : BundleSettings{};
  }
  std::string refused(const std::string& text) const {
    const auto signer = trusted_signer(text, in_force_, "u");
    if (!signer) return signer.error().what;
    const auto why = objection_to(settings_of(text), in_force_, now, "u");
    return why ? why->what : "";
  }
  static std::string mistakes_in(const std::string& text) {
    const auto base = load_preset("default");
    const auto loaded = load_text(text, "p.yaml", base->settings);
    return loaded ? "" : to_text(loaded.error());
  }

  const Authenticator key_{Authenticator::Kind::ed25519}, other_{Authenticator::Kind::p256};
  const BundleSettings in_force_ = settings_of(section(6));
};

TEST_F(Bundles, ANewerOneOfASignerFollows) {
  EXPECT_EQ(refused(signed_by(key_, section(7))), "");
  EXPECT_EQ(*trusted_signer(signed_by(key_, section(7)), in_force_, "u"), key_.ssh_line());
  const Authenticator touched(Authenticator::Kind::ed25519, "ssh:");
  BundleSettings in_force = in_force_;
  in_force.signers.push_back(approval::parse_key(touched.ssh_line()).value());
  EXPECT_TRUE(trusted_signer(signed_by(touched, section(7)), in_force, "u"));
  const auto untouched =
      with_signature(section(7), touched.ssh(section(7), {.purpose = std::string(bundle_purpose), .flags = 0}).armored);
  EXPECT_FALSE(trusted_signer(untouched, in_force, "u"));
}

TEST_F(Bundles, WithoutASignatureOfASignerNoneFollows) {
  const std::string text = section(7), good = signed_by(key_, text);
  EXPECT_THAT(refused(text), HasSubstr("not signed"));
  EXPECT_THAT(refused(signed_by(other_, text)), HasSubstr("none of 'bundle.signers'"));
  EXPECT_THAT(refused(signed_by(key_, text, "interlock-approval")), HasSubstr("another purpose"));
  EXPECT_THAT(refused(section(8) + good.substr(text.size())), HasSubstr("of another text"));
  EXPECT_THAT(refused("rules: []\n" + good), HasSubstr("of another text"));
  EXPECT_THAT(refused(good + "rules: []\n"), HasSubstr("not signed"));
  EXPECT_THAT(refused(good + "# more\n"), HasSubstr("does not count"));
  // Two signatures: the last one counts, and is of all before it.
  EXPECT_THAT(refused(good + good.substr(text.size())), HasSubstr("of another text"));
}

TEST_F(Bundles, NoByteOfASignedTextMayChange) {
  const std::string text = section(7), good = signed_by(key_, text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 0x01);
    EXPECT_FALSE(signer_of(changed)) << "byte " << at;
  }
  EXPECT_TRUE(signer_of(good));
}

TEST_F(Bundles, AnOlderOrExpiredOneDoesNotFollow) {
  EXPECT_THAT(refused(signed_by(key_, section(6))), HasSubstr("its version is 6"));
  EXPECT_THAT(refused(signed_by(key_, section(5))), HasSubstr("its version is 5"));
  EXPECT_THAT(refused(signed_by(key_, section(7, "2027-01-15"))), HasSubstr("expired at 2027-01-15"));
  EXPECT_EQ(refused(signed_by(key_, section(7, "2027-01-15T09:00:00Z"))), "");
  EXPECT_THAT(refused(signed_by(key_, section(7, ""))), HasSubstr("when it expires"));
  EXPECT_THAT(refused(signed_by(key_, "preset: default\n")), HasSubstr("no newer one could follow"));
}

TEST_F(Bundles, MistakesInTheSectionAreNamed) {
  EXPECT_THAT(mistakes_in("bundle: {url: 'http://policy.example/', signers: ['" + key_.ssh_line() + "']}"),
              HasSubstr("not an address for bundles"));
  EXPECT_THAT(mistakes_in("bundle: {url: 'https://policy.example/'}"), HasSubstr("has no 'signers'"));
  EXPECT_THAT(mistakes_in("bundle: {signers: ['" + key_.ssh_line() + "']}"), HasSubstr("has no 'url'"));
  EXPECT_THAT(mistakes_in("bundle: {url: 'https://p.example', signers: ['" +
                          other_.passkey_line("https://console.example") + "']}"),
              HasSubstr("a passkey cannot sign"));
  EXPECT_THAT(mistakes_in(section(7, "2027-02-30")), HasSubstr("not a date"));
  EXPECT_THAT(mistakes_in(section(0)), HasSubstr("p.yaml:4:12"));
  EXPECT_THAT(mistakes_in(section(7, "2027-02-01", "  ca: ca.pem\n")), HasSubstr("absolute path"));
  EXPECT_THAT(mistakes_in("profiles:\n  - name: a\n    policy: {bundle: {version: 1}}\n"), HasSubstr("agent to agent"));
}

TEST_F(Bundles, AddressesAreHttpsAlone) {
  const auto url = https_url_of("https://policy.example:8443/desks?x=1");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host + " " + url->port + " " + url->path, "policy.example 8443 /desks?x=1");
  EXPECT_EQ(https_url_of("https://policy.example")->port + https_url_of("https://policy.example")->path, "443/");
  for (const char* bad :
       {"http://policy.example/", "https://user@policy.example/", "https:///x", "https://a.example/x#y",
        "https://a.example/x y", "https://a.example/\r\nHost: b", "https://a.example:port/"}) {
    EXPECT_FALSE(https_url_of(bad)) << bad;
  }
}

TEST_F(Bundles, DatesAreSeconds) {
  EXPECT_EQ(seconds_of_date("1970-01-02"), 86'400);
  EXPECT_EQ(seconds_of_date("2027-01-15T08:00:00Z"), now);
  for (const char* bad : {"", "2027", "2027-1-15", "2027-13-01", "2027-02-29", "2027-01-15T24:00:00Z",
                          "2027-01-15 08:00:00Z", "2027-01-15T08:00:00", "20x7-01-15"}) {
    EXPECT_FALSE(seconds_of_date(bad)) << bad;
  }
}

/// Whoever could write the file could name a signer of their own.
TEST_F(Bundles, SignersAreReadOnlyFromAFileThatNobodyElseCanWrite) {
  const test::TempDir dir;
  const std::string path = dir.path() + "/policy.yaml";
  std::ofstream(path) << signed_by(key_, section(7));
  auto loaded = load_file(path);
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  EXPECT_EQ(loaded->signed_by, approval::parse_key(key_.ssh_line())->key);
  std::filesystem::permissions(path, std::filesystem::perms::others_write, std::filesystem::perm_options::add);
  EXPECT_FALSE(load_file(path));
}

}  // namespace
}  // namespace interlock::policy
