/// The files of one audit log: the one that is written, and those that it was cut into when it had grown large.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::audit {

/// The file that is written; the newest records stand in it.
inline constexpr std::string_view file_name = "audit.jsonl";

/// "audit-0abc….jsonl": the name that a full file gets; the names sort by time.
std::string rotated_name(std::string_view id);

/// The log's files in DIR that exist, oldest first, `file_name` last; whole paths.
std::vector<std::string> log_files(const std::string& dir);

/// The last whole line (without its newline) of the file at `path`; empty when there is none or it cannot be read.
std::string last_line(const std::string& path);

/// DIR of DIR/NAME; "." where `path` has no folder.
std::string folder_of(const std::string& path);

/// Where the log is unless the policy says otherwise: $XDG_STATE_HOME/interlock or ~/.local/state/interlock.
std::string default_dir();

}  // namespace interlock::audit
