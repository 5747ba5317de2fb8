/// Keys in `interlockctl watch`: they deny at once, but approve only as a single key after a while.
#include "cli/live/watch_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interlock::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;
namespace json = ipc::json;

json::object prompt(std::string_view id, std::string_view window = "Shop") {
  return {{"id", id},
          {"session", "s1"},
          {"agent", "shopper"},
          {"headline", "Spend money"},
          {"action", "click (1, 2)"},
          {"target", "push button"},
          {"label", "\"Buy\""},
          {"window", window},
          {"rule", "irreversible"},
          {"reason", "it buys something"},
          {"why", "it buys something"},
          {"expires_in_ms", 60000}};
}

class Watch : public testing::Test {
 protected:
  WatchView view;
  const WatchView::Time start = WatchView::Time{} + 1h;
  std::string screen(std::chrono::milliseconds at = 0ms, bool colour = false, WatchView::Size size = {100, 20}) {
    return view.frame(size, colour, start + at);
  }
};

TEST_F(Watch, AYesNeedsAPromptThatStoodForAWhile) {
  view.pending({prompt("p1")}, start);
  EXPECT_FALSE(view.input("a", start + 100ms)) << "blindly";
  EXPECT_THAT(screen(100ms), HasSubstr("too soon"));
  EXPECT_FALSE(view.input("a", start + 590ms)) << "the key before was less than half a second ago";
  const auto reply = view.input("a", start + 1200ms);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->id, "p1");
  EXPECT_TRUE(reply->approve);
}

TEST_F(Watch, AKeyThatRepeatsOrTextThatIsPastedIsNoYes) {
  view.pending({prompt("p1")}, start);
  for (auto at = 0ms; at < 20s; at += 33ms) EXPECT_FALSE(view.input("a", start + at)) << at.count();
  EXPECT_FALSE(view.input("aa", start + 30s));
  EXPECT_FALSE(view.input("a\n", start + 40s));
  EXPECT_FALSE(view.input("A", start + 50s));
}

TEST_F(Watch, AYesMayHoldForAsLongAsThePromptOffers) {
  auto lasting = prompt("p1");
  lasting["lifespans"] = {"once", "session", "15m"};
  view.pending(json::array{lasting}, start);
  EXPECT_THAT(screen(1s), HasSubstr("[a] approve   [s] for this session   [t] for 15 minutes   [d] deny"));
  EXPECT_FALSE(view.input("s", start + 100ms)) << "blindly";
  EXPECT_THAT(screen(100ms), testing::AllOf(HasSubstr("too soon"), HasSubstr("press s again")));
  EXPECT_EQ(view.input("s", start + 1s)->lifespan, "session");
  EXPECT_EQ(view.input("t", start + 2s)->lifespan, "15m");
  EXPECT_EQ(view.input("a", start + 3s)->lifespan, "once");

  auto once = prompt("p2");
  once["lifespans"] = json::array{"once"};
  view.pending(json::array{once}, start + 10s);
  EXPECT_THAT(screen(11s), testing::AllOf(HasSubstr("[a] approve   [d] deny"), Not(HasSubstr("[s]"))));
  EXPECT_FALSE(view.input("s", start + 12s)) << "a key that is not offered answers nothing";
  EXPECT_FALSE(view.input("t", start + 13s));
}

TEST_F(Watch, AToolsCallIsApprovedForNoTimeByAKeyEither) {
  auto call = prompt("p1", "no window");
  call["lifespans"] = {"once", "session", "10m"};
  view.pending({call}, start);
  EXPECT_FALSE(view.input("s", start + 10s));
  EXPECT_FALSE(view.input("t", start + 20s));
}

TEST_F(Watch, KeysAreBrokenIntoLinesWhereTheTerminalIsNarrow) {
  auto lasting = prompt("p1");
  lasting["lifespans"] = {"once", "session", "10m"};
  view.pending({lasting, prompt("p2")}, start);
  const auto text = screen(1s, false, {40, 20});
  for (const auto* key : {"[a] approve", "[s] for this session", "[t] for 10 minutes", "[d] deny", "[q] leave"})
    EXPECT_THAT(text, HasSubstr(key));
}

TEST_F(Watch, ANoCountsAtOnce) {
  view.pending({prompt("p1")}, start);
  const auto reply = view.input("d", start);
  ASSERT_TRUE(reply);
  EXPECT_FALSE(reply->approve);
}

