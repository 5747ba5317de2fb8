#include "gate/secrets/secret_binding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::HasSubstr;

SecretHost host(std::string_view text) {
  std::string error;
  auto parsed = SecretHost::parse(text, error);
  EXPECT_TRUE(parsed) << text << ": " << error;
  return parsed.value_or(SecretHost());
}

bool matches(std::string_view binding, std::string_view page) {
  const auto url = url::parse_url(page);
  return url && host(binding).matches(*url);
}

TEST(SecretBinding, AHostIsComparedWhole) {
  EXPECT_TRUE(matches("shop.example", "https://shop.example/sign-in?next=/"));
  EXPECT_TRUE(matches("Shop.EXAMPLE", "https://shop.example/"));
  EXPECT_TRUE(matches("bücher.example", "https://xn--bcher-kva.example/"));
  for (const char* page : {
           "https://shop.example.evil.test/",       // below another domain
           "https://login.shop.example/",           // below it
           "https://www.shop.example/",             // likewise
           "https://shop-example.test/",            //
           "https://evil.test/shop.example/",       // in the path
           "https://shop.example@evil.test/",       // as a user's name
           "https://shop.example%40evil.test/",     // likewise, encoded: no host at all
           "https://shop.example:pass@evil.test/",  //
           "https://evil.test/?u=https://shop.example/",
           "https://evil.test/#https://shop.example/",
           "https://shоp.example/",       // Cyrillic o
           "https://shop.examp1e/",       // a digit
           "https://shop.example./",      // the dot of the root
           "https://shop.example:8443/",  // another port
           "http://shop.example/",        // without TLS
           "ftp://shop.example/",
           "file://shop.example/etc/passwd",
           "data:text/html,https://shop.example/",
           "blob:https://shop.example/1",
           "about:blank",
           "javascript:'https://shop.example/'",
           "view-source:https://shop.example/",
           "chrome-extension://shop.example/",
       }) {
    EXPECT_FALSE(matches("shop.example", page)) << page;
  }
}

TEST(SecretBinding, APortASchemeAndHostsBelowAreMeantOnlyIfTheyAreWritten) {
  EXPECT_TRUE(matches("shop.example:8443", "https://shop.example:8443/"));
  EXPECT_FALSE(matches("shop.example:8443", "https://shop.example/"));
  EXPECT_TRUE(matches("shop.example:443", "https://shop.example/"));
  EXPECT_TRUE(matches("http://printer.example", "http://printer.example/"));
  EXPECT_FALSE(matches("http://printer.example", "https://printer.example/"));
  EXPECT_TRUE(matches("*.shop.example", "https://login.shop.example/"));
  EXPECT_TRUE(matches("*.shop.example", "https://shop.example/"));
  EXPECT_FALSE(matches("*.shop.example", "https://evilshop.example/"));
}

TEST(SecretBinding, OnThisMachineTlsIsNotNeeded) {
  EXPECT_TRUE(matches("localhost:8080", "http://localhost:8080/"));
  EXPECT_TRUE(matches("127.0.0.1:8080", "http://127.0.0.1:8080/"));
  EXPECT_TRUE(matches("[::1]:8080", "http://[::1]:8080/"));
  EXPECT_TRUE(matches("127.0.0.1", "http://0x7f.1/")) << "the address, however it is written";
  EXPECT_FALSE(matches("https://localhost:8080", "http://localhost:8080/"));
  EXPECT_FALSE(matches("localhost:8080", "http://localhost.evil.test:8080/"));
}

TEST(SecretBinding, WhatIsNoHostIsRefused) {
  for (const char* text : {"", "*", "*.com", "https://", "ftp://shop.example", "shop.example/login", "a@shop.example",
                           "shop.example?x", "*.127.0.0.1", "shop.*", "shop example", "shop.example:99999"}) {
    std::string error;
    EXPECT_FALSE(SecretHost::parse(text, error)) << text;
    EXPECT_FALSE(error.empty()) << text;
  }
}

class TypeSecretTest : public testing::Test {
 protected:
  TypeSecretTest() {
    Config config = consequence_config();
    config.secrets = {
        {.name = "shop", .hosts = {host("shop.example")}, .applications = {}},
        {.name = "user", .hosts = {host("shop.example")}, .applications = {}, .field = SecretKind::username},
        {.name = "code", .hosts = {host("shop.example")}, .applications = {}, .field = SecretKind::code},
        {.name = "vault", .hosts = {}, .applications = {"seahorse"}},
        {.name = "always", .hosts = {host("shop.example")}, .applications = {}, .ask = SecretAsk::always},
        {.name = "quiet", .hosts = {host("shop.example")}, .applications = {}, .ask = SecretAsk::never}};
    gate = ours(config);
  }

