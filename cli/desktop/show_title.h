/// Changing the title of the window of an agent's desktop, for each display server that lets it be changed.
#pragma once

#include <string>

#include "cli/desktop/places.h"
#include "cli/desktop/server.h"
#include "cli/desktop/title.h"

namespace interlock::cli {

/// Empty where nothing changes it: Xwayland names its window itself, and a desktop without a view has none.
/// `before`: the title that the window begins with, by which Xephyr's is found on the person's display. `socket`:
/// interlock-desk's. `variables`: of the desktop's programs.
TitleKeeper::Show title_shower(Server server, const std::string& before, int socket, const Variables& variables);

}  // namespace interlock::cli
