/// Paths as windows show them and as people type them, and which of them are interlock's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/policy/config.h"

namespace interlock::gate {

/// `written` as a path: without surrounding space, quotes and `file://`, with percent-encoding decoded in addresses,
/// `$HOME` written as `~`, and `.`, `..` and double slashes removed. Empty if nothing is left.
std::string readable_path(std::string_view written);

/// It begins at the root, at a home or with `file://`, so it needs no folder.
bool is_whole_path(std::string_view written);

/// `name` in `folder`; only `name` if it is a whole path, or if there is no folder.
std::string in_folder(std::string_view folder, std::string_view name);

/// How certain it is that a path is one of interlock's own files.
enum class OwnPath : std::uint8_t { no, may_be, yes };

/// `path`, which may be the last part of a longer one, is one of interlock's own files or folders, or is inside one.
/// `may_be`: only its last part matches.
OwnPath own_path(const Config& config, std::string_view path);
/// A folder that contains interlock's own files somewhere: deleting or renaming it affects them as well.
bool holds_own_path(const Config& config, std::string_view path);

/// The description of a file that starts programs or grants access, for a sentence ("what runs at every login"); empty
/// for others. A name without a folder is judged as if it were in the folder for such files.
std::string_view risk_of_file(std::string_view path);
/// The same for anything that is put into the folder, of which only the last part may be known.
std::string_view risk_of_folder(std::string_view folder);

/// The parts of a sentence (a window's title or a dialog's text) that may be a file's name or path: parts between
/// dashes, brackets and quotes, and "name (folder)" combined.
std::vector<std::string> paths_in_title(std::string_view title);

}  // namespace interlock::gate
