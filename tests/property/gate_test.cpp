#include <gtest/gtest.h>

#include <algorithm>

#include "gate/checks/checks.h"
#include "gate/readings/evaluation_context.h"
#include "gate/safety_gate.h"
#include "gate/screen/fingerprint.h"
#include "gate/words/category.h"
#include "tests/property/judged.h"
#include "tests/property/random_case.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

using random_case::Random;

constexpr std::uint64_t gate_cases = 1500;

Config gate_config(Random& random) {
  Config config;
  if (random.chance(2)) config.text_rules = TextRules::consequence;
  if (random.chance(2)) config.guardrails = {3, 5, 7};
  if (random.chance(4)) config.expected_app = "chrom";
  if (random.chance(2)) config.blocklist_patterns.clear();
  if (random.chance(2)) config.captcha = static_cast<Decision>(random.below(5));
  for (Decision& decision : config.key_chords) decision = static_cast<Decision>(random.below(5));
  if (random.chance(2)) config.application_tiers["some"] = {static_cast<Decision>(random.below(5)), {"chromium"}};
  if (random.chance(4)) config.budget = {2, 3, 1};
  return config;
}

TEST(Property, AddingAFindingNeverWeakens) {
  Random random(1);
  for (std::uint64_t i = 0; i < gate_cases; ++i) {
    Findings findings;
    for (std::size_t n = random.below(5); n > 0; --n) {
      findings.push_back({"r", "c", static_cast<Decision>(random.below(5)), "", ""});
    }
    const Decision before = assessment_of(findings, 1).decision;
    const auto where = static_cast<std::ptrdiff_t>(random.below(findings.size() + 1));
    findings.insert(findings.begin() + where, {"r", "c", static_cast<Decision>(random.below(5)), "", ""});
    EXPECT_GE(assessment_of(findings, 1).decision, before);
  }
}

TEST(Property, NoCheckIsWeakenedByTheOthers) {
  Random random(2);
  for (std::uint64_t i = 0; i < gate_cases / 3; ++i) {
    const SafetyGate gate(compiled(gate_config(random)));
    const History history;
    const Typing typing;
    for (int n = 0; n < 3; ++n) {
      const Action action = random_case::action(random);
      const Observation observation = random_case::observation(random);
      const Assessment all = gate.assess(action, observation, Time{0});
      const EvaluationContext question(gate.policy(), action, observation, history, typing, Time{0});
      for (const Check& check : all_checks()) {
        Findings alone;
        check.run(question, alone);
        EXPECT_GE(all.decision, assessment_of(alone, 1).decision) << check.rule;
        for (const Finding& finding : alone) {
          EXPECT_EQ(finding.rule, check.rule);
          EXPECT_NE(finding.decision, Decision::allow);
          EXPECT_FALSE(finding.reason.empty());
        }
      }
    }
  }
}

TEST(Property, MorePatternsNeverWeaken) {
  Random random(3);
  for (std::uint64_t i = 0; i < gate_cases / 6; ++i) {
    Config config = gate_config(random);
    const SafetyGate before(compiled(config));
    config.blocklist_patterns.emplace_back("a");
    config.irreversible_patterns.emplace_back("e");
    config.credential_patterns.emplace_back("o");
    config.terminal_classes.emplace_back("something");
    const SafetyGate after(compiled(config));
    for (int n = 0; n < 6; ++n) {
      const Action action = random_case::action(random);
      const Observation observation = random_case::observation(random);
      EXPECT_GE(after.assess(action, observation, Time{0}).decision,
                before.assess(action, observation, Time{0}).decision);
    }
  }
}

// For every policy and every earlier action.
TEST(Property, ANotificationIsNeverOpenToAnAgent) {
  Random random(21);
  for (std::uint64_t i = 0; i < gate_cases / 3; ++i) {
    Config config = gate_config(random);
    for (const CategoryRow& row : category_table()) config.consequences[row.category] = Decision::allow;
    for (const UnknownRow& row : unknown_table()) config.unknown_target[row.reason] = Decision::allow;
    config.terminal_classes.emplace_back("dunst");
    SafetyGate gate(compiled(config));
    gate.record(random_case::action(random), random_case::observation(random), {}, Time{0});
    const Action action = random_case::action(random);
    Observation observation = random_case::observation(random);
    Window window;
    window.app = random.chance(2) ? "dunst" : "anything";
    window.type = window.app == "dunst" ? "utility" : "notification";
    observation.window = window;
    const bool free = deed_of(action).releases || std::holds_alternative<Wait>(action.body);
    if (free) continue;
    EXPECT_GE(gate.assess(action, observation, Time{1}).decision, Decision::block);
  }
}

