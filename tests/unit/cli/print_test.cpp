#include "cli/basics/print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/audit/audit_log.h"

namespace interlock::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(Print, StrangersWordsCannotActOnTheTerminal) {
  EXPECT_EQ(plain("Größe 日本 😀"), "Größe 日本 😀");
  EXPECT_EQ(plain("a\x1b[2Jb"), "a\\u{1B}[2Jb");
  EXPECT_EQ(plain("a\nb\r\tc"), "a\\nb\\u{D}\\u{9}c");
  EXPECT_EQ(plain("pay\u202Eeteled"), "pay\\u{202E}eteled");
  EXPECT_EQ(plain("de\u200Blete\u009B2J"), "de\\u{200B}lete\\u{9B}2J");
  EXPECT_EQ(plain("\xFF"), "\uFFFD");
}

TEST(Print, FillsUpByCharacters) {
  EXPECT_EQ(padded("aä", 4), "aä  ");
  EXPECT_EQ(padded("abcde", 4), "abcde");
  EXPECT_EQ(duration(42.9), "42 s");
  EXPECT_EQ(duration(60), "1 min");
  EXPECT_EQ(duration(3700), "1 h 1 min");
}

TEST(Print, OneLineADecision) {
  ipc::json::object decision = {
      {"time", "12:00:00"}, {"agent", "shop"},     {"action", "click (1, 2)"}, {"target", "push button 'Pay'"},
      {"window", "Shop"},   {"decision", "allow"}, {"rule", "default"},        {"reason", "no rule objects"},
      {"executed", true},   {"ms", 3.25}};
  EXPECT_EQ(decision_line(decision),
            "12:00:00   shop            allow  click (1, 2) on push button 'Pay' in Shop; done, 3.2 ms");
  decision["decision"] = "require_confirmation";
  decision["executed"] = false;
  decision["outcome"] = "timed_out";
  decision["rule"] = "irreversible";
  decision["reason"] = "it pays";
  decision["ms"] = 60000;
  EXPECT_EQ(
      decision_line(decision),
      "12:00:00   shop            ask    click (1, 2) on push button 'Pay' in Shop; not done: timed_out, 60000.0 ms; "
      "irreversible: it pays");
  EXPECT_THAT(decision_line({}), HasSubstr("?"));
}

TEST(Print, OneLineAToolCall) {
  ipc::json::object decision = {{"time", "12:00:00"},    {"session", "s1"},     {"agent", "shop"},
                                {"action", "call read"}, {"decision", "allow"}, {"may_call", true}};
  EXPECT_EQ(decision_line(decision), "12:00:00  s1 shop          allow  call read; may be made");
  decision["may_call"] = false;
  EXPECT_EQ(decision_line(decision), "12:00:00  s1 shop          allow  call read; not done");
  decision.erase("may_call");
  decision["failed"] = true;
  EXPECT_EQ(decision_line(decision), "12:00:00  s1 shop          allow  call read; failed");
}

// clang-format off
constexpr auto begin = R"json({"record":"begin","id":"A","time":"T1","session":"s1","agent":"shop",
    "action":{"type":"click","x":1,"y":2},"summary":"click (1, 2)","target":"push button 'Pay'",
    "window":{"title":"Shop","app":"chromium"},
    "assessment":{"decision":"block","rule":"blocklist","reason":"no"}})json";
// clang-format on

TEST(AuditLog, MakesOneLineOfBeginAndEnd) {
  AuditLog log;
  EXPECT_EQ(log.line(begin), std::nullopt);
  const auto line = log.line(R"({"record":"end","id":"A","time":"T2","executed":false,"ms":1})");
  ASSERT_TRUE(line);
  EXPECT_EQ(*line,
            "T1  s1 shop          block  click (1, 2) on push button 'Pay' in Shop; not done, 1.0 ms; blocklist: no");
  EXPECT_TRUE(log.unfinished().empty());
}

TEST(AuditLog, ShowsTimesToTheSecond) {
  AuditLog log;
  EXPECT_EQ(log.line(R"({"record":"note","time":"2026-11-20T20:29:37.024882Z","what":"stop"})"),
            "2026-11-20 20:29:37Z  interlockd       stop");
}

TEST(AuditLog, ReportsActionsThatNeverEnded) {
  AuditLog log;
  log.line(begin);
  EXPECT_THAT(log.unfinished(), ElementsAre(HasSubstr("never completed")));
}

TEST(AuditLog, ShowsNotesAndStrangeLines) {
  AuditLog log;
  EXPECT_EQ(log.line(R"({"record":"note","time":"T","what":"start","policy":"preset default"})"),
            "T  interlockd       start, policy: preset default");
  EXPECT_THAT(*log.line("\x1b[2J"), HasSubstr("(not a record) \\u{1B}"));
  EXPECT_THAT(*log.line(R"({"record":"end","id":"nobody"})"), HasSubstr("(not a record)"));
  EXPECT_THAT(*log.line("[1]"), HasSubstr("(not a record)"));
}

}  // namespace
}  // namespace interlock::cli
