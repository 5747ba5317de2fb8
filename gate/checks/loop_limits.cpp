#include "gate/checks/loop_limits.h"

namespace interlock::gate {

void add_loop(Findings& findings, std::string_view code, Decision decision, Reason reason, std::size_t count) {
  findings.push_back({"loop", code, decision, std::move(reason), std::to_string(count)});
}

bool reached(std::size_t limit, std::size_t count) {
  return limit != 0 && count >= limit;
}

std::string times(std::size_t n) {
  return std::to_string(n) + " times";
}

void repetition(const Guardrails& limits, const StepLog& log, const Doing& doing, const std::string& thing,
                bool may_stop, Findings& findings) {
  if (limits.stuck_repeat_hint == 0 && limits.stuck_repeat_warn == 0 && limits.stuck_repeat_stop == 0) return;
  const std::size_t repeats = log.repeats(doing.what, doing.state);
  const std::string seen = thing + " came " + times(repeats) + " in a row";
  if (may_stop && reached(limits.stuck_repeat_stop, repeats)) {
    add_loop(findings, "stuck", Decision::block, seen + "; it does not help, do something else", repeats);
  } else if (reached(limits.stuck_repeat_warn, repeats)) {
    add_loop(findings, "repeated_warning", Decision::warn,
             seen + "; it seems to have no effect, and will be stopped if it goes on", repeats);
  } else if (reached(limits.stuck_repeat_hint, repeats)) {
    add_loop(findings, "repeated_hint", Decision::warn, seen + "; look whether it has an effect", repeats);
  }
}

void cycles(const Guardrails& limits, const StepLog& log, const Doing& doing, Findings& findings) {
  if (limits.stuck_cycle_repeats == 0) return;
  const auto cycle = log.cycle(doing.what, limits.stuck_cycle_max_length, doing.state);
  if (!cycle || cycle->rounds < limits.stuck_cycle_repeats) return;
  const std::string seen = "the same " + std::to_string(cycle->length) + " steps came round " + times(cycle->rounds);
  const std::size_t detected = cycle->rounds - limits.stuck_cycle_repeats + 1;
  if (detected >= 3 && cycle->same_results) {
    add_loop(findings, "cycle_stuck", Decision::block, seen + " and came to the same each time; do something else",
             cycle->rounds);
  } else if (detected >= 2) {
    add_loop(findings, "cycle_warning", Decision::warn,
             seen + "; they seem to lead nowhere, and will be stopped if they do", cycle->rounds);
  } else {
    add_loop(findings, "cycle_hint", Decision::warn, seen + "; look whether they lead anywhere", cycle->rounds);
  }
}

void failures_together(const Guardrails& limits, const StepLog& log, Findings& findings) {
  if (const std::size_t row = log.failures_in_a_row(); reached(limits.max_consecutive_errors, row)) {
    add_loop(findings, "too_many_errors", Decision::halt, "the last " + std::to_string(row) + " steps all failed", row);
  }
  if (limits.stuck_failure_cluster_window == 0) return;
  const std::size_t failed = log.failures_in_last(limits.stuck_failure_cluster_window);
  if (reached(limits.stuck_failure_cluster_threshold, failed)) {
    add_loop(findings, "failure_cluster", Decision::warn,
             std::to_string(failed) + " of the last " + std::to_string(limits.stuck_failure_cluster_window) +
                 " steps failed; look at what is there before the next",
             failed);
  }
}

}  // namespace interlock::gate
