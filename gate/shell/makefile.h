/// What make runs, as a shell would read it.
#pragma once

#include <string>
#include <string_view>

namespace interlock::gate::shell {

/// A makefile as a script: its variables as the shell's, its recipes as lines, $(shell ...) as a substitution.
std::string makefile_as_script(std::string_view makefile);

}  // namespace interlock::gate::shell
