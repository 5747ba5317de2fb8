// What `interlockctl tune` reads from an audit log, and what it proposes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "cli/tune/answered.h"
#include "cli/tune/calibration.h"
#include "cli/tune/candidates.h"
#include "cli/tune/diff.h"
#include "cli/tune/proposal.h"
#include "policy/loader.h"
#include "tests/temp_dir.h"

namespace interlock::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A log with acts at given minutes.
class Log {
 public:
  struct Act {
    std::string rule = "irreversible";
    std::string category = "submit";
    std::string name = "Save";
    std::string outcome = "approved";
    bool executed = true;
    double confidence = -1;
    int day = 1;
  };
  std::string add(const Act& act) {
    const std::string id = "a" + std::to_string(++count_);
    const std::string decision = act.outcome.empty() ? "allow" : "require_confirmation";
    line(R"({"record":"begin","id":")" + id +
         R"(","session":"s1","agent":"helper","peer":{"program":"/bin/a"},"time":")" + at(act.day, 0) +
         R"(","action":{"type":"click","x":1,"y":1},"target":"push button \")" + act.name +
         R"(\"","window":{"app":"firefox"},"element":{"role":"push button","name":")" + act.name +
         R"("},"document":{"url":"https://user@shop.example:8080/x"},)" +
         (act.confidence < 0 ? "" : R"("confidence":)" + std::to_string(act.confidence) + ",") +
         R"("assessment":{"decision":")" + decision + R"(","rule":")" + act.rule +
         R"(","code":"c","findings":[{"rule":")" + act.rule + R"(","decision":")" + decision + R"(","evidence":")" +
         act.category + R"(: Save"}]}})");
    line(R"({"record":"end","id":")" + id + R"(","time":")" + at(act.day, 4) + R"(","executed":)" +
         (act.executed ? "true" : "false") +
         (act.outcome.empty() ? "" : R"(,"outcome":")" + act.outcome + R"(","outcome_reason":"x")") + "}");
    return id;
  }
  void note(const std::string& members, int day, int second) {
    line(R"({"record":"note",)" + members + R"(,"time":")" + at(day, second) + "\"}");
  }
  std::vector<Answered> read() const {
    AnswerReader reader;
    for (const auto& each : lines_) reader.line(each);
    return reader.finish();
  }
  void line(const std::string& text) { lines_.push_back(text); }

 private:
  std::string at(int day, int second) const {
    return "2026-03-" + std::string(day < 10 ? "0" : "") + std::to_string(day) + "T10:00:" + (second < 10 ? "0" : "") +
           std::to_string(second) + ".000000Z";
  }
  std::vector<std::string> lines_;
  int count_ = 0;
};

TEST(Tune, ReadsWhatWasAskedAndAnswered) {
  Log log;
  log.add({.confidence = 0.9});
  log.add({.outcome = "denied", .executed = false, .confidence = 0.4});
  log.add({.rule = "default", .outcome = "", .confidence = 0.8});
  log.add({.outcome = "timed_out", .executed = false});
  log.line("not json");
  const auto acts = log.read();
  ASSERT_THAT(acts, SizeIs(4));
  EXPECT_EQ(acts[0].place, "shop.example");
  EXPECT_EQ(acts[0].category, "submit");
  EXPECT_EQ(acts[0].right(), true);
  EXPECT_EQ(acts[0].ended - acts[0].began, 4000);
  EXPECT_EQ(acts[1].right(), false);
  EXPECT_EQ(acts[2].right(), true) << "it was left as it is";
  EXPECT_EQ(acts[3].right(), std::nullopt) << "silence is no answer";
}

TEST(Tune, AnActIsTakenBackByAnUndoOrByATakeoverRightAfterIt) {
  Log log;
  const auto undone = log.add({.rule = "default", .outcome = ""});
  log.note(R"("what":"undone","entry":")" + undone + "\"", 1, 30);
  log.add({.rule = "default", .outcome = "", .day = 2});
  log.note(R"("what":"takeover","session":"s1")", 2, 9);
  log.add({.rule = "default", .outcome = "", .day = 3});
  log.note(R"("what":"takeover","session":"s1")", 3, 40);
  const auto acts = log.read();
  ASSERT_THAT(acts, SizeIs(3));
  EXPECT_TRUE(acts[0].undone);
  EXPECT_TRUE(acts[1].taken_over);
  EXPECT_FALSE(acts[2].taken_back()) << "36 s later is another matter";
  EXPECT_THAT(taken_back(acts), SizeIs(1));
  EXPECT_EQ(taken_back(acts)[0].count, 2U);
}

