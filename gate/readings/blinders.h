/// What a session does not get to see: elements of the categories that its task must not touch. One table for eyes and
/// hands: the scope check judges by it, the tree and the screenshot leave out by it. Nothing is hidden where out of
/// scope only asks (a goal read out of a text, under a policy that does not block it): what may be asked for must be
/// seen.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "gate/policy/policy.h"
#include "gate/readings/element_category.h"
#include "gate/session/scope.h"
#include "values/goal.h"
#include "values/observation.h"

namespace interlock::gate {

/// The first goal type that may touch such an element, and those after it.
GoalType least_goal(ElementCategory category);
/// The action does something to an element that is known: it presses it, writes in it, or turns its value by the wheel.
bool touches(const EvaluationContext& context);
/// The first goal type that permits the action on its element. Where out of scope only asks, what leaves all as it is
/// needs none. EvaluationContext::element must be known.
GoalType least_goal(const EvaluationContext& context);

/// The scope's goal, widened by what a person agreed to; a scope that is to be kept is not. Scope::goal must be known.
GoalType goal_in_force(const Policy& policy, const Scope& scope);

/// How an action out of `scope` is decided; `allow` if there is no scope.
Decision out_of_scope(const Policy& policy, const Scope& scope);

/// Notifications, interlock's own prompts, dialogs for passwords and rights, screen lockers: no agent sees what is in
/// them.
bool is_for_people_alone(const Policy& policy, const Window& window);

/// The goal type of a scope that blocks actions outside it; nothing if it asks or allows.
std::optional<GoalType> kept_goal(const Policy& policy, const Scope& scope);

/// A text that is there to be read as much as to be written: a document, a terminal, an editor's page, a field that
/// takes no input. It is shown, though the scope may keep the agent from writing in it.
bool is_reading_matter(const Element& element, bool in_web_page);

/// The element that the question acts on is one that its session does not see. EvaluationContext::element must be
/// known.
bool is_hidden(const EvaluationContext& context);

/// The same for elements that are observed, not acted on. A plain value; stays as it is when the policy is reloaded.
class Blinders {
 public:
  /// Hides nothing.
  Blinders() = default;
  /// `policy` may be null if the scope has no goal.
  Blinders(std::shared_ptr<const Policy> policy, Scope scope);

  /// False: is_hidden() is false for all elements, and need not be asked.
  bool hide_something() const { return policy_ != nullptr; }

  /// `seen.element` as a click on it would be judged, in `seen.window` and `seen.document`. An element that is not
  /// known is not hidden: who needs it hidden then must not show it.
  bool is_hidden(const Observation& seen) const;
  /// Nothing if the element is not known or nothing is hidden.
  std::optional<ElementCategory> category(const Observation& seen) const;

 private:
  std::shared_ptr<const Policy> policy_;
  Scope scope_;
};

}  // namespace interlock::gate
