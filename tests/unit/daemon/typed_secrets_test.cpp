#include "daemon/secrets/typed_secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/daemon/pipeline_fixture.h"

namespace interlock::daemon {
namespace {

TEST(TypedSecrets, AreFoundInsideOfTextsAndTakenOut) {
  TypedSecrets secrets;
  EXPECT_EQ(secrets.without("hunter2hunter2"), "hunter2hunter2");
  secrets.remember("hunter2!x");
  secrets.remember("ann@shop.example");
  EXPECT_TRUE(secrets.appear_in("hunter2!x"));
  EXPECT_EQ(secrets.without("it is hunter2!x, ann@shop.example"), "it is [redacted: secret], [redacted: secret]");
  EXPECT_FALSE(secrets.appear_in("hunter2! x"));
  EXPECT_FALSE(secrets.appear_in(""));
  EXPECT_EQ(secrets.without("hunter2!xhunter2!x"), "[redacted: secret][redacted: secret]");
}

TEST(TypedSecrets, AreFoundAsAFormsAddressAndJsonHaveThem) {
  TypedSecrets secrets;
  secrets.remember("a b&\"c/ü");
  EXPECT_FALSE(secrets.appear_in("https://shop.example/?q=ab"));
  EXPECT_EQ(secrets.without("https://x/?p=a+b%26%22c%2F%C3%BC&s=1"), "https://x/?p=[redacted: secret]&s=1");
  EXPECT_EQ(secrets.without("x/?p=a+b%26\"c%2fü&s"), "x/?p=[redacted: secret]&s") << "as an address bar has it";
  EXPECT_EQ(secrets.without("https://x/a%20b%26%22c%2F%C3%BC"), "https://x/[redacted: secret]");
  EXPECT_EQ(secrets.without(R"({"p":"a b&\"c/ü"})"), R"({"p":"[redacted: secret]"})");
}

TEST(TypedSecrets, TheirBeginningIsFoundWhereATextWasCut) {
  TypedSecrets secrets;
  secrets.remember("hunter2!x-and-more");
  EXPECT_EQ(secrets.without("it is hunter2!x…"), "it is [redacted: secret]…");
  EXPECT_EQ(secrets.without("press \"hunter2!…\" on it"), "press \"[redacted: secret]…\" on it");
  EXPECT_EQ(secrets.without("it is hunter2!x-and"), "it is [redacted: secret]");
  EXPECT_EQ(secrets.without("https://x/?p=hunter2%21x…"), "https://x/?p=[redacted: secret]…");
  EXPECT_EQ(secrets.without("hunter2 is a hunter…"), "hunter2 is a [redacted: secret]…");
  EXPECT_EQ(secrets.without("it is hunt…"), "it is hunt…") << "too little to know";
}

TEST(TypedSecrets, AShortOneIsFoundAloneOnly) {
  TypedSecrets secrets;
  secrets.remember("1234");
  EXPECT_EQ(secrets.without("1234"), "[redacted: secret]");
  EXPECT_EQ(secrets.without("the year 1234"), "the year 1234");
}

TEST(TypedSecrets, OverlappingOnesLeaveNothing) {
  TypedSecrets secrets;
  secrets.remember("abcdefgh");
  secrets.remember("efghijkl");
  EXPECT_EQ(secrets.without("x abcdefghijkl y"), "x [redacted: secret] y");
}

TEST(TypedSecrets, AreForgottenInTime) {
  TypedSecrets secrets;
  secrets.remember("123456", std::chrono::seconds(0));
  EXPECT_FALSE(secrets.appear_in("123456"));
}

TEST(TypedSecrets, AreTakenOutOfJsonAtAnyDepth) {
  TypedSecrets secrets;
  secrets.remember("hunter2!x");
  json::value value = {{"a", {{"b", {"hunter2!x", 1, nullptr, {{"c", "say hunter2!x"}}}}}}};
  secrets.take_out(value);
  EXPECT_EQ(json::serialize(value), R"({"a":{"b":["[redacted: secret]",1,null,{"c":"say [redacted: secret]"}]}})");
}

/// A store that has what it is given.
struct FakeStore : platform::SecretStore {
  std::string value = "Kp-S3cret!pass";
  std::string error;
  int fetched = 0;
  std::function<void()> while_fetching = [] {};
  asio::awaitable<tl::expected<Given, Error>> fetch(SecretSource, platform::Deadline,
                                                    std::chrono::milliseconds) override {
    ++fetched;
    while_fetching();
    if (!error.empty()) co_return tl::make_unexpected(Error{error, {}, "unlock it"});
    Given given;
    given.text = platform::SecretText(value);
    co_return std::move(given);
  }
};

class SecretPath : public PipelineTest {
 protected:
  SecretPath() {
    typed_secrets().forget_all();
    auto loaded = policy::load_text(R"(
secrets:
  - {name: shop, host: shop.example, field: password, credential: shop, ask: never}
  - {name: asked, host: shop.example, field: password, credential: asked}
)",
                                    "policy.yaml", {});
    EXPECT_TRUE(loaded) << policy::to_text(loaded.error());
    session->gate.set_policy(loaded->policy);
    secrets = {.store = store, .source = [](const std::string&) { return SecretSource{.credential = "shop"}; }};
    desk->window(7).elements[2].attributes = {{"text-input-type", "password"}};
    focus(2);
    desk->frames = std::vector<Document>{{"https://shop.example/sign-in", "Shop"}};
  }
  ~SecretPath() override { typed_secrets().forget_all(); }
  void focus(std::size_t element) {
    desk->focused = 7;
    desk->focused_path = desk->window(7).elements[element].path;
  }
  std::string refusal() { return text(replies.back().at("refusal").as_object(), "code"); }

