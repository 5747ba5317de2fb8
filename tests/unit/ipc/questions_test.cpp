// The questions socket: three methods and no others, and no yes without a signature.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ipc/decode.h"

namespace interlock::ipc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

auto asked(const std::string& method, const std::string& params) {
  return decode_questions(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}");
}

std::string answer_error(const std::string& params) {
  const auto decoded = asked("answer", params);
  if (decoded) return "no error";
  EXPECT_EQ(decoded.error().error.code, error_code::invalid_params);
  return decoded.error().error.message;
}

TEST(QuestionsSocket, HasThreeMethodsAndNoneOfTheOtherSockets) {
  EXPECT_THAT(question_method_names(), ElementsAre("questions", "picture", "answer"));
  auto others = agent_method_names();
  for (const auto name : control_method_names()) others.push_back(name);
  others.insert(others.end(), {"reply", "Answer", "answer "});
  for (const auto name : others) {
    const auto decoded = asked(std::string(name), "{}");
    ASSERT_FALSE(decoded) << name;
    EXPECT_EQ(decoded.error().error.code, error_code::method_not_found) << name;
  }
}

TEST(QuestionsSocket, AYesHasASignatureAndANoHasNone) {
  const std::string ssh = R"("signature":{"ssh":"-----BEGIN"})";
  EXPECT_EQ(answer_error(R"({"id":"a","approve":true,)" + ssh + "}"), "no error");
  EXPECT_EQ(answer_error(R"({"id":"a","approve":false})"), "no error");
  EXPECT_THAT(answer_error(R"({"id":"a","approve":true})"), HasSubstr("signature"));
  EXPECT_THAT(answer_error(R"({"id":"a","approve":false,)" + ssh + "}"), HasSubstr("a no needs none"));
  EXPECT_THAT(answer_error(R"({"id":"a","approve":false,"lifespan":"session"})"), HasSubstr("only a yes can last"));
  EXPECT_THAT(answer_error(R"({"id":"a","approve":true,"signature":{}})"), HasSubstr("params.signature"));
  EXPECT_THAT(answer_error(R"({"id":"a","approve":true,"signature":"yes"})"), HasSubstr("expected an object"));
  EXPECT_THAT(answer_error(R"({"id":"a","approve":true,"lifespan":"ever",)" + ssh + "}"), HasSubstr("lifespan"));
  EXPECT_THAT(answer_error(R"({"id":"a","approve":true,"by":"anna",)" + ssh + "}"), HasSubstr("by"));
}

}  // namespace
}  // namespace interlock::ipc
