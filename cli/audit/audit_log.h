/// Reads the audit log: merges the begin and end records of an action into one line; a note has its own line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ipc/message.h"

namespace interlock::cli {

class AuditLog {
 public:
  /// The text for a line of the log: nothing for a `begin`, which waits for its `end`; a line that is not a record is
  /// marked as such.
  std::optional<std::string> line(std::string_view text);

  /// The actions without an `end`: the daemon was killed, or they are still running.
  std::vector<std::string> unfinished();

 private:
  std::unordered_map<std::string, ipc::json::object> begun_;
  std::vector<std::string> order_;  ///< ids in the order of their begin records
};

}  // namespace interlock::cli
