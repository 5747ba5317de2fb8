// Whether an action fits the task: the elements and the action types that its goal type permits.
#include "gate/session/scope.h"
#include "gate/checks/checks.h"
#include "gate/readings/blinders.h"

namespace interlock::gate::checks {
namespace {

std::string_view code_of(ElementCategory category) {
  switch (category) {
    case ElementCategory::form:
      return "form";
    case ElementCategory::dangerous_action:
      return "dangerous_action";
    default:
      return "account_control";
  }
}

}  // namespace

void scope(const EvaluationContext& context, Findings& findings) {
  const Scope& scope = context.history.scope;
  if (!scope.goal || context.deed.releases) return;
  const Decision decision = out_of_scope(context.policy, scope);
  if (decision == Decision::allow) return;
  const std::string task =
      "the task is to " + std::string(scope.given ? "" : "(as its text says) ") +
      (*scope.goal == GoalType::fill_form ? "fill in a form" : std::string(goal_name(*scope.goal)));
  // If actions outside the scope are blocked: no action type that the task does not need; if a person would be asked:
  // only by the target.
  const std::string_view type = action_type(context.action);
  if (decision >= Decision::block && *scope.goal < least_goal_of_action(type)) {
    findings.push_back({"scope", "action_type", decision,
                        task + ", which needs no '" + std::string(type) + "': navigate, click or scroll",
                        std::string(goal_name(*scope.goal))});
  }
  if (context.element == nullptr || !touches(context)) return;
  if (goal_in_force(context.policy, scope) >= least_goal(context)) return;
  const ElementCategory category = element_category(context);
  if (is_hidden(context)) {
    // Without its name: the agent that reads this reason has not seen it.
    findings.push_back(
        {"scope", "hidden_element", decision,
         "what is there is hidden from this session: it is " + std::string(category_text(category)) + ", and " + task,
         std::string(goal_name(*scope.goal))});
    return;
  }
  findings.push_back({"scope", code_of(category), decision,
                      context.target_text() + " is " + std::string(category_text(category)) + ", and " + task,
                      std::string(goal_name(*scope.goal))});
}

}  // namespace interlock::gate::checks
