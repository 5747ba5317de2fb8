/// Terminals and notebooks inside of other programs' windows: text fields whose text is run.
#pragma once

#include "values/observation.h"

namespace interlock::gate {

/// A terminal of an editor or a web page: xterm.js (VS Code, cloud shells, JupyterLab, Proxmox, Portainer), the
/// terminals of JetBrains' programs.
bool is_embedded_terminal(const Element& element);

/// A cell of a notebook (Jupyter, Colab, VS Code), whose text runs with Shift, Ctrl or Alt and Return.
bool is_notebook_cell(const Observation& observation, const Element& element);

}  // namespace interlock::gate
