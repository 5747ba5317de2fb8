/// What programs' manuals say of their options and subcommands: a table that scripts/manuals makes of the manuals of
/// Debian's packages. For programs that no rule of this folder names. Pure; the table is constant.
#pragma once

#include <optional>

#include "gate/shell/call.h"

namespace interlock::gate::shell {

/// What a call does by its program's manual.
struct Manual {
  std::optional<Danger> danger;
  bool only_shows = false;  ///< an option says that nothing is changed: --dry-run, -n, whatever the program calls it
};

/// Nothing of a program that the table does not name. Takes a search among some thousand names and a walk over the
/// program's own options.
Manual by_manual(const Call& call);

}  // namespace interlock::gate::shell