  static Action typing(std::string name) { return {.body = TypeSecret{std::move(name)}}; }

  /// A field on a page in pages, its own first.
  static Observation in(Element field, std::vector<std::string> urls) {
    Observation seen = on(std::move(field));
    std::vector<Document> frames;
    for (const std::string& url : urls) frames.push_back({url, "A page"});
    seen.document = frames.front();
    seen.frames = frames;
    return seen;
  }
  static Observation sign_in() { return in(element(Role::password_text, "Password"), {"https://shop.example/"}); }
  Assessment judged(const std::string& name, const Observation& seen) { return assess(gate, typing(name), seen); }

  SafetyGate gate = ours();
};

TEST_F(TypeSecretTest, ASecretForThePlaceAsksOnceASession) {
  const Assessment first = judged("shop", sign_in());
  EXPECT_EQ(first.decision, Decision::require_confirmation);
  EXPECT_EQ(first.code, "secret");
  EXPECT_THAT(first.reason.text(), HasSubstr("https://shop.example"));
  gate.record(typing("shop"), sign_in(), {}, Time{});
  EXPECT_EQ(judged("shop", sign_in()).decision, Decision::allow);
  EXPECT_EQ(judged("always", sign_in()).decision, Decision::require_confirmation) << "another secret";
  gate.record(typing("always"), sign_in(), {}, Time{});
  EXPECT_EQ(judged("always", sign_in()).decision, Decision::require_confirmation);
  EXPECT_EQ(judged("quiet", sign_in()).decision, Decision::allow);
  gate.reset();
  EXPECT_EQ(judged("shop", sign_in()).decision, Decision::require_confirmation);
}

TEST_F(TypeSecretTest, AYesThatAPlaybookGaveIsNoPersons) {
  gate.record(typing("shop"), sign_in(), {.agreed = false}, Time{});
  EXPECT_EQ(judged("shop", sign_in()).decision, Decision::require_confirmation);
}

TEST_F(TypeSecretTest, AnotherPolicyAsksAgain) {
  gate.record(typing("shop"), sign_in(), {}, Time{});
  Config config = consequence_config();
  config.secrets = gate.policy().config().secrets;
  gate.set_policy(compiled(config));
  EXPECT_EQ(judged("shop", sign_in()).decision, Decision::require_confirmation);
}

TEST_F(TypeSecretTest, AnotherPageIsRefused) {
  const Element field = element(Role::password_text, "Password");
  for (const char* url : {"https://shop.example.evil.test/", "https://shop.example@evil.test/", "https://shоp.example/",
                          "http://shop.example/", "about:srcdoc", "data:text/html,x", ""}) {
    const Assessment a = judged("shop", in(field, {url}));
    EXPECT_EQ(a.decision, Decision::block) << url;
    EXPECT_EQ(a.code, "wrong_host") << url;
  }
}

TEST_F(TypeSecretTest, AFrameOfAnotherPageIsRefusedOnEitherSide) {
  const Element field = element(Role::password_text, "Password");
  EXPECT_EQ(judged("shop", in(field, {"https://evil.test/", "https://shop.example/"})).code, "wrong_host");
  EXPECT_EQ(judged("shop", in(field, {"https://shop.example/", "https://evil.test/"})).code, "wrong_frame");
  EXPECT_EQ(judged("shop", in(field, {"https://shop.example/a", "https://shop.example/b", "https://evil.test/"})).code,
            "wrong_frame");
  EXPECT_EQ(judged("shop", in(field, {"https://shop.example/a", "https://shop.example/b"})).code, "secret");
}

TEST_F(TypeSecretTest, WhatWasNotSeenIsRefused) {
  Observation no_frames = sign_in();
  no_frames.frames = Known<std::vector<Document>>();
  EXPECT_EQ(judged("quiet", no_frames).code, "unknown_frames");
  no_frames.frames = none;  // a field of the browser beside the page
  EXPECT_EQ(judged("quiet", no_frames).code, "unknown_frames");
  Observation other_frames = sign_in();
  other_frames.frames = std::vector<Document>{{"https://shop.example/other", ""}};
  EXPECT_EQ(judged("quiet", other_frames).code, "unknown_frames") << "the page changed between two looks";
  for (Known<Element> focus : {Known<Element>(Unknown::no_focus), Known<Element>(none)}) {
    Observation seen = sign_in();
    seen.focus = focus;
    EXPECT_EQ(judged("quiet", seen).decision, Decision::block);
  }
  Observation no_page = sign_in();
  no_page.document = Unknown::deadline;
  EXPECT_EQ(judged("quiet", no_page).decision, Decision::block);
  Observation vault = on(element(Role::password_text, "Password"), window("seahorse", "Unlock", "Seahorse"));
  vault.document = Unknown::deadline;
  EXPECT_EQ(judged("vault", vault).decision, Decision::block) << "it may be a page in a window of that name";
  Observation no_window = sign_in();
  no_window.window = Unknown::no_display;
  EXPECT_EQ(judged("quiet", no_window).decision, Decision::block);
}