TEST(Property, AStatedIntentNeverLowers) {
  Random random(11);
  for (std::uint64_t i = 0; i < gate_cases / 3; ++i) {
    Config config = gate_config(random);
    config.text_rules = TextRules::consequence;
    if (random.chance(2)) {
      for (const CategoryRow& row : category_table()) {
        config.consequences[row.category] = static_cast<Decision>(random.below(5));
      }
    }
    const SafetyGate gate(compiled(config));
    for (int n = 0; n < 3; ++n) {
      Action action = random_case::action(random);
      const Observation observation = random_case::observation(random);
      action.intent.clear();
      const Decision silent = gate.assess(action, observation, Time{0}).decision;
      action.intent = random_case::text(random) + " delete send not harmless cancel";
      EXPECT_GE(gate.assess(action, observation, Time{0}).decision, silent);
    }
  }
}

TEST(Property, RulesAreReportedInTheOrderOfChecks) {
  Random random(4);
  const SafetyGate gate(compiled({}));
  const auto place = [](std::string_view rule) {
    const auto checks = all_checks();
    return std::find_if(checks.begin(), checks.end(), [&](const Check& c) { return c.rule == rule; }) - checks.begin();
  };
  for (std::uint64_t i = 0; i < gate_cases; ++i) {
    const Assessment a = gate.assess(random_case::action(random), random_case::observation(random), Time{0});
    for (std::size_t k = 1; k < a.triggered_rules.size(); ++k) {
      EXPECT_LT(place(a.triggered_rules[k - 1]), place(a.triggered_rules[k]));
    }
    EXPECT_EQ(a.findings.empty(), a.decision == Decision::allow);
    EXPECT_FALSE(a.reason.empty());
  }
}

TEST(Property, NormalisingTwiceIsOnce) {
  Random random(5);
  for (std::uint64_t i = 0; i < gate_cases * 3; ++i) {
    const std::string original = random.chance(2) ? random_case::text(random) : random_case::bytes(random, 200);
    const Text once = normalise(original);
    EXPECT_EQ(normalise(once.text, 4 * max_target_text).text, once.text);
  }
}

TEST(Property, ResetClearsTheHistory) {
  Random random(6);
  for (std::uint64_t i = 0; i < gate_cases / 10; ++i) {
    Config config = gate_config(random);
    config.budget = {};  // a spent budget stays spent
    const auto policy = compiled(std::move(config));
    SafetyGate used(policy);
    for (int n = 0; n < 20; ++n) {
      used.record(random_case::action(random), random_case::observation(random), {}, Time{n});
    }
    used.reset();
    const SafetyGate fresh(policy);
    Action action;  // not of the keyboard: half a line stays where it is
    action.body = Click{};
    const Observation observation = random_case::observation(random);
    EXPECT_TRUE(same(used.assess(action, observation, Time{0}), fresh.assess(action, observation, Time{0})));
  }
}

TEST(Property, ChoppedTextIsJudgedLikeWholeText) {
  Random random(7);
  Config config;
  config.text_rules = TextRules::consequence;
  config.loop_threshold = 0;  // the parts visit one state often
  const auto policy = compiled(config);
  Observation terminal = random_case::observation(random);
  terminal.focus = Unknown::not_accessible;
  terminal.window =
      Window{.id = 1, .app = "xterm", .wm_class = "XTerm", .title = "", .type = "normal", .pid = {}, .rect = {}};
  for (std::uint64_t i = 0; i < gate_cases; ++i) {
    std::string line = random_case::text(random) + random_case::text(random);
    std::erase_if(line, [](char c) { return c == '\n' || c == '\r'; });
    Action whole;
    whole.body = Type{line + "\n"};
    SafetyGate gate(policy);
    const Decision expected = gate.assess(whole, terminal, Time{0}).decision;
    while (!line.empty()) {
      const std::size_t size = std::min(1 + random.below(5), line.size());
      Action part;
      part.body = Type{line.substr(0, size)};
      gate.record(part, terminal, {}, Time{0});
      line.erase(0, size);
    }
    Action enter;
    enter.body = Key{{KeyChord{{}, "Return"}}};
    EXPECT_EQ(gate.assess(enter, terminal, Time{0}).decision, expected);
  }
}

