#include "gate/checks/tool_limits.h"

#include <algorithm>
#include <array>

#include "gate/checks/loop_limits.h"
#include "values/hash.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

std::uint64_t kind_of(const ToolCall& call) {
  return Hash().add(call.name).value();
}

std::uint64_t what_of(const ToolCall& call) {
  return Hash().add(call.name).add(call.arguments).value();
}

/// Tools that only read: called again with the same arguments, they return the same.
bool only_reads(const Guardrails& limits, std::string_view name) {
  const auto& listed = limits.idempotent_tools;
  if (!listed.empty()) return std::find(listed.begin(), listed.end(), name) != listed.end();
  static constexpr auto readers = std::to_array<std::string_view>(
      {"read", "glob", "grep", "ls", "web_search", "web_fetch", "knowledge", "memory", "read_file", "list_directory"});
  return std::find(readers.begin(), readers.end(), name) != readers.end();
}

std::string the_call(const ToolCall& call) {
  return "the call of " + in_quotes(call.name, 40);
}

std::string failed_in_turn(const ToolCall& call, std::size_t failures) {
  return in_quotes(call.name, 40) + " failed " + times(failures) + " in this turn";
}

}  // namespace

LoggedStep step_of(const ToolCall& call, const ToolResult& result) {
  return {what_of(call), kind_of(call), Hash().add(result.text).value(), has_failed(result)};
}

Findings before_tool(const Guardrails& limits, const StepLog& log, const ToolCall& call) {
  Findings findings;
  const std::uint64_t what = what_of(call);
  const std::size_t same = log.same_results(what);
  repetition(limits, log, {what}, the_call(call) + " with the same arguments", same + 1 >= limits.stuck_repeat_stop,
             findings);
  cycles(limits, log, {what}, findings);
  if (const std::size_t failures = log.failures_of(what); reached(limits.exact_failure_block, failures)) {
    add_loop(
        findings, "exact_failure", Decision::block,
        the_call(call) + " failed " + times(failures) + " with these very arguments; change them or do something else",
        failures);
  }
  if (only_reads(limits, call.name) && reached(limits.no_progress_block, same)) {
    add_loop(
        findings, "no_progress", Decision::block,
        the_call(call) + " returned the same result " + times(same) + "; use that result, or ask for something else",
        same);
  }
  if (const std::size_t failures = log.failures_of_kind(kind_of(call));
      reached(limits.same_tool_failure_halt, failures)) {
    add_loop(findings, "same_tool_failure", Decision::halt, failed_in_turn(call, failures), failures);
  }
  return findings;
}

Findings after_tool(const Guardrails& limits, const StepLog& log, const ToolCall& call) {
  Findings findings;
  const std::uint64_t what = what_of(call);
  if (!log.steps.empty() && log.steps.back().failed) {
    if (const std::size_t failures = log.failures_of(what); reached(limits.exact_failure_warn, failures)) {
      add_loop(
          findings, "exact_failure", Decision::warn,
          the_call(call) + " failed " + times(failures) + " with the same arguments; it will not get better by itself",
          failures);
    }
    if (const std::size_t failures = log.failures_of_kind(kind_of(call));
        reached(limits.same_tool_failure_halt, failures)) {
      add_loop(findings, "same_tool_failure", Decision::halt, failed_in_turn(call, failures), failures);
    } else if (reached(limits.same_tool_failure_warn, failures)) {
      add_loop(findings, "same_tool_failure", Decision::warn,
               failed_in_turn(call, failures) + "; is it the right tool?", failures);
    }
    failures_together(limits, log, findings);
  }
  // A policy that lists such tools implies that other tools may return the same result.
  const bool counts = limits.idempotent_tools.empty() || only_reads(limits, call.name);
  if (const std::size_t same = log.same_results(what); counts && reached(limits.no_progress_warn, same)) {
    add_loop(findings, "no_progress", Decision::warn,
             the_call(call) + " with the same arguments came to the same " + times(same) + "; nothing changes by it",
             same);
  }
  return findings;
}

}  // namespace interlock::gate
