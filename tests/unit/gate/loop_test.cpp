#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/checks/tool_limits.h"
#include "gate/session/step_log.h"
#include "tests/unit/gate/cases.h"
#include "values/tool_call.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::HasSubstr;

Config limits() {
  Config config = consequence_config();
  Guardrails& g = config.guardrails;
  g.stuck_repeat_hint = 3;
  g.stuck_repeat_warn = 5;
  g.stuck_repeat_stop = 7;
  g.stuck_cycle_max_length = 3;
  g.stuck_cycle_repeats = 3;
  g.stuck_failure_cluster_window = 5;
  g.stuck_failure_cluster_threshold = 3;
  g.exact_failure_warn = 2;
  g.exact_failure_block = 5;
  g.same_tool_failure_warn = 3;
  g.same_tool_failure_halt = 8;
  g.no_progress_warn = 2;
  g.no_progress_block = 5;
  return config;
}

/// An agent's tool: how it is judged before and after each call; calls that are stopped are not made.
class Agent {
 public:
  explicit Agent(Config config = limits()) : gate_(compiled(std::move(config))) {}

  Assessment call(const std::string& name, const std::string& arguments, const std::string& result,
                  bool error = false) {
    const ToolCall call{name, arguments};
    Assessment before = gate_.before_tool(call);
    if (before.decision >= Decision::block) return before;
    Assessment after = gate_.after_tool(call, {result, error});
    return after.decision > before.decision ? after : before;
  }
  SafetyGate& gate() { return gate_; }

 private:
  SafetyGate gate_;
};

TEST(ToolLoop, CallsThatHelpPass) {
  Agent agent;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(agent.call("read", "file" + std::to_string(i), "text " + std::to_string(i)).decision, Decision::allow);
  }
}

TEST(ToolLoop, TheSameCallFailingWarnsThenBlocks) {
  Agent agent;
  EXPECT_EQ(agent.call("edit", "x", "no such file", true).decision, Decision::allow);
  const Assessment second = agent.call("edit", "x", "no such file, again", true);
  EXPECT_EQ(second.decision, Decision::warn);
  EXPECT_EQ(second.code, "exact_failure");
  ASSERT_FALSE(second.hints.empty());
  EXPECT_THAT(second.hints.front(), HasSubstr("\"edit\" failed 2 times"));
  // Another call in between makes no difference.
  for (int i = 3; i <= 5; ++i) {
    agent.call("read", std::to_string(i), std::to_string(i));
    EXPECT_EQ(agent.call("edit", "x", "error " + std::to_string(i), true).decision, Decision::warn) << i;
  }
  const Assessment sixth = agent.call("edit", "x", "", true);
  EXPECT_EQ(sixth.decision, Decision::block);
  EXPECT_EQ(sixth.code, "exact_failure");
  EXPECT_EQ(agent.call("edit", "y", "done").decision, Decision::allow);
}

TEST(ToolLoop, TheSameToolFailingWarnsThenHalts) {
  Agent agent;
  for (int i = 1; i <= 8; ++i) {
    const Decision expected = i < 3 ? Decision::allow : i < 8 ? Decision::warn : Decision::halt;
    EXPECT_EQ(agent.call("edit", std::to_string(i), "error " + std::to_string(i), true).decision, expected) << i;
  }
  const Assessment ninth = agent.call("edit", "9", "");
  EXPECT_EQ(ninth.decision, Decision::halt);
  EXPECT_EQ(ninth.code, "same_tool_failure");
}

TEST(ToolLoop, ASuccessEndsTheCountOfFailures) {
  Agent agent;
  for (int i = 1; i <= 7; ++i) agent.call("edit", std::to_string(i), "error", true);
  EXPECT_EQ(agent.call("edit", "8", "done").decision, Decision::allow);
  EXPECT_NE(agent.call("edit", "9", "error", true).code, "same_tool_failure");
}

TEST(ToolLoop, AReadingToolWithTheSameResultIsBlockedOthersAreWarned) {
  for (const char* tool : {"grep", "terminal"}) {
    Agent agent;
    EXPECT_EQ(agent.call(tool, "x", "same").decision, Decision::allow);
    for (int i = 2; i <= 5; ++i) {
      agent.call("other", std::to_string(i), std::to_string(i));
      EXPECT_EQ(agent.call(tool, "x", "same").decision, Decision::warn) << tool << i;
    }
    agent.call("other", "6", "6");
    const Assessment sixth = agent.call(tool, "x", "same");
    EXPECT_EQ(sixth.decision, tool == std::string("grep") ? Decision::block : Decision::warn);
    EXPECT_EQ(sixth.code, "no_progress");
  }
}

TEST(ToolLoop, TheSameCallInARowIsStoppedWhereNothingChanges) {
  Agent polling;
  for (int i = 1; i <= 12; ++i) {
    EXPECT_LE(polling.call("terminal", "status", "at " + std::to_string(i) + " %").decision, Decision::warn) << i;
  }
  Agent stuck;
  Decision last = Decision::allow;
  for (int i = 1; i <= 7; ++i) last = stuck.call("terminal", "status", "at 0 %").decision;
  EXPECT_EQ(last, Decision::block);
}

TEST(ToolLoop, CyclesAreHintedThenStoppedWhereTheyComeToTheSame) {
  Config config = limits();
  config.guardrails.no_progress_warn = 0;
  config.guardrails.no_progress_block = 0;
  Agent agent(config);
  std::vector<std::string_view> codes;
  for (int i = 0; i < 15; ++i) {
    const Assessment a = agent.call("terminal", std::string(1, "abc"[i % 3]), "same");
    if (codes.empty() || codes.back() != a.code) codes.push_back(a.code);
  }
  EXPECT_THAT(codes, testing::ElementsAre("no_objection", "cycle_hint", "cycle_warning", "cycle_stuck"));
}

