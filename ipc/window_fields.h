/// The parameters of the methods that ask about windows and desktops.
#pragma once

#include "ipc/fields.h"

namespace interlock::ipc {

AskDesktop read_ask_desktop(Fields& fields);
AskWindow read_ask_window(Fields& fields);
AskWindows read_ask_windows(Fields& fields);

}  // namespace interlock::ipc
