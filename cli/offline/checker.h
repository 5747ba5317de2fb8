/// `interlockctl check` without its input and output: the daemon's gate on given observations, with the sessions that
/// the lines name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "cli/offline/check_format.h"
#include "gate/safety_gate.h"
#include "policy/loader.h"

namespace interlock::cli {

class Checker {
 public:
  /// `explain` adds each answer's findings.
  Checker(policy::Loaded base, bool explain);

  /// The answer to the line with this number (from 1): an assessment, or {"id", "error"} for a line that cannot be
  /// judged; such a line does not change its session.
  ipc::json::object answer(std::string_view line, std::size_t number);

  /// The answer to a line that cannot be read.
  ipc::json::object refuse(std::size_t number, std::string_view message);

  /// False after a line that could not be judged.
  bool all_judged() const { return all_judged_; }

 private:
  struct SimulatedSession {
    policy::Loaded loaded;
    gate::SafetyGate gate;
    Principal who;
    std::optional<Time> last;
    std::string directive;
    std::optional<GoalType> goal;  ///< explicit
  };

  SimulatedSession fresh() const;
  ipc::json::object judge(const CheckLine& line, SimulatedSession& session) const;
  ipc::json::object error(const ipc::json::value& id, std::size_t number, std::string_view message);

  policy::Loaded base_;
  bool explain_;
  bool all_judged_ = true;
  std::unordered_map<std::string, SimulatedSession> sessions_;
};

}  // namespace interlock::cli