TEST_F(Watch, KeysMeanThePromptThatIsShown) {
  view.pending({prompt("p1"), prompt("p2")}, start);
  EXPECT_THAT(screen(), HasSubstr("1 of 2"));
  view.input("j", start + 10s);
  EXPECT_THAT(screen(10s), HasSubstr("2 of 2"));
  EXPECT_FALSE(view.input("a", start + 10s + 300ms)) << "another one came up under the finger";
  EXPECT_EQ(view.input("a", start + 11s)->id, "p2");
  // The question before it has ended: the shown one stays.
  view.pending({prompt("p2")}, start + 12s);
  EXPECT_EQ(view.input("a", start + 13s)->id, "p2");
  // The shown one has ended, and another takes its place: it must be read first.
  view.pending({prompt("p3")}, start + 14s);
  EXPECT_FALSE(view.input("a", start + 14s + 100ms));
  view.pending({}, start + 15s);
  EXPECT_FALSE(view.input("a", start + 16s));
}

TEST_F(Watch, AToolsCallIsNotApprovedByAKey) {
  view.pending({prompt("p1", "no window")}, start);
  EXPECT_FALSE(view.input("a", start + 10s));
  EXPECT_THAT(screen(10s), HasSubstr("interlockctl approve p1"));
  EXPECT_TRUE(view.input("d", start + 11s));
}

TEST_F(Watch, ShowsWhatWasDecidedAndWhatWaits) {
  view.event("decision",
             {{"session", "s1"},
              {"agent", "shopper"},
              {"action", "click (1, 2)"},
              {"decision", "block"},
              {"rule", "scope"},
              {"reason", "out\033[2J of scope"}},
             "12:00:00");
  view.event("state", {{"state", "paused"}}, "12:00:01");
  EXPECT_THAT(screen(), testing::AllOf(HasSubstr("interlock is paused"), HasSubstr("nothing waits"),
                                       HasSubstr("scope: out\\u{1B}[2J of scope")));
  EXPECT_THAT(screen(), Not(HasSubstr("\033[31m")));
  EXPECT_THAT(screen(0ms, true), HasSubstr("\033[31m"));
  view.pending({prompt("p1")}, start);
  EXPECT_THAT(screen(), testing::AllOf(HasSubstr("1 min"), HasSubstr("Spend money?"), HasSubstr("says: \"Buy\""),
                                       HasSubstr("it buys something"), HasSubstr("[a] in a moment")));
  EXPECT_THAT(screen(1s), HasSubstr("[a] approve"));
}

TEST_F(Watch, ShowsTheWholeReasonOnANarrowTerminal) {
  json::object decision = {{"session", "s1"},
                           {"agent", "shopper"},
                           {"action", "key ctrl+alt+Delete"},
                           {"target", "unknown (the application does not publish its elements)"},
                           {"window", "terminal - xterm"},
                           {"decision", "block"},
                           {"rule", "key_chord"},
                           {"reason", "it ends the session, with all that is open"}};
  view.event("decision", decision, "12:00:00");
  auto text = screen(0ms, false, {60, 20});
  for (const std::string& each : {std::string("\033[K"), std::string("\r\n")}) {
    for (auto at = text.find(each); at != text.npos; at = text.find(each)) text.erase(at, each.size());
  }
  EXPECT_THAT(text, HasSubstr("it ends the session, with all that is open"));
  // What was allowed needs no reason, and takes one row.
  decision["decision"] = "allow";
  for (int i = 0; i < 19; ++i) view.event("decision", decision, "12:00:01");
  EXPECT_THAT(screen(0ms, false, {60, 20}), Not(HasSubstr("12:00:00")));
  EXPECT_THAT(screen(0ms, false, {60, 20}), Not(HasSubstr("is open")));
}

TEST_F(Watch, FitsTheTerminal) {
  for (int i = 0; i < 50; ++i) view.event("state", {{"state", std::string(300, 'x')}}, "12:00:00");
  view.pending({prompt("p1")}, start);
  for (const auto& [columns, rows] : {std::pair{80, 24}, {20, 8}, {200, 3}, {1, 1}}) {
    const auto text = screen(1s, false, {columns, rows});
    EXPECT_LE(std::count(text.begin(), text.end(), '\n') + 1, std::max(rows, 2)) << rows;
  }
}

TEST_F(Watch, QLeaves) {
  EXPECT_FALSE(view.wants_to_quit());
  view.input("q", start);
  EXPECT_TRUE(view.wants_to_quit());
}

}  // namespace
}  // namespace interlock::cli
