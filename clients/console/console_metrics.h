/// What the console counts, for Prometheus.
#pragma once

#include <string>
#include <vector>

#include "clients/metrics/metrics.h"

namespace interlock::console {

inline const std::string decisions_total = "interlock_console_decisions_total";
inline const std::string prompts_total = "interlock_console_prompts_total";
inline const std::string answers_total = "interlock_console_answers_total";
inline const std::string answer_seconds = "interlock_console_answer_seconds";
inline const std::string queue_length = "interlock_console_queue_length";
inline const std::string desktops_here = "interlock_console_desktops";
inline const std::string history_lost = "interlock_console_history_lost_total";
inline const std::string messages_dropped = "interlock_console_messages_dropped_total";

inline std::vector<metrics::About> console_metrics() {
  using enum metrics::Type;
  return {{decisions_total, counter, "Decisions of interlockd, by decision and rule (with --control)."},
          {prompts_total, counter, "Questions that came in, by rule."},
          {answers_total, counter, "Answers that people gave here, by what became of them."},
          {answer_seconds, histogram, "From an answer given here to its result."},
          {queue_length, gauge, "Questions that are shown, when they were shown last."},
          {desktops_here, gauge, "Desktops behind the broker, by state."},
          {history_lost, counter, "Entries of the history that its database did not take."},
          {messages_dropped, counter, "Messages of desktops that were not taken."}};
}

}  // namespace interlock::console
