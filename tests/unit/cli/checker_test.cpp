#include "cli/offline/checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/basics/lines.h"
#include "cli/basics/print.h"

namespace interlock::cli {
namespace {

using ipc::json::object;
using testing::HasSubstr;

class CheckerTest : public testing::Test {
 protected:
  object ask(const std::string& line) { return checker_.answer(line, ++number_); }
  std::string decision(const std::string& line) { return text_at(ask(line), "decision"); }
  std::string mistake(const std::string& line) { return text_at(object_at(ask(line), "error"), "message"); }

  static std::string click(const std::string& more = "", const std::string& name = "Next", int x = 1) {
    return R"({"id":"c",)" + more + R"("action":{"type":"click","x":)" + std::to_string(x) +
           R"(,"y":2},"observation":{"window":{"app":"shop","title":"Shop"},"document":null,)" +
           R"("element":{"role":"push button","name":")" + name + R"("}}})";
  }

  Checker checker_{*policy::load_preset("openadapt"), false};
  std::size_t number_ = 0;
};

TEST_F(CheckerTest, AnswersAsTheFormatSays) {
  const auto answer = ask(click("", "Submit Order"));
  EXPECT_EQ(text_at(answer, "id"), "c");
  EXPECT_EQ(text_at(answer, "decision"), "require_confirmation");
  EXPECT_EQ(text_at(answer, "rule"), "irreversible");
  for (const auto* key : {"code", "reason", "triggered_rules", "hints", "confidence"})
    EXPECT_TRUE(answer.contains(key)) << key;
  EXPECT_FALSE(answer.contains("findings"));
  EXPECT_FALSE(answer.contains("scope"));
  EXPECT_TRUE(checker_.all_judged());
}

TEST_F(CheckerTest, ExplainsWithEvidence) {
  Checker checker(*policy::load_preset("openadapt"), true);
  const auto answer = checker.answer(click("", "Submit Order"), 1);
  const auto& findings = answer.at("findings").as_array();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_TRUE(findings[0].as_object().contains("evidence"));
}

TEST_F(CheckerTest, ToolCallsAreJudgedBeforeAndAfter) {
  Checker checker(*policy::load_preset("default"), false);
  std::size_t number = 0;
  const auto tell = [&](const std::string& phase, const std::string& args, const std::string& more) {
    return text_at(checker.answer(R"({"id":"t","session":"s",)" + more + R"("tool":{"phase":")" + phase +
                                      R"(","name":"edit","args":)" + args + R"(,"result":"no","is_error":true}})",
                                  ++number),
                   "decision");
  };
  EXPECT_EQ(tell("before", R"({"a":1,"b":[2]})", ""), "allow");
  EXPECT_EQ(tell("after", R"({"a":1,"b":[2]})", ""), "allow");
  EXPECT_EQ(tell("after", R"({"b":[2],"a":1})", ""), "warn");  // the order of keys does not matter
  for (int i = 0; i < 3; ++i) EXPECT_EQ(tell("after", R"({"a":1,"b":[2]})", ""), "warn");
  EXPECT_EQ(tell("before", R"({"a":1,"b":[2]})", ""), "block");
  EXPECT_NE(tell("before", R"({"a":1,"b":[3]})", ""), "block");
  EXPECT_EQ(tell("before", R"({"a":1,"b":[2]})", R"("turn":"start",)"), "allow");
}

TEST_F(CheckerTest, SessionsKeepTheirHistory) {
  const auto in_s = click(R"("session":"s",)");
  EXPECT_EQ(decision(in_s), "allow");
  EXPECT_EQ(decision(in_s), "allow");
  EXPECT_EQ(decision(click(R"("session":"other",)")), "allow");
  EXPECT_EQ(decision(click()), "allow");
  EXPECT_EQ(decision(in_s), "block");
  EXPECT_EQ(decision(click(R"("session":"s","reset":true,)")), "allow");
}

TEST_F(CheckerTest, WithoutASessionEveryLineIsFresh) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(decision(click()), "allow");
}

TEST_F(CheckerTest, RecordsActionsThatTheLineMarksAsDone) {
  const auto typed = [](const std::string& text, const std::string& more) {
    return R"({"id":"t","session":"s",)" + more + R"("action":{"type":"type","text":")" + text +
           R"("},"observation":{"window":{"app":"xterm","class":"XTerm"},"focus":{"role":"terminal"},"document":null}})";
  };
  EXPECT_EQ(decision(typed("rm -", "")), "allow");
  EXPECT_EQ(decision(typed("rf /\\n", "")), "block");
}

