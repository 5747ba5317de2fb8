/// What programs that read lines in a terminal do with a line before, or instead of, running it as a command: escapes
/// to a shell and references to the history.
#pragma once

#include <optional>
#include <string_view>

namespace interlock::gate::shell {

/// The command of an escape, with which pagers, editors, database clients and debuggers hand a line to a shell: "!cmd",
/// ":!cmd", ":r !cmd", ":w !cmd", "\!cmd", "| cmd". Nothing if the line is none. A shell reads some of these otherwise.
std::optional<std::string_view> shell_escape(std::string_view line);

/// Whether an interactive shell would insert an earlier line into this one: "!!", "!-2", "!rm", "!$", "^old^new".
/// Follows bash(1), HISTORY EXPANSION, including its exceptions: quotes, "!" before a space or "=".
bool expands_history(std::string_view line);

}  // namespace interlock::gate::shell
