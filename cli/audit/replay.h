/// Judges the decisions of an audit log again: by the policy that made them, to check that the record leads to them,
/// and by another policy. Values in, values out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/offline/checker.h"

namespace interlock::cli {

/// One recorded decision, judged again.
struct Replayed {
  ipc::json::object begin;  ///< its record
  Decision was = Decision::allow;
  Decision now = Decision::allow;  ///< only if it could be judged
  std::string rule;                ///< the rule that decides now
  std::string reason;
  std::string not_judged;  ///< why it could not be judged; empty: it was
};

class Replay {
 public:
  Replay(const policy::Loaded& was, const policy::Loaded& now) : was_(was, true), now_(now, true) {}

  /// Takes the next line of the log; returns the decision that it completes.
  std::optional<Replayed> line(std::string_view text);
  /// The decisions of actions without an end record.
  std::vector<Replayed> rest();

 private:
  Replayed judge(ipc::json::object begin, bool executed);

  Checker was_;
  Checker now_;
  std::unordered_map<std::string, ipc::json::object> begun_;
  std::vector<std::string> order_;
  std::size_t starts_ = 0;  ///< starts of the daemon: each numbers its sessions from 1
};

}  // namespace interlock::cli
