/// The kind of a path, for commands that delete or overwrite it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace interlock::gate::shell {

enum class Place : std::uint8_t {
  ordinary,     ///< an ordinary file or folder
  temporary,    ///< below /tmp and similar folders
  regenerable,  ///< what a build can recreate: node_modules, target, ...
  unknown,      ///< not known
  working,      ///< the whole working directory, or a parent of it
  system,       ///< below the system's own folders
  whole,        ///< the root, a home, or one of the system's folders as a whole
  disk,         ///< a disk or memory device
};

/// `path` as written, `cwd` if it is known. A path for a folder's whole content (`dir/*`) counts as the folder.
Place place_of(std::string_view path, std::string_view cwd);

/// Files of a person or of the system: ~/Documents, /etc/hosts. What is named from the folder that one works in is the
/// work itself.
bool is_at_fixed_place(std::string_view path);
/// Whether a part of the path is "..".
bool goes_up(std::string_view path);
/// Files that contain keys, passwords or tokens.
bool is_secret_file(std::string_view path);
/// Files that decide who may do what, or what runs automatically; null, or the description for a sentence.
const char* sensitive_file(std::string_view path);

/// A path with `.`, `..` and double slashes removed; relative ones below `cwd` if it is known.
std::string plain_path(std::string_view path, std::string_view cwd);

}  // namespace interlock::gate::shell
