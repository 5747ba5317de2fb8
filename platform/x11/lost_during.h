/// Runs calls of Xlib that do not expect that the server goes away meanwhile: XOpenDisplay ends the process then (a
/// handler that prevents it can be set only for a display that is open), the first use of an extension and libxdo's
/// start use answers that they never got. Xlib's handler of I/O errors leaves them by longjmp, as its manual provides
/// for it. What they had allocated until then is lost.
#pragma once

#include <optional>

namespace interlock::platform::x11 {

/// Returns the display's socket if the server went away; what uses the display can then only be dropped. `calls` must
/// have no object with a destructor. Any thread.
std::optional<int> lost_during(void (*calls)(void* values), void* values);

/// Sets the handlers for the whole process. Without them errors end it.
void set_error_handlers();

}  // namespace interlock::platform::x11
