/// What a path is to those who would delete or overwrite it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace interlock::gate::shell {

enum class Place : std::uint8_t {
  ordinary,     ///< a file or folder among others
  temporary,    ///< below /tmp and its like
  regenerable,  ///< what a build makes again: node_modules, target, ...
  unknown,      ///< cannot be told
  working,      ///< the whole working directory, or what is above it
  system,       ///< below the system's own folders
  whole,        ///< the root, a home, or one of the system's folders as a whole
  disk,         ///< a disk or memory device
};

/// `path` as written, `cwd` where it is known. A path that is a folder's whole content (`dir/*`) is the folder.
Place place_of(std::string_view path, std::string_view cwd);

/// Files that hold keys, passwords or tokens.
bool is_secret_file(std::string_view path);
/// Files that decide who may do what, or what runs by itself; null or what it is, for a sentence.
const char* sensitive_file(std::string_view path);

/// A path with `.`, `..` and double slashes taken out; relative ones below `cwd` where it is known.
std::string plain_path(std::string_view path, std::string_view cwd);

}  // namespace interlock::gate::shell
