/// A session's records from a log, and the page made of them: text of the log never becomes markup.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "cli/report/html.h"
#include "cli/report/report_page.h"

namespace interlock::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::vector<SessionRecords> read(const std::string& session, std::initializer_list<std::string_view> lines) {
  SessionReader reader(session);
  for (const auto line : lines) reader.line(line);
  return reader.finish();
}

std::string text(const ipc::json::object& record, std::string_view key) {
  return std::string(record.at(key).as_string());
}

TEST(SessionRecords, AreOfOneSessionOfOneRun) {
  const auto runs =
      read("s1", {R"({"record":"note","what":"start","time":"2026-11-20T10:00:00.000000Z"})",
                  R"({"record":"begin","id":"0a","time":"2026-11-20T10:00:01.000000Z","session":"s1","agent":"old"})",
                  R"({"record":"end","id":"0a","time":"2026-11-20T10:00:02.000000Z","executed":true})",
                  R"({"record":"note","what":"start","time":"2026-11-20T11:00:00.000000Z"})",
                  R"({"record":"note","what":"pause","time":"2026-11-20T11:00:00.500000Z"})",
                  R"({"record":"begin","id":"0b","time":"2026-11-20T11:00:01.000000Z","session":"s1","agent":"new"})",
                  R"({"record":"begin","id":"0c","time":"2026-11-20T11:00:01.000000Z","session":"s2","agent":"other"})",
                  R"({"record":"end","id":"0b","time":"2026-11-20T11:00:02.000000Z","executed":false})",
                  R"({"record":"end","id":"0c","time":"2026-11-20T11:00:02.000000Z","executed":true})", "no record",
                  "[]", R"({"record":"note","what":"halt","session":"s2","time":"t"})",
                  R"({"record":"note","what":"halt","session":null,"time":"t"})",
                  R"({"record":"begin","id":"0d","time":"2026-11-20T11:00:03.000000Z","session":"s1","agent":"new"})"});
  ASSERT_THAT(runs, SizeIs(2));
  EXPECT_EQ(runs[0].run, "2026-11-20T10:00:00.000000Z");
  ASSERT_THAT(runs[0].records, SizeIs(1));
  EXPECT_EQ(text(runs[0].records[0], "ended"), "2026-11-20T10:00:02.000000Z");
  const auto& records = runs[1].records;
  ASSERT_THAT(records, SizeIs(3)) << "not the pause before it began, nor what is another's";
  EXPECT_EQ(text(records[0], "agent"), "new");
  EXPECT_EQ(records[0].at("executed"), false);
  EXPECT_EQ(text(records[1], "what"), "halt");
  EXPECT_FALSE(records[2].contains("ended"));
  EXPECT_THAT(read("s9", {R"({"record":"note","what":"start","time":"t"})"}), IsEmpty());
}

