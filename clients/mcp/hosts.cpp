#include "clients/mcp/hosts.h"

#include <array>

#include <boost/json.hpp>

namespace interlock::mcp {
namespace {

namespace json = boost::json;
using Command = std::vector<std::string>;

json::array arguments_of(const Command& command) {
  return json::array(command.begin() + 1, command.end());
}

/// Quotes for a POSIX shell.
std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-./=:@%+,") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// Indents by two spaces per level; Boost writes JSON on one line.
std::string pretty(const json::value& value, const std::string& indent = "") {
  const std::string deeper = indent + "  ";
  std::string text;
  if (const json::object* object = value.if_object(); object && !object->empty()) {
    for (const auto& [key, member] : *object) {
      text +=
          (text.empty() ? "{\n" : ",\n") + deeper + json::serialize(json::string(key)) + ": " + pretty(member, deeper);
    }
    return text + "\n" + indent + "}";
  }
  return json::serialize(value);  // arrays of words are short
}

std::string under(std::string_view key, const Command& command, json::object more = {}) {
  more["command"] = command.front();
  more["args"] = arguments_of(command);
  return pretty(json::object{{key, {{"interlock", std::move(more)}}}}) + "\n";
}

std::string mcp_servers(const Command& command) {
  return under("mcpServers", command);
}
std::string vscode(const Command& command) {
  return under("servers", command, {{"type", "stdio"}});
}
std::string zed(const Command& command) {
  return under("context_servers", command, {{"source", "custom"}});
}
std::string claude_code(const Command& command) {
  std::string text = "claude mcp add interlock --";
  for (const auto& word : command) text += " " + shell_word(word);
  return text + "\n";
}
/// TOML accepts JSON strings and arrays of them.
std::string codex(const Command& command) {
  return "[mcp_servers.interlock]\ncommand = " + json::serialize(json::string(command.front())) +
         "\nargs = " + json::serialize(arguments_of(command)) + "\n";
}
/// YAML accepts JSON strings and arrays of them.
std::string goose(const Command& command) {
  return "extensions:\n  interlock:\n    type: stdio\n    enabled: true\n    cmd: " +
         json::serialize(json::string(command.front())) + "\n    args: " + json::serialize(arguments_of(command)) +
         "\n";
}

struct Host {
  std::string_view name, where;
  std::string (*snippet)(const Command&);
};

constexpr std::array<Host, 9> hosts = {{
    {"claude-code", "run in a terminal", claude_code},
    {"claude-desktop", "~/.config/Claude/claude_desktop_config.json", mcp_servers},
    {"codex", "~/.codex/config.toml", codex},
    {"cursor", "~/.cursor/mcp.json", mcp_servers},
    {"gemini", "~/.gemini/settings.json", mcp_servers},
    {"goose", "~/.config/goose/config.yaml", goose},
    {"vscode", ".vscode/mcp.json", vscode},
    {"windsurf", "~/.codeium/windsurf/mcp_config.json", mcp_servers},
    {"zed", "~/.config/zed/settings.json", zed},
}};

}  // namespace

std::vector<std::string_view> host_names() {
  std::vector<std::string_view> names;
  for (const Host& host : hosts) names.push_back(host.name);
  return names;
}

std::optional<Snippet> host_snippet(std::string_view host, const Command& command) {
  for (const Host& known : hosts) {
    if (known.name == host) return Snippet{std::string(known.where), known.snippet(command)};
  }
  return std::nullopt;
}

}  // namespace interlock::mcp