  std::shared_ptr<FakeStore> store = std::make_shared<FakeStore>();
};

TEST_F(SecretPath, IsTypedAndInNothingThatIsSaid) {
  start(TypeSecret{"shop"});
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_THAT(desk->delivered, ElementsAre("type \"Kp-S3cret!pass\" on 7"));
  EXPECT_EQ(json::serialize(replies[0]).find(store->value), std::string::npos);
  EXPECT_FALSE(replies[0].contains("typed")) << "its length is its own";
  EXPECT_THAT(audit_text(), Not(HasSubstr(store->value)));
  EXPECT_THAT(audit_text(), HasSubstr("type the secret"));
}

TEST_F(SecretPath, IsAskedAboutOnceAndFetchedOnlyAfterTheYes) {
  start(TypeSecret{"asked"});
  ASSERT_THAT(prompts, testing::SizeIs(1));
  EXPECT_EQ(store->fetched, 0);
  EXPECT_THAT(text(prompts[0], "request"), HasSubstr("the secret \"asked\""));
  confirmations.reply(text(prompts[0], "id"), true);
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  start(TypeSecret{"asked"});
  await_replies(2);
  EXPECT_TRUE(replies[1].at("executed").as_bool()) << replies[1];
  EXPECT_THAT(prompts, testing::SizeIs(1));
}

TEST_F(SecretPath, ANoFetchesNothing) {
  start(TypeSecret{"asked"});
  confirmations.reply(text(prompts.at(0), "id"), false);
  await_replies(1);
  EXPECT_EQ(store->fetched, 0);
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(SecretPath, WhatMovesWhileItIsFetchedGetsNothing) {
  store->while_fetching = [this] { focus(0); };
  start(TypeSecret{"shop"});
  await_replies(1);
  EXPECT_EQ(refusal(), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(SecretPath, APageThatChangesItsHostMeanwhileGetsNothing) {
  store->while_fetching = [this] { desk->frames = std::vector<Document>{{"https://evil.test/", ""}}; };
  start(TypeSecret{"shop"});
  await_replies(1);
  EXPECT_EQ(refusal(), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(SecretPath, AFrameThatIsPutAroundThePageMeanwhileGetsNothing) {
  store->while_fetching = [this] { desk->frames->push_back({"https://evil.test/", ""}); };
  start(TypeSecret{"shop"});
  await_replies(1);
  EXPECT_EQ(refusal(), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(SecretPath, TheFieldIsCheckedBeforeEachPiece) {
  store->value = "0123456789abcdefGHIJKLMNOPQRSTUV";
  desk->before_act = [this, first = true]() mutable {
    if (!std::exchange(first, false)) return;
    desk->frames = std::vector<Document>{{"https://evil.test/", ""}};
  };
  start(TypeSecret{"shop"});
  await_replies(1);
  EXPECT_EQ(refusal(), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, ElementsAre("type \"0123456789abcdef\" on 7"));
}

TEST_F(SecretPath, ALockedKeyringIsAClearError) {
  store->error = "the keyring is locked";
  start(TypeSecret{"shop"});
  await_replies(1);
  EXPECT_EQ(refusal(), "no_secret");
  EXPECT_THAT(text(replies[0].at("refusal").as_object(), "reason"), HasSubstr("the keyring is locked (unlock it)"));
}

TEST_F(SecretPath, ADryRunFetchesNothing) {
  start(TypeSecret{"shop"}, nullptr, true);
  await_replies(1);
  EXPECT_EQ(store->fetched, 0);
}

TEST_F(PipelineTest, ANoMayCarryAWordForTheAgent) {
  start(Click{danger_point});
  confirmations.reply(text(prompts.at(0), "id"), false, {}, {}, "not this account");
  await_replies(1);
  EXPECT_EQ(text(replies[0], "word"), "not this account");
  EXPECT_THAT(json::serialize(replies[0].at("hints")), HasSubstr("The person says: \\\"not this account\\\""));
  EXPECT_THAT(audit_text(), HasSubstr("not this account"));
  start(Click{danger_point});
  await_replies(2);
  EXPECT_EQ(text(replies[1], "word"), "not this account") << "who asks the same again hears the same again";
}

}  // namespace
}  // namespace interlock::daemon
