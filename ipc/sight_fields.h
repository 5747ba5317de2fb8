/// The parameters of `screenshot` and `tools`.
#pragma once

#include "ipc/fields.h"
#include "ipc/message.h"

namespace interlock::ipc {

/// Reads the optional `window`: a window's id, or "active".
std::optional<WindowName> read_window_name(Fields& fields);
Screenshot read_screenshot(Fields& fields);
Tools read_tools(Fields& fields);

}  // namespace interlock::ipc
