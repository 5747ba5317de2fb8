#include "gate/safety_gate.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <utility>

#include "gate/checks/checks.h"
#include "gate/policy/patterns.h"
#include "gate/readings/activation.h"
#include "gate/readings/application_tier.h"
#include "gate/readings/browser_page.h"
#include "gate/readings/certainty.h"
#include "gate/readings/code_opening.h"
#include "gate/readings/custom_reading.h"
#include "gate/readings/destination.h"
#include "gate/readings/evaluation_context.h"
#include "gate/readings/file_deed.h"
#include "gate/readings/option_walk.h"
#include "gate/readings/own_deed.h"
#include "gate/readings/read_label.h"
#include "gate/readings/secret_place.h"
#include "gate/screen/other_names.h"
#include "gate/screen/secret_field.h"
#include "gate/screen/spreadsheet.h"
#include "gate/typing/held_keys.h"
#include "gate/typing/presses.h"
#include "values/hash.h"

namespace interlock::gate {
namespace {

constexpr double sure = 1.0;

bool says(const Findings& findings, const Finding& one) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
    return other.rule == one.rule && other.code == one.code && other.decision == one.decision &&
           other.reason == one.reason && other.evidence == one.evidence;
  });
}

/// Whether a finding of this kind exists already, for the window under another name.
bool finds(const Findings& findings, const Finding& one) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
    return other.rule == one.rule && other.code == one.code && other.decision == one.decision;
  });
}

/// Findings of both are reported once.
void add_new(Findings& findings, Findings more) {
  for (Finding& finding : more) {
    if (!says(findings, finding)) findings.push_back(std::move(finding));
  }
}

std::string keys_text(const std::vector<KeyChord>& keys) {
  std::string text;
  for (const KeyChord& key : keys) text += (text.empty() ? "" : " ") + to_string(key);
  return text;
}

/// True if the text that the action enters may be a secret, by the policy of `context`. Text in a terminal must be on
/// record, whether the terminal shows its elements (few do) or not.
bool enters_secret(const EvaluationContext& context) {
  const Known<Element>& focus = context.observation.focus;
  if (!uses_keyboard(context.action) || focus.is_none()) return false;
  if (!focus) return context.window == nullptr || !context.application.terminal;
  return context.secret || secret_field(context.policy, *focus).has_value();
}

/// An action as each policy of the session judges it, by each of its windows' names.
class Evaluations {
 public:
  Evaluations(const Policy& policy, const Policy* profile, const Action& action, const Observation& observation,
              const History& history, const Typing& typing, Time now)
      : own_(policy, action, observation, history, typing, now), others_(other_names(action, observation)) {
    if (profile != nullptr) further_.emplace(*profile, action, observation, history, typing, now).judge_with(own_);
    for (const OtherwiseNamed& other : others_) {
      for (const Policy* each : {&policy, profile}) {
        if (each == nullptr) continue;
        renamed_.push_back(other.which);
        by_name_.emplace_back(*each, action, other.observation, history, typing, now).judge_with(own_);
      }
    }
    add_bound(observation);
    if (const Element* label = own_.deed.pointer && own_.deed.presses ? own_.element : nullptr) add_labelled(*label);
    if (own_.deed.pointer && own_.deed.presses) add_read(action, observation);
    for (const Known<Element>& control : controls_) {
      for (const Policy* each : {&policy, profile}) {
        if (each != nullptr) pressed_.emplace_back(*each, action, observation, history, typing, now, &control);
      }
    }
  }

  const EvaluationContext& own() const { return own_; }

  ActionReading reading() const {
    return {.with_held = own_.with_held, .secret = enters_secret(own_) || (further_ && enters_secret(*further_))};
  }

  /// Runs all checks; each finding is at its check's place.
  Findings findings() const {
    Findings findings;
    for (const Check& check : all_checks()) {
      check.run(own_, findings);
      if (further_) add_new(findings, by(check, *further_));
      for (std::size_t i = 0; i < by_name_.size(); ++i) {
        Findings more = by(check, by_name_[i]);
        std::erase_if(more, [&](const Finding& finding) { return finds(findings, finding); });
        for (Finding& finding : more) finding.reason = std::string(renamed_[i]) + ": " + finding.reason;
        add_new(findings, std::move(more));
      }
      if (!check.of_target) continue;
      for (const EvaluationContext& control : pressed_) {
        Findings more = by(check, control);
        std::erase_if(more, [&](const Finding& finding) { return says(findings, finding); });
        if (more.empty()) continue;
        const auto subject = std::make_shared<const Element>(*control.element);
        for (Finding& finding : more) finding.reason = (by_ + ": " + finding.reason).about(subject);
        add_new(findings, std::move(more));
      }
    }
    return findings;
  }