TEST(Html, NothingInATextIsMarkup) {
  EXPECT_EQ(html("<b a='1' c=\"2\">&amp;"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;");
  EXPECT_EQ(html("a\u202Eb\n"), "a\\u{202E}b\\n");
}

/// Inserted into every text of the log.
const std::string hostile = R"(</title></script></style>\"'><script>alert(1)</script><img src=x onerror=alert(2)>)";

std::string hostile_page() {
  const std::string h = "\"" + hostile + "\"";
  const auto runs = read(
      "s1", {R"({"record":"note","what":"start","time":)" + h + "}",
             R"({"record":"begin","id":)" + h + R"(,"time":)" + h + R"(,"session":"s1","agent":)" + h +
                 R"(,"peer":{"pid":7,"program":)" + h + R"(},"action":{"type":"click","x":10,"y":20},"summary":)" + h +
                 R"(,"target":)" + h + R"(,"intent":)" + h + R"(,"window":{"title":)" + h + R"(,"app":)" + h +
                 R"(,"rect":{"x":0,"y":0,"width":900,"height":600}},"element":{"name":)" + h +
                 R"(,"extents":{"x":5,"y":5,"width":90,"height":30}},"document":{"url":)" + h +
                 R"(},"assessment":{"decision":)" + h + R"(,"rule":)" + h + R"(,"code":)" + h + R"(,"reason":)" + h +
                 R"(,"triggered_rules":[)" + h + R"(],"findings":[{"decision":"block","rule":)" + h + R"(,"reason":)" +
                 h + R"(,"evidence":)" + h + "}]}}",
             R"({"record":"end","id":)" + h + R"(,"time":)" + h + R"(,"executed":false,"outcome":)" + h +
                 R"(,"outcome_reason":)" + h + R"(,"refusal":{"code":)" + h + R"(,"reason":)" + h + "}}",
             R"({"record":"note","what":)" + h + R"(,"session":"s1","time":)" + h + R"(,"by":{"program":)" + h + "}}"});
  return report_page(hostile, runs.at(0), "n0nce");
}

TEST(ReportPage, HoldsNoMarkupOfTheLog) {
  const auto page = hostile_page();
  EXPECT_THAT(page, HasSubstr("&lt;img src=x onerror=alert(2)&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("<script>")));
  static const std::regex script("<script");
  EXPECT_EQ(std::distance(std::sregex_iterator(page.begin(), page.end(), script), {}), 1) << "its own";
}

TEST(ReportPage, AsksNoNetworkForAnything) {
  const auto page = hostile_page();
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  static const std::regex reference(R"re((src|href|url)\s*[=(]\s*["']?(https?:|//|data:))re");
  EXPECT_FALSE(std::regex_search(page, reference));
}

std::vector<SessionRecords> with_picture() {
  return read(
      "s1",
      {R"({"record":"begin","id":"0a","time":"t","session":"s1","agent":"shop","assessment":{"decision":"block"}})",
       R"({"record":"note","what":"picture","of":"0a","session":"s1","file":"0a.png","sha256":"5"})",
       R"({"record":"note","what":"picture","of":"0b","session":"s1","file":"0b.png","sha256":"6"})",
       R"({"record":"note","what":"picture","of":"0a","session":"s2","file":"0c.png","sha256":"7"})",
       R"({"record":"end","id":"0a","time":"t","executed":false})"});
}

TEST(SessionRecords, APictureBelongsToItsAction) {
  const auto runs = with_picture();
  ASSERT_THAT(runs, SizeIs(1));
  ASSERT_THAT(runs[0].records, SizeIs(1)) << "it is no record of its own";
  EXPECT_EQ(text(runs[0].records[0].at("picture").as_object(), "file"), "0a.png");
}

TEST(ReportPage, ShowsThePictureOrSaysWhyThereIsNone) {
  const auto run = with_picture().at(0);
  const auto page = [&](const KeptPicture& kept) {
    return report_page("s1", run, "n0nce", [&](const auto& picture) {
      EXPECT_EQ(text(picture, "file"), "0a.png");
      return kept;
    });
  };
  EXPECT_THAT(page({"PNG", ""}), HasSubstr("src=\"data:image/png;base64,UE5H\""));
  EXPECT_THAT(page({"", "it was <changed>"}),
              testing::AllOf(HasSubstr("it was &lt;changed&gt;"), Not(HasSubstr("<img"))));
  EXPECT_THAT(report_page("s1", run, "n0nce"), Not(HasSubstr("<img")));
}

// A forged log may give an action a name that only notes have. Found by fuzzing.
TEST(ReportPage, TakesAnActionThatLooksLikeANoteForAnAction) {
  const auto runs = read("s1", {R"({"record":"begin","id":"0a","session":"s1","agent":"demo","what":"start"})"});
  ASSERT_THAT(runs, SizeIs(1));
  EXPECT_THAT(report_page("s1", runs[0], "n0nce"), HasSubstr("demo"));
}

TEST(Report, SaysHowToUndoAnActionOrWhyThatIsNotPossible) {
  const auto page = [](const std::string& undo) {
    const std::string begin =
        R"({"record":"begin","id":"0a","time":"t","session":"s1","agent":"a","undo":)" + undo + "}";
    return report_page("s1", read("s1", {begin}).at(0), "n0nce");
  };
  EXPECT_THAT(page(R"({"entry":"0a","files":3,"bytes":9})"), HasSubstr("interlockctl undo 0a"));
  EXPECT_THAT(page(R"({"unknown":"it names <b>"})"), HasSubstr("not possible: it names &lt;b&gt;"));
}

}  // namespace
}  // namespace interlock::cli
