/// Calls of an agent's tools that are no GUI actions.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace interlock {

struct ToolCall {
  std::string name;
  std::string arguments;  ///< canonical: the same arguments are the same text
  /// The same one by one, for rules: ("edits.path", "/etc/passwd"). Objects' keys are joined by dots, the items of a
  /// list share its name; texts as they are, all else as JSON.
  std::vector<std::pair<std::string, std::string>> values = {};
};

struct ToolResult {
  std::string text;
  bool is_error = false;
};

/// Whether a result reports a failure: it is marked as one, or its text begins as error messages do.
bool has_failed(const ToolResult& result);

}  // namespace interlock
