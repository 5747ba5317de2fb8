/// What a command line would delete or overwrite: the paths that must be kept so that it can be undone. Total and
/// bounded on any text. Errs on the safe side: too many paths, or a reason why they are not known.
#pragma once

#include <string_view>

#include "values/loss.h"

namespace interlock::gate::shell {

/// `folder`: the shell's working directory, `home`: its $HOME; both absolute. The line is read as bash does. Programs
/// of which nothing is known, names that only the shell knows, and effects on other machines make it unknown.
Losses losses_of(std::string_view lines, std::string_view folder, std::string_view home);

}  // namespace interlock::gate::shell
