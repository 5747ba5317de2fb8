#include "daemon/sessions/standing.h"

#include <chrono>

#include "audit/record_id.h"
#include "ipc/encode.h"

namespace interlock::daemon {

void block(Assessment& assessment, std::string_view rule, std::string_view code, std::string reason) {
  assessment.findings.push_back({rule, code, Decision::block, reason, ""});
  assessment.triggered_rules.emplace_back(rule);
  if (assessment.decision >= Decision::block) return;
  assessment.decision = Decision::block;
  assessment.rule = rule;
  assessment.code = code;
  assessment.reason = std::move(reason);
}

bool may_act(const Session& session, std::string_view pause, Assessment& assessment) {
  if (session.halted) {
    block(assessment, "session", "halted", "this session was halted; open a new one after the human has agreed");
  } else if (*session.stop) {
    block(assessment, "session", "closed", "this session is closed");
  } else if (!pause.empty()) {
    block(assessment, "session", "paused", std::string(pause));
  } else {
    return true;
  }
  return false;
}

void tell_stuck(Events& events, const Session& session, const std::string& id, const std::string& action,
                const Assessment& assessment) {
  for (const auto& finding : assessment.findings) {
    if (finding.rule != "loop") continue;
    events.send("stuck.detected", {{"id", id},
                                   {"time", time_now()},
                                   {"session", session.id},
                                   {"agent", valid_utf8(session.name)},
                                   {"action", action},
                                   {"decision", decision_name(finding.decision)},
                                   {"code", finding.code},
                                   {"reason", valid_utf8(finding.reason.text())}});
  }
}

std::string time_now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return audit::record_time(
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since).count()));
}

}  // namespace interlock::daemon
