/// The policy decision point: one gate per session. Pure except for its own history and the typing that it shares with
/// the other gates of its desktop; it never logs, throws, waits or reads a clock.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gate/checks/tool_limits.h"
#include "gate/policy/custom_rules.h"
#include "gate/policy/policy.h"
#include "gate/readings/anticipated.h"
#include "gate/readings/blinders.h"
#include "gate/session/consent.h"
#include "gate/session/history.h"
#include "gate/session/scope.h"
#include "gate/typing/typing.h"
#include "values/action.h"
#include "values/assessment.h"
#include "values/observation.h"
#include "values/principal.h"
#include "values/time.h"
#include "values/tool_call.h"

namespace interlock::gate {

/// The result of an action that was done, or of the part that was.
struct ActionResult {
  bool failed = false;
  Known<bool> state_changed;
  bool agreed = true;  ///< what it asked a person answered, not a playbook, which answers for its own steps alone
};

/// What is to be looked up before an action is assessed.
struct ToLookUp {
  std::vector<std::string> names;  ///< of hosts that it would visit: each once, in lower case
  std::vector<std::string> files;  ///< paths that it would write or open, at most 8
};

class SafetyGate {
 public:
  /// A gate with a desktop of its own.
  explicit SafetyGate(std::shared_ptr<const Policy> policy);
  /// One of several gates on a desktop: half a command that one session typed and another finishes is judged whole. The
  /// gates that share `typing` are used by one thread.
  SafetyGate(std::shared_ptr<const Policy> policy, std::shared_ptr<Typing> typing);

  /// Judges one action (not a sequence as a whole: its steps come one by one). All checks run; the most severe decision
  /// wins, the order of checks breaks ties, and every finding is reported.
  Assessment assess(const Action& action, const Observation& observation, Time now) const;

  /// The action that results while modifiers are held down; observe the target of this action.
  Action meant(const Action& action) const;

  /// What `assess` needs in the observation as looked up.
  ToLookUp to_look_up(const Action& action, const Observation& observation, Time now) const;

  /// What the action may destroy on this machine. Of a field that may hold a secret by any policy, no text.
  Anticipated anticipated(const Action& action, const Observation& observation, Time now) const;

  /// True if `assess` needs the window's content in the observation: the action comes near a limit on loops, and it is
  /// one only if the window still shows the same.
  bool wants_content(const Action& action, const Observation& observation) const;

  /// What identifies the question to a person, if the assessment asks one.
  Consent consent(const Action& action, const Observation& observation, const Assessment& assessment,
                  const Known<std::vector<Element>>& form) const {
    return gate::consent(action, observation, assessment, *typing_, form);
  }
  /// The findings of additional rules about the action; none for an action that releases a key or button, which is
  /// never stopped. `rules` are those that were compiled.
  std::vector<Finding> judged_by(const CustomRules& compiled, const std::vector<CustomRule>& rules,
                                 const Action& action, const Observation& observation, Time now) const;
  std::vector<Finding> judged_by(const CustomRules& compiled, const std::vector<CustomRule>& rules,
                                 const ToolCall& call) const;

  /// Records what was done, for loops and for the text of the current line. Call it for every action that was executed,
  /// with the observation it was assessed on.
  void record(const Action& action, const Observation& observation, const ActionResult& outcome, Time now);

  /// Keys for the target of `observation` were interrupted, and it is not known how many arrived.
  void lost_sight(const Observation& observation);

  /// Judges a call of one of the agent's other tools, before it is made, by the calls of this turn.
  Assessment before_tool(const ToolCall& call) const;
  /// Records the result of a call that was made, and judges it.
  Assessment after_tool(const ToolCall& call, const ToolResult& result);
  /// Starts a new turn: tool calls are counted from zero.
  void start_turn();

  /// Clears the session's history. State of the desktop remains: half a command line in a terminal, a held modifier.
  void reset();

  /// No key is held down on the desktop any more: all were released, whoever held them.
  void released_all();

  /// The session's scope from the next assessment on: actions outside are judged by the scope check.
  void set_scope(Scope scope) { history_.scope = std::move(scope); }
  const Scope& scope() const { return history_.scope; }
  /// What the session's scope hides from it.
  Blinders blinders() const;
  /// The agent of the session, for custom rules.
  void set_principal(Principal principal) { history_.principal = std::move(principal); }
  /// False if the scope is enforced and its goal type does not need sequences: `assess` then blocks a whole sequence.
  bool may_sequence() const;

  /// Takes effect with the next assessment; the history stays. A `profile` judges in addition to the policy, and the
  /// stricter of the two wins: it can raise a decision, never lower it.
  void set_policy(std::shared_ptr<const Policy> policy, std::shared_ptr<const Policy> profile = nullptr);
  const Policy& policy() const { return *policy_; }
  /// Null if there is none.
  const Policy* profile() const { return profile_.get(); }

 private:
  std::shared_ptr<const Policy> policy_;
  std::shared_ptr<const Policy> profile_;
  History history_;
  std::shared_ptr<Typing> typing_;  ///< never null
};

}  // namespace interlock::gate
