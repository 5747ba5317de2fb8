#include "gate/safety_gate.h"

#include <utility>

#include "gate/application_tier.h"
#include "gate/case.h"
#include "gate/checks.h"
#include "gate/destination.h"
#include "gate/hash.h"
#include "gate/held_keys.h"
#include "gate/presses.h"

namespace interlock::gate {
namespace {

constexpr double sure = 1.0;
constexpr double target_unknown = 0.5;

Assessment assess_one(const Policy& policy, const Action& action, const Observation& observation,
                      const History& history, const Typing& typing, Time now) {
  const Case question(policy, action, observation, history, typing, now);
  Findings findings;
  for (const Check& check : all_checks()) check.run(question, findings);
  const bool unknown = question.deed.needs_target && question.target.is_unknown();
  return assessment_of(std::move(findings), unknown ? target_unknown : sure);
}

/// What the action takes of the session's budget, and the application it was done in.
void record_use(History& history, const Case& question, const Budget& limits) {
  const Time now = question.now;
  if (const auto* wait = std::get_if<Wait>(&question.action.body)) {
    if (!history.idle_since) history.idle_since = now - wait->duration;
    return;
  }
  history.idle_since = now;
  if (const auto entered = tier_entered(question); entered && history.entered.size() < History::max_entered) {
    history.entered.insert(*entered);
  }
  Spending& spending = history.spending;
  if (!spending.began) spending.began = now;
  ++spending.steps;
  auto& latest = spending.latest;
  latest.push_back(now);
  while (latest.size() > limits.max_actions_per_second) latest.pop_front();
}

}  // namespace

SafetyGate::SafetyGate(std::shared_ptr<const Policy> policy)
    : SafetyGate(std::move(policy), std::make_shared<Typing>()) {}

SafetyGate::SafetyGate(std::shared_ptr<const Policy> policy, std::shared_ptr<Typing> typing)
    : policy_(std::move(policy)), typing_(std::move(typing)) {}

Assessment SafetyGate::assess(const Action& action, const Observation& observation, Time now) const {
  if (std::holds_alternative<Sequence>(action.body)) {
    Findings findings;
    if (!may_sequence()) {
      findings.push_back({"scope", "action_type", Decision::block,
                          "the task is to " + std::string(goal_name(*scope().goal)) +
                              ", which needs no sequences: ask for one step at a time",
                          std::string(goal_name(*scope().goal))});
      return assessment_of(std::move(findings), sure);
    }
    // Its later steps meet what its earlier ones leave behind, which nobody has seen yet.
    findings.push_back({"context",
                        "whole_sequence",
                        Decision::block,
                        "a sequence is judged step by step, each on what is there when its turn comes",
                        {}});
    return assessment_of(std::move(findings), sure);
  }
  return assess_one(*policy_, action, observation, history_, *typing_, now);
}

bool SafetyGate::may_sequence() const {
  const auto goal = kept_goal(*policy_, scope());
  return !goal || *goal >= least_goal("sequence");
}

void SafetyGate::record(const Action& action, const Observation& observation, const Outcome& outcome, Time now) {
  const Case question(*policy_, action, observation, history_, *typing_, now);
  FieldKind kind = FieldKind::ordinary;
  if (question.terminal) kind = FieldKind::terminal;
  if (question.secret) kind = FieldKind::secret;
  if (!question.deed.releases) {
    history_.record_visit(observation);
    const bool unchanged = outcome.state_changed && !*outcome.state_changed;
    history_.actions.add(
        {action_signature(action, observation), Hash().add(action_type(action)).value(),
         unchanged ? std::optional<std::uint64_t>(0) : std::nullopt, outcome.failed, page_hash(observation)},
        policy_->config().guardrails.stuck_window_size);
    record_destination(history_.itinerary, question);
    record_use(history_, question, policy_->config().budget);
  }
  typing_->record_text(question.meant(), observation, kind);
  typing_->held = held_after(typing_->held, action);
  record_press(*typing_, action, observation, now);
}

void SafetyGate::lost_sight(const Observation& observation) {
  typing_->lost_sight(observation);
}

void SafetyGate::reset() {
  history_.visits.clear();
  history_.visit_order.clear();
  history_.actions.steps.clear();
  history_.calls.steps.clear();
  history_.itinerary = {};
  history_.entered.clear();
  history_.idle_since.reset();
}

Assessment SafetyGate::before_tool(const ToolCall& call) const {
  return assessment_of(gate::before_tool(policy_->config().guardrails, history_.calls, call), sure);
}

Assessment SafetyGate::after_tool(const ToolCall& call, const ToolResult& result) {
  history_.calls.add(step_of(call, result));
  return assessment_of(gate::after_tool(policy_->config().guardrails, history_.calls, call), sure);
}

void SafetyGate::start_turn() {
  history_.calls.steps.clear();
}

void SafetyGate::released_all() {
  typing_->held = {};
  typing_->down.reset();
}

void SafetyGate::set_policy(std::shared_ptr<const Policy> policy) {
  policy_ = std::move(policy);
}

}  // namespace interlock::gate