 private:
  /// The controls that the action's keys press without the focus, and the options that they may choose.
  void add_bound(const Observation& observation) {
    const auto* bound = observation.bound.get();
    if (bound == nullptr) return;
    if (chooses_from(own_.meant(), observation) != nullptr) {
      by_ = own_.deed.pointer ? "the wheel may choose it" : "the keys may choose it";
      controls_.assign(bound->begin(), bound->end());
      return;
    }
    std::vector<KeyChord> keys = mnemonics_in(own_.meant());
    const auto handing = handing_in(own_.meant(), observation);
    if (keys.empty() && !handing) return;
    by_ = keys.empty() ? to_string(*handing) + " may press it" : keys_text(keys) + " presses it";
    const auto pressed = keys.empty() ? default_buttons(*observation.focus, *bound) : *bound;
    controls_.assign(pressed.begin(), pressed.end());
  }
  /// The controls that the click may press in addition to its target: those that a label belongs to, and those at the
  /// same point of a page if the browser does not report which one is on top.
  void add_labelled(const Element& label) {
    if (label.presses.empty()) return;
    by_ = "the click may press it (it has this label, or lies at the same point)";
    for (const Ancestor& each : label.presses) {
      Element control{.role = each.role, .name = each.name, .ancestors = label.ancestors, .text = each.text};
      control.value = none;
      control.listener = none;
      controls_.emplace_back(std::move(control));
    }
  }
  /// The button that stands at the point as it is read from the pixels.
  void add_read(const Action& action, const Observation& observation) {
    auto buttons = elements_read(action, observation);
    if (buttons.empty()) return;
    by_ = "as it is read from the screen (" + std::to_string(observation.read->confidence) + " % sure)";
    controls_.insert(controls_.end(), std::make_move_iterator(buttons.begin()), std::make_move_iterator(buttons.end()));
  }
  static Findings by(const Check& check, const EvaluationContext& context) {
    Findings findings;
    check.run(context, findings);
    return findings;
  }

  EvaluationContext own_;
  std::optional<EvaluationContext> further_;
  std::vector<OtherwiseNamed> others_;
  std::deque<EvaluationContext> by_name_;  ///< one for each other name and policy
  std::vector<std::string_view> renamed_;  ///< which name each of them uses
  std::string by_;                         ///< what presses the controls, for sentences
  std::vector<Known<Element>> controls_;   ///< that the action presses in addition to its target
  std::deque<EvaluationContext> pressed_;  ///< one for each control and policy
};

/// Targets that are asked about once a session: the policy's applications, developer tools, internal pages of the
/// browser.
void record_entered(History& history, const EvaluationContext& context) {
  if (std::holds_alternative<Wait>(context.action.body)) return;
  const auto enter = [&](std::uint64_t place) {
    if (history.entered.size() < History::max_entered) history.entered.insert(place);
  };
  if (const auto entered = tier_entered(context)) enter(*entered);
  for (const Opening& opening : code_openings(context)) enter(opening.place);
  if (const auto used = page_used(context)) enter(used->place);
}

/// A person agreed to this action outside a scope that asks: the scope includes it for the rest of the session.
void record_agreement(Scope& scope, const EvaluationContext& context) {
  if (out_of_scope(context.policy, scope) != Decision::require_confirmation || !touches(context)) return;
  scope.agreed = std::max(scope.agreed, least_goal(context));
}

/// A file that starts programs and was written in this session: it is not asked about again.
void record_file(History& history, const EvaluationContext& context) {
  const auto deed = file_deed(context);
  const auto risky = deed ? risky_file(context, *deed) : std::nullopt;
  if (risky && history.entered.size() < History::max_entered) history.entered.insert(risky->key);
}

/// A secret that was typed is not asked about again in this session, at this place.
void record_secret(History& history, const EvaluationContext& context) {
  if (!std::holds_alternative<TypeSecret>(context.action.body)) return;
  const SecretPlace place = secret_place(context);
  if (!place.objection.empty() || history.agreed_secrets.size() >= History::max_entered) return;
  history.agreed_secrets.insert(agreement_key(place));
}

