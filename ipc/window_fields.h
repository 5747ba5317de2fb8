/// The keys of actions on windows and desktops, and the parameters of the methods that ask about them.
#pragma once

#include "ipc/fields.h"
#include "values/action.h"

namespace interlock::ipc {

ActionBody read_window_change(Fields& fields);
ActionBody read_window_move(Fields& fields);
ActionBody read_window_size(Fields& fields);
ActionBody read_window_close(Fields& fields);
ActionBody read_desktop(Fields& fields);
ActionBody read_desktop_count(Fields& fields);
ActionBody read_viewport(Fields& fields);
ActionBody read_window_rename(Fields& fields);

AskDesktop read_ask_desktop(Fields& fields);
AskWindow read_ask_window(Fields& fields);
AskWindows read_ask_windows(Fields& fields);

}  // namespace interlock::ipc