TEST(Tune, ReliabilityIsThatOfTheSamples) {
  std::vector<Sample> samples;
  for (int i = 0; i < 100; ++i) samples.push_back({0.8, i < 80});
  const auto good = reliability_of(samples);
  EXPECT_NEAR(good.error, 0, 1e-9);
  EXPECT_NEAR(good.brier, 0.16, 1e-9);
  for (Sample& sample : samples) sample.confidence = 1.0;
  const auto sure = reliability_of(samples);
  EXPECT_NEAR(sure.error, 0.2, 1e-9);
  EXPECT_NEAR(sure.brier, 0.2, 1e-9);
  EXPECT_THAT(plot(sure), HasSubstr("80 % right of 100"));
  EXPECT_EQ(reliability_of({}).count, 0U);
}

TEST(Tune, TheThresholdAsksLeastAtTheMissRate) {
  std::vector<Sample> samples;
  for (int i = 0; i < 90; ++i) samples.push_back({0.9, true});
  for (int i = 0; i < 9; ++i) samples.push_back({0.3, false});
  samples.push_back({0.95, false});
  const auto tenth = least_asking(samples, 0.1);
  ASSERT_TRUE(tenth);
  EXPECT_NEAR(tenth->value, 0.31, 1e-9);
  EXPECT_EQ(tenth->asked, 9U);
  EXPECT_EQ(tenth->missed, 1U);
  EXPECT_EQ(least_asking(samples, 0.0)->asked, 100U);
  EXPECT_EQ(least_asking({}, 0.1), std::nullopt);
}

TEST(Tune, WhatWasAlwaysApprovedIsACandidateAndOneDenialIsEnoughAgainstIt) {
  Log log;
  for (int i = 0; i < 6; ++i) log.add({.day = 1 + i});
  for (int i = 0; i < 6; ++i) log.add({.name = "Send", .outcome = i == 3 ? "denied" : "approved"});
  for (int i = 0; i < 4; ++i) log.add({.name = "Rare"});
  const auto habits = always_approved(log.read());
  ASSERT_THAT(habits, SizeIs(1));
  EXPECT_EQ(habits[0].target, "push button \"Save\"");
  EXPECT_EQ(habits[0].count, 6U);
  EXPECT_EQ(habits[0].days(), 6U);
  EXPECT_EQ(habits[0].answer_ms, 4000);
}

TEST(Tune, WhatProtectsFromTheAgentIsNeverProposed) {
  Log log;
  for (const char* rule : {"credential", "protected", "blocklist", "validator.mine", "captcha"}) {
    for (int i = 0; i < 30; ++i) log.add({.rule = rule, .day = 1 + i % 5});
  }
  for (const char* category : {"send", "purchase", "transfer", "publish", "grant", "delete", "wipe"}) {
    for (int i = 0; i < 30; ++i) log.add({.category = category, .name = category, .day = 1 + i % 5});
  }
  const auto acts = log.read();
  for (const Habit& habit : always_approved(acts)) EXPECT_EQ(habit.rule, "irreversible");
  EXPECT_THAT(approved_consequences(acts), IsEmpty());
}

Evidence evidence_of(const Log& log) {
  const auto acts = log.read();
  Evidence evidence{.threshold = 0.7, .consequences = approved_consequences(acts), .taken_back = taken_back(acts)};
  for (const Answered& act : acts) {
    if (act.confidence && act.right()) evidence.samples.push_back({*act.confidence, *act.right()});
  }
  evidence.best = least_asking(evidence.samples, 0.05);
  return evidence;
}