/// What the action uses of the session's budget, and the application it was done in. At most `most` actions a second
/// are counted.
void record_use(History& history, const EvaluationContext& context, std::uint32_t most) {
  const Time now = context.now;
  if (const auto* wait = std::get_if<Wait>(&context.action.body)) {
    if (!history.idle_since) history.idle_since = now - wait->duration;
    return;
  }
  history.idle_since = now;
  record_entered(history, context);
  record_file(history, context);
  Spending& spending = history.spending;
  if (!spending.began) spending.began = now;
  ++spending.steps;
  auto& latest = spending.latest;
  latest.push_back(now);
  while (latest.size() > most) latest.pop_front();
}

}  // namespace

SafetyGate::SafetyGate(std::shared_ptr<const Policy> policy)
    : SafetyGate(std::move(policy), std::make_shared<Typing>()) {}

SafetyGate::SafetyGate(std::shared_ptr<const Policy> policy, std::shared_ptr<Typing> typing)
    : policy_(std::move(policy)), typing_(std::move(typing)) {}

Assessment SafetyGate::assess(const Action& action, const Observation& observation, Time now) const {
  if (is_several(action)) {
    Findings findings;
    if (std::holds_alternative<Sequence>(action.body) && !may_sequence()) {
      findings.push_back({"scope", "action_type", Decision::block,
                          "the task is to " + std::string(goal_name(*scope().goal)) +
                              ", which needs no sequences: ask for one step at a time",
                          std::string(goal_name(*scope().goal))});
      return assessment_of(std::move(findings), sure);
    }
    // Its later steps depend on the effects of earlier ones, which cannot be observed yet.
    findings.push_back({"context",
                        "whole_sequence",
                        Decision::block,
                        "a sequence is judged step by step, each on what is there when its turn comes",
                        {}});
    return assessment_of(std::move(findings), sure);
  }
  const Evaluations evaluations(*policy_, profile_.get(), action, observation, history_, *typing_, now);
  Assessment assessment = assessment_of(evaluations.findings(), sure);
  assessment.confidence = confidence_of(ground_of(evaluations.own(), assessment));
  assessment.reading = evaluations.reading();
  return assessment;
}

std::vector<Finding> SafetyGate::judged_by(const CustomRules& compiled, const std::vector<CustomRule>& rules,
                                           const Action& action, const Observation& observation, Time now) const {
  Findings findings;
  const EvaluationContext context(*policy_, action, observation, history_, *typing_, now);
  if (context.deed.releases) return findings;
  compiled.judge(rules, reader_of({&context, nullptr, history_.principal, history_.scope}), findings);
  for (const OtherwiseNamed& other : other_names(action, observation)) {
    const EvaluationContext named(*policy_, action, other.observation, history_, *typing_, now);
    Findings more;
    compiled.judge(rules, reader_of({&named, nullptr, history_.principal, history_.scope}), more);
    add_new(findings, std::move(more));
  }
  return findings;
}

std::vector<Finding> SafetyGate::judged_by(const CustomRules& compiled, const std::vector<CustomRule>& rules,
                                           const ToolCall& call) const {
  Findings findings;
  compiled.judge(rules, reader_of({nullptr, &call, history_.principal, history_.scope}), findings);
  return findings;
}

Action SafetyGate::meant(const Action& action) const {
  return with_held(action, typing_->held);
}

ToLookUp SafetyGate::to_look_up(const Action& action, const Observation& observation, Time now) const {
  const EvaluationContext own(*policy_, action, observation, history_, *typing_, now);
  ToLookUp wanted{.names = names_to_look_up(own), .files = files_to_look_up(own)};
  if (profile_ == nullptr || !profile_->config().guardrails.resolve_names) return wanted;
  for (auto& name : names_to_look_up(EvaluationContext(*profile_, action, observation, history_, *typing_, now))) {
    const bool is_new = std::find(wanted.names.begin(), wanted.names.end(), name) == wanted.names.end();
    if (is_new) wanted.names.push_back(std::move(name));
  }
  return wanted;
}

Anticipated SafetyGate::anticipated(const Action& action, const Observation& observation, Time now) const {
  const EvaluationContext own(*policy_, action, observation, history_, *typing_, now);
  Anticipated result = gate::anticipated(own);
  const bool secret =
      enters_secret(own) ||
      (profile_ && enters_secret(EvaluationContext(*profile_, action, observation, history_, *typing_, now)));
  if (secret) result.text.clear();
  return result;
}

