/// Opens a display and uses each extension once, so that no first use of an extension happens later. Any thread; hold
/// `alone_with_server()`.
#pragma once

#include "platform/x11/xlib.h"

#include <optional>

namespace interlock::platform::x11 {

/// Which extensions the server has.
struct Extensions {
  bool xtest = false;
  bool xkb = false;
  int xkb_event = 0;  ///< the type of XKB's events
  bool record = false;
  bool xinput = false;
  int xinput_opcode = 0;   ///< of XInput 2's events
  int xinput_version = 0;  ///< major * 10 + minor, as agreed with the server
};

struct OpenedDisplay {
  ::Display* display = nullptr;  ///< null: it could not be opened
  Extensions extensions;
};

/// Returns nothing if the server went away meanwhile. `name`: null is $DISPLAY.
std::optional<OpenedDisplay> open_display(const char* name);

}  // namespace interlock::platform::x11
