/// The command `interlockctl playbook`.
#pragma once

#include "cli/basics/commands.h"

namespace interlock::cli {

void add_playbook(CLI::App& app, Options& options);

}  // namespace interlock::cli
