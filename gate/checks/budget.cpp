// Limits for an agent out of control: actions per second, actions per session, time of a session.
#include <algorithm>

#include "gate/checks/checks.h"

namespace interlock::gate::checks {
namespace {

void add(Findings& findings, std::string_view code, Decision decision, Reason reason, std::string evidence) {
  findings.push_back({"budget", code, decision, std::move(reason), std::move(evidence)});
}

void rate(const EvaluationContext& context, std::uint32_t most, Findings& findings) {
  if (most == 0) return;
  const auto& latest = context.history.spending.latest;
  const auto recent = std::count_if(latest.begin(), latest.end(), [&](Time then) {
    return then <= context.now && context.now - then < std::chrono::seconds{1};
  });
  if (static_cast<std::size_t>(recent) < most) return;
  add(findings, "too_fast", Decision::block,
      std::to_string(recent) + " actions within one second; max_actions_per_second is " + std::to_string(most) +
          ", wait a moment",
      std::to_string(recent));
}

void steps(const EvaluationContext& context, std::uint64_t most, Findings& findings) {
  if (most == 0) return;
  constexpr std::uint64_t told_ahead = 50;
  const std::uint64_t done = context.history.spending.steps;
  if (done >= most) {
    return add(findings, "steps", Decision::halt,
               "all " + std::to_string(most) + " actions of this session (max_steps) are used up",
               std::to_string(done));
  }
  const std::uint64_t left = most - done;
  if (left <= std::min(most / 10, told_ahead)) {
    add(findings, "steps_ending", Decision::warn,
        std::to_string(left) + " of the " + std::to_string(most) + " actions of this session are left; come to an end",
        std::to_string(done));
  }
}

void minutes(const EvaluationContext& context, std::uint32_t most, Findings& findings) {
  if (most == 0 || !context.history.spending.began) return;
  constexpr std::chrono::minutes told_ahead{5};
  const std::chrono::minutes limit{most};
  const Time gone = context.now - *context.history.spending.began;
  if (gone >= limit) {
    return add(findings, "time", Decision::halt,
               "the " + std::to_string(most) + " minutes of this session (max_session_minutes) are over",
               std::to_string(std::chrono::duration_cast<std::chrono::minutes>(gone).count()));
  }
  if (limit - gone <= std::min(Time{limit} / 10, Time{told_ahead})) {
    const auto left = std::chrono::ceil<std::chrono::minutes>(limit - gone).count();
    add(findings, "time_ending", Decision::warn,
        "about " + std::to_string(left) + " of the " + std::to_string(most) +
            " minutes of this session are left; come to an end",
        std::to_string(left));
  }
}

}  // namespace

void budget(const EvaluationContext& context, Findings& findings) {
  // Releasing keys and buttons must always be possible, and waiting costs nothing.
  if (context.deed.releases || std::holds_alternative<Wait>(context.action.body)) return;
  const Budget& limits = context.policy.config().budget;
  rate(context, limits.max_actions_per_second, findings);
  steps(context, limits.max_steps, findings);
  minutes(context, limits.max_session_minutes, findings);
}

}  // namespace interlock::gate::checks
