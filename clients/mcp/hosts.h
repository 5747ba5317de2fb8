/// Configuration snippets with which MCP hosts start this server.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::mcp {

/// The known hosts: "claude-code", "vscode", ...
std::vector<std::string_view> host_names();

struct Snippet {
  std::string where;  ///< the file for the snippet, or what to do with it
  std::string text;
};

/// The snippet for a host; returns nothing for an unknown host. `command`: the program and its arguments.
std::optional<Snippet> host_snippet(std::string_view host, const std::vector<std::string>& command);

}  // namespace interlock::mcp