TEST_F(CheckerTest, DoesNotRecordActionsThatTheLineMarksAsNotDone) {
  const auto typed = [](const std::string& text, const std::string& more) {
    return R"({"id":"t","session":"s",)" + more + R"("action":{"type":"type","text":")" + text +
           R"("},"observation":{"window":{"app":"xterm","class":"XTerm"},"focus":{"role":"terminal"},"document":null}})";
  };
  EXPECT_EQ(decision(typed("rm -", R"("outcome":{"executed":false},)")), "allow");
  EXPECT_EQ(decision(typed("rf /\\n", "")), "allow");
}

TEST_F(CheckerTest, PolicyHoldsForItsSession) {
  const auto confident = [](const std::string& more) { return click(R"("confidence":0.8,)" + more); };
  EXPECT_EQ(decision(confident("")), "allow");
  EXPECT_EQ(decision(confident(R"("session":"a","policy":{"confidence_threshold":0.9},)")), "require_confirmation");
  EXPECT_EQ(decision(confident(R"("session":"a",)")), "require_confirmation");
  EXPECT_EQ(decision(confident(R"("session":"a","policy":{"loop_threshold":0},)")), "require_confirmation") << "merged";
  EXPECT_EQ(decision(confident(R"("session":"b",)")), "allow");
  EXPECT_EQ(decision(confident(R"("policy":{"confidence_threshold":0.9},)")), "require_confirmation");
  EXPECT_EQ(decision(confident("")), "allow");
}

TEST_F(CheckerTest, ScopeIsEchoedWhenGiven) {
  const auto scope = [](const object& answer) { return text_at(object_at(answer, "scope"), "goal_type"); };
  EXPECT_EQ(scope(ask(click(R"("session":"s","scope":{"goal_type":"read"},)"))), "read");
  EXPECT_EQ(scope(ask(click(R"("session":"s","directive":"buy it",)"))), "read");
  EXPECT_THAT(mistake(click(R"("scope":{"goal_type":"reed"},)")), HasSubstr("scope.goal_type"));
}

TEST_F(CheckerTest, JudgesTheStepsOfASequenceInTurn) {
  const auto answer = ask(
      R"({"action":{"type":"sequence","steps":[{"type":"type","text":"rm -"},{"type":"type","text":"rf /"},{"type":"key","keys":"Return"}]},
          "observation":{"window":{"app":"xterm","class":"XTerm"},"focus":{"role":"terminal"},"document":null}})");
  EXPECT_EQ(text_at(answer, "decision"), "block");
}

TEST_F(CheckerTest, ABrokenLineIsAnErrorAndChangesNothing) {
  const auto error = ask("{\"id\": \"x\", ");
  EXPECT_TRUE(error.at("id").is_null());
  EXPECT_EQ(number_at(object_at(error, "error"), "line"), 1);
  EXPECT_EQ(text_at(ask(R"({"id":"x"})"), "id"), "x");
  EXPECT_FALSE(checker_.all_judged());
  EXPECT_THAT(mistake("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(mistake(""), HasSubstr("JSON"));
  EXPECT_THAT(mistake(R"({"id":"x"})"), HasSubstr("action"));
  EXPECT_THAT(mistake(click(R"("sesion":"s",)")), HasSubstr("did you mean 'session'"));
  EXPECT_THAT(mistake(click(R"("id":"again",)")), HasSubstr("twice"));
  EXPECT_THAT(mistake(click(R"("confidence":2,)")), HasSubstr("confidence"));
  EXPECT_THAT(mistake(click(R"("outcome":{"execute":true},)")), HasSubstr("outcome"));
  EXPECT_THAT(mistake(click(R"("policy":{"confidence_treshold":1},)")),
              HasSubstr("did you mean 'confidence_threshold'"));

  EXPECT_EQ(decision(click(R"("session":"s","confidence":0.8,)")), "allow");
  mistake(click(R"("session":"s","policy":{"confidence_threshold":0.9,"x":1},)"));
  EXPECT_EQ(decision(click(R"("session":"s","confidence":0.8,)")), "allow");
}

TEST(Lines, AreBounded) {
  std::istringstream in("a\n\nlonger than ten\nend");
  std::string line;
  EXPECT_TRUE(next_line(*in.rdbuf(), line, 10));
  EXPECT_EQ(line, "a");
  EXPECT_TRUE(next_line(*in.rdbuf(), line, 10));
  EXPECT_EQ(line, "");
  EXPECT_TRUE(next_line(*in.rdbuf(), line, 10));
  EXPECT_EQ(line.size(), 11u);
  EXPECT_TRUE(next_line(*in.rdbuf(), line, 10));
  EXPECT_EQ(line, "end");
  EXPECT_FALSE(next_line(*in.rdbuf(), line, 10));
}

}  // namespace
}  // namespace interlock::cli