TEST_F(TypeSecretTest, AnUnknownNameIsRefusedWithAHint) {
  const Assessment a = judged("bank", sign_in());
  EXPECT_EQ(a.decision, Decision::block);
  EXPECT_EQ(a.code, "unknown_secret");
  EXPECT_THAT(a.hints, testing::ElementsAre(HasSubstr("list_secrets")));
}

TEST_F(TypeSecretTest, TheKindOfTheFieldDecides) {
  const auto says = [&](const std::string& name, Element field) {
    return judged(name, in(std::move(field), {"https://shop.example/"})).code;
  };
  const auto with = [](Role role, std::string name, Attributes attributes) {
    Element e = element(role, std::move(name));
    e.attributes = std::move(attributes);
    return e;
  };
  EXPECT_EQ(says("shop", element(Role::entry, "Password")), "wrong_field") << "its text would be there for all to read";
  EXPECT_EQ(says("shop", element(Role::entry, "Search")), "wrong_field");
  EXPECT_EQ(says("shop", element(Role::push_button, "Password")), "wrong_field");
  EXPECT_EQ(says("shop", with(Role::entry, "", {{"text-input-type", "password"}})), "secret");
  EXPECT_EQ(says("user", element(Role::password_text, "User name")), "wrong_field");
  EXPECT_EQ(says("user", element(Role::entry, "User name")), "secret");
  EXPECT_EQ(says("user", element(Role::entry, "E-Mail")), "secret");
  EXPECT_EQ(says("user", element(Role::entry, "Benutzername")), "secret");
  EXPECT_EQ(says("user", with(Role::entry, "", {{"autocomplete", "username webauthn"}})), "secret");
  EXPECT_EQ(says("user", with(Role::entry, "", {{"html-input-name", "login_id"}})), "secret");
  EXPECT_EQ(says("user", element(Role::entry, "Search")), "wrong_field");
  EXPECT_EQ(says("user", element(Role::entry, "Comment")), "wrong_field");
  EXPECT_EQ(says("code", with(Role::entry, "", {{"autocomplete", "one-time-code"}})), "secret");
  EXPECT_EQ(says("code", element(Role::entry, "6-digit code")), "secret");
  EXPECT_EQ(says("code", element(Role::entry, "Code")), "secret");
  EXPECT_EQ(says("code", with(Role::entry, "", {{"html-input-name", "totp"}})), "secret");
  EXPECT_EQ(says("code", element(Role::entry, "Comment")), "wrong_field");
  EXPECT_EQ(says("code", element(Role::entry, "Search")), "wrong_field");
}

TEST_F(TypeSecretTest, AnApplicationsSecretIsForItsWindowsOutsideOfPages) {
  Observation seen = on(element(Role::password_text, "Password"), window("seahorse", "Unlock", "Seahorse"));
  EXPECT_EQ(judged("vault", seen).code, "secret");
  EXPECT_EQ(judged("shop", seen).code, "wrong_application");
  EXPECT_EQ(judged("vault", on(element(Role::password_text, ""), window("seahorse2", "Unlock", "Seahorse"))).code,
            "wrong_application");
  EXPECT_EQ(judged("vault", sign_in()).code, "wrong_host");
  Observation terminal = on(element(Role::terminal, ""), window("seahorse", "x", "Seahorse"));
  EXPECT_EQ(judged("vault", terminal).code, "wrong_field");
}

TEST_F(TypeSecretTest, ABrowsersOwnFieldsGetNoSecretOfAnApplication) {
  Config config = consequence_config();
  config.secrets = {{.name = "own", .hosts = {}, .applications = {"chromium"}}};
  gate = ours(config);
  EXPECT_EQ(judged("own", on(element(Role::password_text, "Password"))).code, "wrong_application");
}

TEST_F(TypeSecretTest, AScopeThatOnlyReadsHasNoSecrets) {
  gate.set_scope({.goal = GoalType::read, .given = true});
  EXPECT_EQ(judged("quiet", sign_in()).decision, Decision::block);
  EXPECT_EQ(least_goal_of_action("type_secret"), GoalType::fill_form);
}

}  // namespace
}  // namespace interlock::gate
