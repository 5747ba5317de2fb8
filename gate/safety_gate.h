/// The policy decision point: one gate a session. Pure in all but its own history and the typing that it shares with
/// the other gates of its desktop; never logs, throws, waits or looks at a clock.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gate/checks/tool_limits.h"
#include "gate/policy/custom_rules.h"
#include "gate/policy/policy.h"
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

/// What became of an action that was done, or of the part of it that was.
struct Outcome {
  bool failed = false;
  Known<bool> state_changed;
  bool agreed = true;  ///< what it asked a person answered, not a playbook, which answers for its own steps alone
};

class SafetyGate {
 public:
  /// A gate for a desktop of its own.
  explicit SafetyGate(std::shared_ptr<const Policy> policy);
  /// One of several on a desktop: half a command that one session typed and another finishes is judged whole. The gates
  /// that share `typing` are used by one thread.
  SafetyGate(std::shared_ptr<const Policy> policy, std::shared_ptr<Typing> typing);

  /// Judges one action (not a sequence as a whole: its steps come one by one). All checks run; the most severe
  /// decision wins, the order of checks breaks ties, and every finding is reported.
  Assessment assess(const Action& action, const Observation& observation, Time now) const;

  /// What the action comes to while modifiers are held down: what is to be observed for it.
  Action meant(const Action& action) const;

  /// Names of hosts whose addresses `assess` is to find in the observation: each once, in lower case.
  std::vector<std::string> names_to_look_up(const Action& action, const Observation& observation) const;

  /// Paths that `assess` is to find in the observation as looked up: what the action would write or open. At most 8.
  std::vector<std::string> files_to_look_up(const Action& action, const Observation& observation, Time now) const;

  /// Whether `assess` is to find in the observation what the window shows: the action was done a moment ago, and only a
  /// window that still shows the same makes it a loop.
  bool wants_content(const Action& action, const Observation& observation) const;

  /// What a person would be asked about, where the assessment says so.
  Consent consent(const Action& action, const Observation& observation, const Assessment& assessment) const {
    return gate::consent(action, observation, assessment, *typing_);
  }
  /// What further rules say of the action, by themselves; nothing of one that lets go of a key or button, which is
  /// never stopped. `rules` are those that were compiled.
  std::vector<Finding> judged_by(const CustomRules& compiled, const std::vector<CustomRule>& rules,
                                 const Action& action, const Observation& observation, Time now) const;
  std::vector<Finding> judged_by(const CustomRules& compiled, const std::vector<CustomRule>& rules,
                                 const ToolCall& call) const;

  /// Remembers what was done, for loops and for the text that stands in a line. Call it for every action that was
  /// executed, with the observation it was assessed on.
  void record(const Action& action, const Observation& observation, const Outcome& outcome, Time now);

  /// Keys for what `observation` shows were broken off, and nobody knows how many arrived.
  void lost_sight(const Observation& observation);

  /// Judges a call of another tool than these actions, before it is made, by the calls of this turn.
  Assessment before_tool(const ToolCall& call) const;
  /// Remembers what became of a call that was made, and judges that.
  Assessment after_tool(const ToolCall& call, const ToolResult& result);
  /// Tool calls are counted afresh.
  void start_turn();

  /// Forgets what the session visited and did. Not what was left on the desktop, which is still there: half a command
  /// line in a terminal, a modifier held down.
  void reset();

  /// Nothing is held down on the desktop any more: whoever held it, it was released.
  void released_all();

  /// What the session is for, from the next assessment on: outside it is judged by the scope check.
  void set_scope(Scope scope) { history_.scope = std::move(scope); }
  const Scope& scope() const { return history_.scope; }
  /// What the session does not get to see, by its scope.
  Blinders blinders() const;
  /// Whose session it is, for custom rules.
  void set_principal(Principal principal) { history_.principal = std::move(principal); }
  /// False where the scope is to be kept and its goal needs no sequences: `assess` then blocks one whole.
  bool may_sequence() const;

  /// From the next assessment on; the history stays. A `profile` judges beside the policy, and the stricter of the two
  /// holds: it can raise a decision, never lower it.
  void set_policy(std::shared_ptr<const Policy> policy, std::shared_ptr<const Policy> profile = nullptr);
  const Policy& policy() const { return *policy_; }
  /// Null where there is none.
  const Policy* profile() const { return profile_.get(); }

 private:
  std::shared_ptr<const Policy> policy_;
  std::shared_ptr<const Policy> profile_;
  History history_;
  std::shared_ptr<Typing> typing_;  ///< never null
};

}  // namespace interlock::gate
