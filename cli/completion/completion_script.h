/// Completions for shells, generated from the description of the command line, so that they are always complete.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cli/completion/command_tree.h"

namespace interlock::cli {

inline constexpr std::array<std::string_view, 3> shells = {"bash", "zsh", "fish"};

/// The script for one of `shells`.
std::string completion_script(const std::vector<CommandLine>& tree, std::string_view shell);

}  // namespace interlock::cli
