/// Xlib, included behind the values: its macros are names of theirs ("None").
#pragma once

#include "values/action.h"
#include "values/observation.h"

#include <X11/Xlib.h>

namespace interlock::platform::x11 {

// Of the names that Xlib and interlock both have, Xlib's are meant here; the others are written interlock::Window.
using ::Time;
using ::Window;

}  // namespace interlock::platform::x11
