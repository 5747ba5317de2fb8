/// What an action runs in a place where text is a program.
#pragma once

#include <optional>
#include <string>

#include "values/reason.h"

namespace interlock::gate {

struct EvaluationContext;

struct CodeRun {
  Reason reason;
  std::string evidence;  ///< the text without its secrets; empty if there is none
};

/// Text that is handed over to a prompt; text that is entered anywhere else in such a place, where it may be taken
/// without a Return; keys and buttons that run what stands there. Nothing outside such places.
std::optional<CodeRun> code_run(const EvaluationContext& context);

}  // namespace interlock::gate
