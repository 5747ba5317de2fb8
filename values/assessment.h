/// The gate's answer: findings, and the assessment that combines them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "values/action.h"
#include "values/decision.h"
#include "values/reason.h"

namespace interlock {

/// What one rule found about one action.
struct Finding {
  std::string_view rule;  ///< the check's name, static: "credential"
  std::string_view code;  ///< which of the check's cases applies, static: "secret_field"
  Decision decision = Decision::allow;
  Reason reason;          ///< for people: what was seen and why it matters; and what the finding is about
  std::string evidence;   ///< the text or number that matched; never the text typed into a secret field
  std::string hint = {};  ///< for the agent: what to do instead; empty if there is nothing to add to the reason
};

using Findings = std::vector<Finding>;

/// What the gate made out of an action, for those who record it or ask about it.
struct ActionReading {
  std::optional<Action> with_held;  ///< what the action comes to while modifiers are held down; nothing: as asked for
  bool secret = true;  ///< what it enters may be a secret: into a secret field, or a focus that is not known outside a
                       ///< terminal. True for an action that was not assessed.
};

struct Assessment {
  Decision decision = Decision::allow;
  Reason reason;                      ///< of the finding that decided; "no rule objects" if none did
  std::string_view rule = "default";  ///< the check that decided
  std::string_view code = "no_objection";
  std::vector<std::string> triggered_rules;  ///< names of all checks that found something, in check order, each once
  std::vector<Finding> findings;             ///< all of them, in check order
  /// 0 to 1: how surely the target is what it is taken for and the rule applies (gate/readings/certainty.h).
  double confidence = 1.0;
  ActionReading reading;           ///< of the action by all policies that hold for it
  std::vector<std::string> hints;  ///< for the agent: hints, and the reasons of findings that only warn
};

}  // namespace interlock
