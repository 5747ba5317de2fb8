/// Signed answers of the log are checked again: each field that was changed is noticed.
#include "audit/signed_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approval/statement.h"
#include "tests/fakes/authenticator.h"

namespace interlock::audit {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::IsEmpty;

const test::Authenticator key(test::Authenticator::Kind::ed25519);

json::object note() {
  const approval::Rows shown = {{"agent", "shop"}}, done = {{"action", "{}"}};
  approval::Statement statement{.question = std::string(32, '1'),
                                .desktop = "anna@desk",
                                .start = std::string(32, '2'),
                                .shown = approval::digest_of(shown),
                                .done = approval::digest_of(done),
                                .policy = std::string(64, '3')};
  const std::string text = serialize(statement);
  return {{"question", statement.question},
          {"approver", "anna"},
          {"key", key.ssh_line()},
          {"statement", text},
          {"shown", json::array{json::array{"agent", "shop"}}},
          {"done", json::array{json::array{"action", "{}"}}},
          {"signature", record_of(key.ssh(text))}};
}

const KnownKeys keys = {{key.ssh_line(), "anna"}};

TEST(SignedAnswer, IsRightAsItWasWritten) {
  EXPECT_THAT(objection_to(note(), keys), IsEmpty());
}

TEST(SignedAnswer, NothingOfItMayChange) {
  const auto changed = [](const char* name, const auto& value) {
    json::object other = note();
    other[name] = value;
    return objection_to(other, keys);
  };
  EXPECT_THAT(changed("question", json::string(32, '0')), HasSubstr("another question"));
  EXPECT_THAT(changed("approver", "ben"), HasSubstr("not an approver's"));
  EXPECT_THAT(changed("shown", json::array{json::array{"agent", "shop!"}}), HasSubstr("was shown"));
  EXPECT_THAT(changed("done", json::array{}), HasSubstr("to be done"));
  EXPECT_THAT(changed("shown", json::array{json::array{"agent"}}), HasSubstr("was shown"));
  EXPECT_THAT(changed("statement", "yes"), HasSubstr("without a statement"));
  EXPECT_THAT(changed("signature", "webauthn"), HasSubstr("without a signature"));
  const test::Authenticator other(test::Authenticator::Kind::ed25519);
  EXPECT_THAT(changed("signature", record_of(other.ssh(std::string(note().at("statement").as_string())))),
              HasSubstr("did not sign"));
  EXPECT_THAT(changed("key", other.ssh_line()), HasSubstr("not an approver's"));
  EXPECT_THAT(objection_to(note(), {}), HasSubstr("not an approver's"));
}

}  // namespace
}  // namespace interlock::audit
