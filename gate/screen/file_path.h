/// Paths as windows show them and as people type them, and what they stand for to interlock.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/policy/config.h"

namespace interlock::gate {

/// `written` as a path: without the space, quotes and `file://` around it, percent-encoding decoded in addresses,
/// `$HOME` written as `~`, and `.`, `..` and double slashes taken out. Empty where nothing is left.
std::string readable_path(std::string_view written);

/// It begins at the root, at a home or with `file://`: it says by itself where it leads.
bool is_whole_path(std::string_view written);

/// `name` in `folder`; `name` alone where it is a whole path, or where there is no folder.
std::string in_folder(std::string_view folder, std::string_view name);

/// How surely a path leads to interlock's own files.
enum class OwnPath : std::uint8_t { no, may_be, yes };

/// `path`, which may be the last part of a longer one, is one of interlock's own files or folders, or lies in one.
/// `may_be`: only its last name says so.
OwnPath own_path(const Config& config, std::string_view path);
/// A folder that has interlock's own files somewhere in it: who deletes or renames it takes them away, too.
bool holds_own_path(const Config& config, std::string_view path);

/// What a file is that starts programs or grants access, for a sentence ("what runs at every login"); empty for others.
/// Of a name without its folder: what it would be in the folder where such files are.
std::string_view risk_of_file(std::string_view path);
/// The same for whatever is put into the folder, of which only the last name may be known.
std::string_view risk_of_folder(std::string_view folder);

/// What in a sentence, a window's title or a dialog's text, may be a file's name or path: its parts between dashes,
/// brackets and quotes, and "name (folder)" put together.
std::vector<std::string> paths_in_title(std::string_view title);

}  // namespace interlock::gate
