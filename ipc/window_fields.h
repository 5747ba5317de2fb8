/// The keys of actions on windows and desktops, and the parameters of the methods that ask about them.
#pragma once

#include "gate/action.h"
#include "ipc/fields.h"

namespace interlock::ipc {

gate::ActionBody read_window_change(Fields& fields);
gate::ActionBody read_window_move(Fields& fields);
gate::ActionBody read_window_size(Fields& fields);
gate::ActionBody read_window_close(Fields& fields);
gate::ActionBody read_desktop(Fields& fields);
gate::ActionBody read_desktop_count(Fields& fields);
gate::ActionBody read_viewport(Fields& fields);
gate::ActionBody read_window_rename(Fields& fields);

AskDesktop read_ask_desktop(Fields& fields);
AskWindow read_ask_window(Fields& fields);
AskWindows read_ask_windows(Fields& fields);

}  // namespace interlock::ipc
