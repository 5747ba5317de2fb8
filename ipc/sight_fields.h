/// The keys of what an agent asks to see: `screenshot` and `tools`.
#pragma once

#include "ipc/fields.h"
#include "ipc/message.h"

namespace interlock::ipc {

/// `window`, where it is there: a window's id, or "active".
std::optional<WindowName> read_window_name(Fields& fields);
Screenshot read_screenshot(Fields& fields);
Tools read_tools(Fields& fields);

}  // namespace interlock::ipc