// Two agents, or one that reconnects, cannot hide a command by typing it in turns.
TEST(Property, TextTypedInTurnsIsJudgedLikeWholeText) {
  Random random(11);
  Config config;
  config.text_rules = TextRules::consequence;
  config.loop_threshold = 0;
  const auto policy = compiled(config);
  Observation terminal = random_case::observation(random);
  terminal.focus = Unknown::not_accessible;
  terminal.window =
      Window{.id = 1, .app = "xterm", .wm_class = "XTerm", .title = "", .type = "normal", .pid = {}, .rect = {}};
  Action enter;
  enter.body = Key{{KeyChord{{}, "Return"}}};
  int severe = 0;
  for (std::uint64_t i = 0; i < gate_cases; ++i) {
    SafetyGate alone(policy);
    const auto typing = std::make_shared<Typing>();
    std::vector<SafetyGate> in_turns(3, SafetyGate(policy, typing));
    for (std::size_t n = 1 + random.below(8); n > 0; --n) {
      Action part = random_case::action(random);
      if (!uses_keyboard(part)) part.body = Type{random_case::text(random)};
      SafetyGate& one = in_turns[random.below(in_turns.size())];
      ASSERT_TRUE(same(one.assess(part, terminal, Time{0}), alone.assess(part, terminal, Time{0})));
      one.record(part, terminal, {}, Time{0});
      alone.record(part, terminal, {}, Time{0});
      if (random.chance(6)) in_turns[random.below(in_turns.size())].reset();
      if (random.chance(6)) in_turns[random.below(in_turns.size())] = SafetyGate(policy, typing);
    }
    const Assessment whole = alone.assess(enter, terminal, Time{0});
    severe += whole.decision > Decision::warn;
    EXPECT_TRUE(same(in_turns[random.below(in_turns.size())].assess(enter, terminal, Time{0}), whole));
  }
  EXPECT_GT(severe, 0) << "no line was worth judging";
}

TEST(Property, HistoryStaysBounded) {
  Random random(8);
  History history;
  Typing typing;
  for (std::uint64_t i = 0; i < 3 * History::max_states; ++i) {
    Observation o = random_case::observation(random);
    Window window;
    window.id = i;
    window.title = std::to_string(i);
    o.window = window;
    o.focus = Unknown::not_accessible;
    Action type;
    type.body = Type{std::string(100, 'x')};
    history.record_visit(o);
    history.actions.add({i, 0, std::nullopt, false, 0});
    typing.record_text(type, o, FieldKind::terminal);
  }
  EXPECT_EQ(history.visits.size(), History::max_states);
  EXPECT_EQ(history.visit_order.size(), History::max_states);
  EXPECT_EQ(history.actions.steps.size(), StepLog::max_steps);
  EXPECT_EQ(typing.unfinished.size(), Typing::max_lines);
  EXPECT_TRUE(typing.forgot_a_line);
  for (int i = 0; i < 400; ++i) {
    Action type;
    type.body = Type{std::string(1000, 'x')};
    typing.record_text(type, Observation{}, FieldKind::terminal);
  }
  EXPECT_EQ(typing.line.text.size(), TypedLine::max_bytes);
  EXPECT_FALSE(typing.line.certain);
}

TEST(Property, AnyBytesAreJudged) {
  Random random(9);
  const SafetyGate gate(compiled({}));
  for (std::uint64_t i = 0; i < gate_cases; ++i) {
    Action action = random_case::action(random);
    Observation observation = random_case::observation(random);
    if (Element* e = observation.focus.get()) e->name = random_case::bytes(random, 4000);
    if (random.chance(4)) action.body = Type{random_case::bytes(random, 4000)};
    gate.assess(action, observation, Time{0});
    summarize(action, random.below(20));
    parse_key_chords(random_case::bytes(random, 20));
    const Fingerprint print = fingerprint(action, observation);
    EXPECT_EQ(difference(print, observation, print, observation), "");
  }
  Action huge;
  huge.body = Type{std::string(3 * max_action_text, '\xF0')};
  gate.assess(huge, Observation{}, Time{0});
}

TEST(Property, ChordsAreReadBackAsTheyAreWritten) {
  Random random(10);
  for (std::uint64_t i = 0; i < gate_cases; ++i) {
    const auto chords = parse_key_chords(to_string(random_case::chord(random)));
    if (!chords || chords->size() != 1) continue;
    EXPECT_EQ(parse_key_chords(to_string(chords->front())), chords);
  }
}

}  // namespace
}  // namespace interlock::gate
