/// Includes Xlib after the values: some of its macros are names of theirs ("None").
#pragma once

#include "values/action.h"
#include "values/observation.h"

#include <X11/Xlib.h>

namespace interlock::platform::x11 {

// For names that Xlib and interlock both have, the plain name is Xlib's; the other is written interlock::Window.
using ::Time;
using ::Window;

}  // namespace interlock::platform::x11