TEST(ToolLoop, ATurnCountsFromZero) {
  Agent agent;
  for (int i = 0; i < 5; ++i) agent.call("edit", "x", "", true);
  EXPECT_EQ(agent.call("edit", "x", "").decision, Decision::block);
  agent.gate().start_turn();
  EXPECT_EQ(agent.call("edit", "x", "done").decision, Decision::allow);
}

TEST(ToolLoop, ConsecutiveErrorsHaltWhereThePolicySaysSo) {
  Config config = limits();
  config.guardrails.max_consecutive_errors = 3;
  Agent agent(config);
  agent.call("a", "1", "", true);
  agent.call("b", "2", "", true);
  const Assessment third = agent.call("c", "3", "", true);
  EXPECT_EQ(third.decision, Decision::halt);
  EXPECT_EQ(third.code, "too_many_errors");
}

TEST(ToolLoop, AnErrorIsSeenThoughItIsNotMarked) {
  EXPECT_TRUE(has_failed({"Error: no such table", false}));
  EXPECT_TRUE(has_failed({"Traceback (most recent call last):\n ...", false}));
  EXPECT_TRUE(has_failed({"", true}));
  EXPECT_FALSE(has_failed({"0 errors, 3 warnings", false}));
  EXPECT_FALSE(has_failed({"", false}));
}

TEST(ToolLoop, ThePublishedDesignHasNoToolLimits) {
  Agent agent{Config()};
  for (int i = 0; i < 20; ++i) EXPECT_EQ(agent.call("read", "x", "same", true).decision, Decision::allow);
}

TEST(ActionLoop, CyclesOnThePageAreHintedAndOnlyStoppedWhereNothingChanges) {
  for (const bool changes : {true, false}) {
    SafetyGate gate = ours(limits());
    Decision worst = Decision::allow;
    for (int i = 0; i < 12; ++i) {
      const Observation there = button(i % 2 == 0 ? "Next" : "Back");
      worst = std::max(worst, decide(gate, click(), there));
      ActionResult outcome;
      outcome.state_changed = changes;
      gate.record(click(), there, outcome, Time{0});
    }
    EXPECT_EQ(worst, changes ? Decision::warn : Decision::block);
  }
}

TEST(ActionLoop, MovesAlongOneElementAreNotTheSameMove) {
  for (const bool along : {true, false}) {
    SafetyGate gate = ours(limits());
    Decision worst = Decision::allow;
    for (int i = 0; i < 12; ++i) {
      const Action move = act(Move{{10 + (along ? i : 0), 20}});
      worst = std::max(worst, decide(gate, move, button("Canvas")));
      gate.record(move, button("Canvas"), ActionResult{}, Time{0});
    }
    EXPECT_EQ(worst, along ? Decision::allow : Decision::block);
  }
}

TEST(ActionLoop, FailuresCloseTogetherAreHinted) {
  SafetyGate gate = ours(limits());
  for (int i = 0; i < 4; ++i) {
    const Observation there = button("Item " + std::to_string(i));
    const Assessment a = assess(gate, click(), there);
    EXPECT_EQ(a.decision, i < 3 ? Decision::allow : Decision::warn) << i;
    EXPECT_EQ(a.code, i < 3 ? "no_objection" : "failure_cluster");
    ActionResult outcome;
    outcome.failed = true;
    gate.record(click(), there, outcome, Time{0});
  }
}

Observation page(std::string url, int item) {
  Observation there = button("Item " + std::to_string(item));
  there.document = Document{std::move(url), "Shop"};
  return there;
}

TEST(ActionLoop, APageLeftLongAgoIsHintedWhereThePolicySaysSo) {
  Config config = limits();
  config.guardrails.stuck_revisit_gap = 3;
  SafetyGate gate = ours(config);
  record(gate, click(), page("https://shop.example/a", 0));
  for (int i = 1; i <= 2; ++i) record(gate, click(), page("https://shop.example/b", i));
  EXPECT_EQ(decide(gate, click(), page("https://shop.example/a", 9)), Decision::allow) << "after two";
  record(gate, click(), page("https://shop.example/b", 3));
  EXPECT_EQ(assess(gate, click(), page("https://shop.example/a", 9)).code, "page_revisited");
  EXPECT_EQ(decide(gate, click(), page("https://shop.example/c", 9)), Decision::allow);
  EXPECT_EQ(decide(gate, click(), page("https://shop.example/b", 9)), Decision::allow);
  record(gate, click(), page("https://shop.example/a", 9));
  EXPECT_EQ(decide(gate, click(), page("https://shop.example/a", 10)), Decision::allow) << "reported once";
}

TEST(ActionLoop, OnlyStepsInTheWindowCount) {
  Config config = limits();
  config.guardrails.stuck_window_size = 4;
  SafetyGate gate = ours(config);
  for (int i = 0; i < 20; ++i) record(gate, click(), button("Next"));
  EXPECT_EQ(assess(gate, click(), button("Next")).code, "repeated_warning") << "five with this one";
}

TEST(StepLog, IsBounded) {
  StepLog log;
  for (std::uint64_t i = 0; i < 1000; ++i) log.add({i, 0, std::nullopt, true, 0});
  EXPECT_EQ(log.steps.size(), StepLog::max_steps);
  EXPECT_EQ(log.failures_in_a_row(), StepLog::max_steps);
  EXPECT_EQ(log.failures_in_last(1000), StepLog::max_steps);
  EXPECT_EQ(log.cycle(1, 3), std::nullopt);
}

}  // namespace
}  // namespace interlock::gate
