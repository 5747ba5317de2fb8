/// Calls of an agent's tools that are not GUI actions.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace interlock {

struct ToolCall {
  std::string name;
  std::string arguments;  ///< canonical JSON: equal arguments have equal text
  /// The arguments one by one, for rules: ("edits.path", "/etc/passwd"). Keys of nested objects are joined by dots, the
  /// items of a list have its name; strings are unquoted, other values are JSON.
  std::vector<std::pair<std::string, std::string>> values = {};
};

struct ToolResult {
  std::string text;
  bool is_error = false;
};

/// True if a result reports a failure: it is marked as one, or its text begins like an error message.
bool has_failed(const ToolResult& result);

}  // namespace interlock