bool SafetyGate::wants_content(const Action& action, const Observation& observation) const {
  const StepLog& log = history_.actions;
  const std::uint64_t what = action_signature(action, observation);
  // A limit is a question of the step before it, too: whether the window has changed since.
  const auto is_near = [](std::uint32_t limit, std::size_t count) { return limit != 0 && count + 1 >= limit; };
  const auto looks = [&](const Policy& policy) {
    const Guardrails& limits = policy.config().guardrails;
    const std::size_t repeats = log.repeats(what);
    for (const auto limit : {limits.stuck_repeat_hint, limits.stuck_repeat_warn, limits.stuck_repeat_stop}) {
      if (is_near(limit, repeats)) return true;
    }
    const auto cycle = log.cycle(what, limits.stuck_cycle_max_length);
    return cycle && is_near(limits.stuck_cycle_repeats, cycle->rounds);
  };
  return looks(*policy_) || (profile_ && looks(*profile_));
}

bool SafetyGate::may_sequence() const {
  const auto allows = [&](const Policy& policy) {
    const auto goal = kept_goal(policy, scope());
    return !goal || *goal >= least_goal_of_action("sequence");
  };
  return allows(*policy_) && (!profile_ || allows(*profile_));
}

Blinders SafetyGate::blinders() const {
  const bool by_profile = profile_ && !kept_goal(*policy_, scope());
  return {by_profile ? profile_ : policy_, scope()};
}

void SafetyGate::record(const Action& action, const Observation& observation, const ActionResult& outcome, Time now) {
  const EvaluationContext context(*policy_, action, observation, history_, *typing_, now);
  FieldKind kind = FieldKind::ordinary;
  if (context.terminal) kind = FieldKind::terminal;
  if (kind == FieldKind::ordinary && is_spreadsheet(observation)) kind = FieldKind::cell;
  if (context.notebook) kind = FieldKind::notebook;
  if (context.secret) kind = FieldKind::secret;
  std::optional<EvaluationContext> further;
  if (profile_) further.emplace(*profile_, action, observation, history_, *typing_, now);
  if (further && (kind == FieldKind::ordinary || kind == FieldKind::cell)) {
    if (further->terminal) kind = FieldKind::terminal;
    if (further->secret) kind = FieldKind::secret;
  }
  if (!context.deed.releases) {
    history_.record_visit(observation);
    const bool unchanged = outcome.state_changed && !*outcome.state_changed;
    history_.actions.add(
        {action_signature(action, observation), Hash().add(action_type(action)).value(),
         unchanged ? std::optional<std::uint64_t>(0) : std::nullopt, outcome.failed, page_hash(observation),
         content_of(observation), outcome.state_changed && *outcome.state_changed, opened_page(action)},
        policy_->config().guardrails.stuck_window_size);
    record_destination(history_.itinerary, context);
    if (!outcome.failed) record_own_deed(history_.own, context);
    if (outcome.agreed) {
      record_secret(history_, context);
      record_agreement(history_.scope, context);
      if (further) record_agreement(history_.scope, *further);
    }
    const std::uint32_t by_profile = profile_ ? profile_->config().budget.max_actions_per_second : 0;
    record_use(history_, context, std::max(policy_->config().budget.max_actions_per_second, by_profile));
    if (further) record_entered(history_, *further);
  }
  typing_->record_text(context.meant(), observation, kind);
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
  history_.own = {};
  history_.agreed_secrets.clear();
  history_.idle_since.reset();
}

Assessment SafetyGate::before_tool(const ToolCall& call) const {
  const auto judge = [&](const Policy& policy) {
    Findings findings = gate::before_tool(policy.config().guardrails, history_.calls, call);
    policy.patterns().custom.judge(policy.config().rules,
                                   reader_of({nullptr, &call, history_.principal, history_.scope}), findings);
    return findings;
  };
  Findings findings = judge(*policy_);
  if (profile_) add_new(findings, judge(*profile_));
  return assessment_of(std::move(findings), sure);
}

Assessment SafetyGate::after_tool(const ToolCall& call, const ToolResult& result) {
  history_.calls.add(step_of(call, result));
  Findings findings = gate::after_tool(policy_->config().guardrails, history_.calls, call);
  if (profile_) add_new(findings, gate::after_tool(profile_->config().guardrails, history_.calls, call));
  return assessment_of(std::move(findings), sure);
}

void SafetyGate::start_turn() {
  history_.calls.steps.clear();
}

void SafetyGate::released_all() {
  typing_->held = {};
  typing_->down.reset();
}

void SafetyGate::set_policy(std::shared_ptr<const Policy> policy, std::shared_ptr<const Policy> profile) {
  // A yes was about the secret as the former policy had it.
  history_.agreed_secrets.clear();
  policy_ = std::move(policy);
  profile_ = std::move(profile);
}

}  // namespace interlock::gate
