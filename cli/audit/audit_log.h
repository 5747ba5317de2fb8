/// Reads the audit log: two records an action, begin and end, become one; a note stands alone.
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
  /// What a person reads for this line of the log: nothing for a `begin`, which waits for its `end`; a line that is no
  /// record is told as such.
  std::optional<std::string> line(std::string_view text);

  /// The actions that began and never ended: the daemon was killed, or is still at it.
  std::vector<std::string> unfinished();

 private:
  std::unordered_map<std::string, ipc::json::object> begun_;
  std::vector<std::string> order_;  ///< ids as they began
};

}  // namespace interlock::cli
