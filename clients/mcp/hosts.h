/// What to write into which file so that an MCP host starts this server.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::mcp {

/// The hosts that are known: "claude-code", "vscode", ...
std::vector<std::string_view> host_names();

struct Snippet {
  std::string where;  ///< the file that it belongs into, or what to do with it
  std::string text;
};

/// For one of them; nothing: not known. `command`: the program and its arguments.
std::optional<Snippet> host_snippet(std::string_view host, const std::vector<std::string>& command);

}  // namespace interlock::mcp
