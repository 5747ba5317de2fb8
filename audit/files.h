/// The files of one audit log: the current file, and the full files that were rotated away.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::audit {

/// The current file; it has the newest records.
inline constexpr std::string_view file_name = "audit.jsonl";

/// "audit-0abc….jsonl": the name of a full file after rotation; the names sort by time.
std::string rotated_name(std::string_view id);

/// The log's existing files in DIR, oldest first, `file_name` last; full paths.
std::vector<std::string> log_files(const std::string& dir);

/// The last complete line (without its newline) of the file at `path`; empty if there is none or it cannot be read.
std::string last_line(const std::string& path);

/// DIR of DIR/NAME; "." if `path` has no folder.
std::string folder_of(const std::string& path);

/// The default folder of the log: $XDG_STATE_HOME/interlock or ~/.local/state/interlock.
std::string default_dir();

}  // namespace interlock::audit