TEST(Tune, ProposesAPolicyThatLoadsAndThatPatchMakesOfThePresentOne) {
  Log log;
  for (int i = 0; i < 60; ++i) log.add({.confidence = 0.6, .day = 1 + i % 5});
  for (int i = 0; i < 5; ++i) log.add({.rule = "default", .category = "", .outcome = "", .confidence = 0.2, .day = 6});
  log.note(R"("what":"takeover","session":"s1")", 6, 5);
  const std::string name = "Save \\\"all\\\"*";
  const auto undone =
      log.add({.rule = "default", .category = "", .name = name, .outcome = "", .confidence = 0.2, .day = 7});
  log.note(R"("what":"undone","entry":")" + undone + "\"", 7, 30);
  const std::string policy =
      "# mine\npreset: default\n\nconsequences:\n  download: warn # quick\n\n# limits\nconfidence_threshold: "
      "0.7\nrules:\n"
      "  - name: mine\n    when: {action: click}\n    decision: warn\n\n# the end\n";
  const Proposal proposal = propose(policy, evidence_of(log));
  EXPECT_THAT(proposal.laxer,
              ElementsAre(HasSubstr("confidence_threshold 0.70 -> 0.21"), HasSubstr("consequences.submit")));
  EXPECT_THAT(proposal.stricter, Not(IsEmpty()));
  const auto base = policy::load_preset("default");
  const auto loaded = policy::load_text(proposal.text, "proposed", base->settings);
  ASSERT_TRUE(loaded) << policy::to_text(loaded.error()) << proposal.text;
  EXPECT_THAT(proposal.text, HasSubstr("# mine\npreset: default\n"));
  EXPECT_THAT(proposal.text, HasSubstr("# the end\n"));

  const test::TempDir dir;
  std::ofstream(dir.path() + "/policy.yaml") << policy;
  std::ofstream(dir.path() + "/diff") << unified_diff(policy, proposal.text, "policy.yaml");
  ASSERT_EQ(std::system(("cd " + dir.path() + " && patch -s policy.yaml < diff").c_str()), 0);
  std::ifstream patched(dir.path() + "/policy.yaml");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(patched), {}), proposal.text);
}

TEST(Tune, SaysWhatAStricterThresholdCosts) {
  Log log;
  for (int i = 0; i < 95; ++i) log.add({.rule = "default", .category = "", .outcome = "", .confidence = 0.8});
  for (int i = 0; i < 5; ++i) log.add({.outcome = "denied", .executed = false, .confidence = 0.85});
  const Proposal proposal = propose("preset: default\n", evidence_of(log));
  EXPECT_THAT(proposal.stricter,
              ElementsAre(HasSubstr("would have asked about 100 of 100 actions, 100 more than now")));
}

/// A share that was right, for each tenth of the stated confidence: the plot ends where the mean confidence is.
TEST(Tune, BinsAndPlotShowEachTenth) {
  std::vector<Sample> samples;
  for (int tenth = 0; tenth < 10; ++tenth) {
    for (int i = 0; i < 20; ++i) samples.push_back({tenth / 10.0 + 0.05, i < 2 * tenth + 1});
  }
  const auto found = reliability_of(samples);
  for (int tenth = 0; tenth < 10; ++tenth) {
    const auto& bin = found.bin[static_cast<std::size_t>(tenth)];
    EXPECT_EQ(bin.count, 20U);
    EXPECT_NEAR(bin.confidence, tenth / 10.0 + 0.05, 1e-9);
    EXPECT_NEAR(bin.right, (2 * tenth + 1) / 20.0, 1e-9);
  }
  EXPECT_NEAR(found.error, 0, 1e-9);
  const std::string lines = plot(found);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 10) << lines;
  EXPECT_THAT(lines, HasSubstr("95 % right of 20"));
}

TEST(Tune, ProposesNothingFromTooLittle) {
  Log log;
  for (int i = 0; i < 20; ++i) log.add({.confidence = 0.9, .day = 1});
  const Proposal proposal = propose("preset: default\n", evidence_of(log));
  EXPECT_EQ(proposal.text, "preset: default\n");
  EXPECT_THAT(proposal.left, ElementsAre(HasSubstr("too few")));
}

TEST(Tune, ChangesSectionsWhereverTheyAre) {
  PolicyText text("a: 1\nconsequences:\n    submit: require_confirmation\nb: 2\n");
  EXPECT_TRUE(text.set_in("consequences", "submit", "warn"));
  EXPECT_TRUE(text.set_in("consequences", "download", "warn"));
  EXPECT_TRUE(text.append_to("rules", {"- name: x"}));
  text.set("b", "3");
  EXPECT_EQ(text.text(), "a: 1\nconsequences:\n    submit: warn\n    download: warn\nb: 3\nrules:\n  - name: x\n");
  PolicyText flow("consequences: {submit: warn}\n");
  EXPECT_FALSE(flow.set_in("consequences", "download", "warn"));
}

}  // namespace
}  // namespace interlock::cli
