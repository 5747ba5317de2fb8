/// The options of `interlockctl run`, which other commands that start an agent have as well.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "cli/sandbox/sandbox.h"

namespace interlock::cli {

struct RunArguments {
  Confined confined;
  std::string profile;
  bool weak = false;
};

/// Adds all options but the agent itself. `arguments` must outlive the parsing.
void add_run_options(CLI::App& command, RunArguments& arguments);

/// The words after `interlockctl` that start an agent with these arguments.
std::vector<std::string> run_words(const RunArguments& arguments);

}  // namespace interlock::cli
