/// The commands that make runs, as a shell would read them.
#pragma once

#include <string>
#include <string_view>

namespace interlock::gate::shell {

/// A makefile as a script: its variables as shell variables, its recipes as lines, $(shell ...) as a substitution.
std::string makefile_as_script(std::string_view makefile);

}  // namespace interlock::gate::shell
