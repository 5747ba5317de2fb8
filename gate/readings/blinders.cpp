#include "gate/readings/blinders.h"

#include <algorithm>

#include "gate/policy/patterns.h"
#include "gate/readings/looking.h"
#include "gate/session/history.h"
#include "gate/typing/typing.h"

namespace interlock::gate {
namespace {

bool hides(const Policy& policy, const Scope& scope) {
  const auto goal = kept_goal(policy, scope);
  return goal && *goal < GoalType::fill_form;
}

/// What a click on the element would be asked as.
template <class Answer>
Answer ask(const Policy& policy, const Scope& scope, const Observation& seen,
           Answer (*context)(const EvaluationContext&)) {
  static const Action click{.body = Click{}, .confidence = {}, .intent = {}, .expect = {}};
  static const Typing nothing_typed;
  History nothing_done;
  nothing_done.scope = scope;
  return context(EvaluationContext(policy, click, seen, nothing_done, nothing_typed, {}));
}

/// The wheel over these changes them; over all else it moves the page.
bool turns_a_value(const EvaluationContext& context) {
  if (!std::holds_alternative<Scroll>(context.meant().body) || context.element == nullptr) return false;
  switch (context.element->role) {
    case Role::spin_button:
    case Role::combo_box:
    case Role::slider:
    case Role::dial:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool touches(const EvaluationContext& context) {
  return context.element != nullptr && (context.deed.needs_target || turns_a_value(context));
}

GoalType least_goal(ElementCategory category) {
  switch (category) {
    case ElementCategory::form:
    case ElementCategory::dangerous_action:
      return GoalType::interact;
    case ElementCategory::account_control:
      return GoalType::fill_form;
    case ElementCategory::navigation:
    case ElementCategory::content:
      return GoalType::read;
  }
  return GoalType::fill_form;
}

GoalType least_goal(const EvaluationContext& context) {
  const bool asks = out_of_scope(context.policy, context.history.scope) < Decision::block;
  const ElementCategory category = element_category(context);
  const bool free = asks && category == ElementCategory::form && leaves_unchanged(context);
  return free ? GoalType::read : least_goal(category);
}

GoalType goal_in_force(const Policy& policy, const Scope& scope) {
  return out_of_scope(policy, scope) < Decision::block ? std::max(*scope.goal, scope.agreed) : *scope.goal;
}

Decision out_of_scope(const Policy& policy, const Scope& scope) {
  if (!scope.goal) return Decision::allow;
  return scope.given ? Decision::block : policy.config().directive_scope;
}

bool is_for_people_alone(const Policy& policy, const Window& window) {
  return window.type == "notification" || !policy.patterns().applications.facts_of(window).guarded.empty();
}

std::optional<GoalType> kept_goal(const Policy& policy, const Scope& scope) {
  return out_of_scope(policy, scope) >= Decision::block ? scope.goal : std::nullopt;
}

bool is_reading_matter(const Element& element, bool in_web_page) {
  switch (element.role) {
    case Role::terminal:
    case Role::document_frame:
    case Role::document_text:
    case Role::document_spreadsheet:
    case Role::document_presentation:
    case Role::document_web:
    case Role::document_email:
      return true;
    case Role::text:
      return !element.states.has(State::editable) || (element.states.has(State::multi_line) && !in_web_page);
    default:
      return false;
  }
}

bool is_hidden(const EvaluationContext& context) {
  const Scope& scope = context.history.scope;
  if (!hides(context.policy, scope)) return false;
  if (is_reading_matter(*context.element, context.observation.document.get() != nullptr)) return false;
  return *scope.goal < least_goal(element_category(context));
}

Blinders::Blinders(std::shared_ptr<const Policy> policy, Scope scope) {
  if (!scope.goal || !hides(*policy, scope)) return;
  policy_ = std::move(policy);
  scope_ = std::move(scope);
}

bool Blinders::is_hidden(const Observation& seen) const {
  return policy_ && seen.element && ask<bool>(*policy_, scope_, seen, gate::is_hidden);
}

std::optional<ElementCategory> Blinders::category(const Observation& seen) const {
  if (!policy_ || !seen.element) return std::nullopt;
  return ask<ElementCategory>(*policy_, scope_, seen, element_category);
}

}  // namespace interlock::gate
