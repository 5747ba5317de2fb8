#include "platform/x11/open_display.h"

#include <X11/XKBlib.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/record.h>
#include <X11/extensions/shape.h>
#include <unistd.h>

#include "platform/x11/lost_during.h"

namespace interlock::platform::x11 {

namespace {

struct Opening {
  const char* name;
  OpenedDisplay opened;
};

Extensions use_each(Display* display) {
  Extensions found;
  int a = 0, b = 0, c = 0, d = 0;
  found.xtest = XTestQueryExtension(display, &a, &b, &c, &d) != 0;
  int major = XkbMajorVersion, minor = XkbMinorVersion;
  found.xkb = XkbQueryExtension(display, &a, &found.xkb_event, &c, &major, &minor) != 0;
  XFixesQueryExtension(display, &a, &b);
  XShapeQueryExtension(display, &a, &b);
  XShmQueryExtension(display);
  if (XQueryExtension(display, "RECORD", &a, &b, &c)) found.record = XRecordQueryVersion(display, &a, &b) != 0;
  if (XQueryExtension(display, "XInputExtension", &found.xinput_opcode, &b, &c)) {
    // The server sends raw events while another client grabs the device only to clients of XInput 2.1 or later.
    major = 2, minor = 2;
    found.xinput = XIQueryVersion(display, &major, &minor) == Success;
    found.xinput_version = major * 10 + minor;
  }
  return found;
}

void open_and_use(void* values) {
  auto& opening = *static_cast<Opening*>(values);
  auto& opened = opening.opened;
  opened.display = XOpenDisplay(opening.name);
  if (opened.display != nullptr) opened.extensions = use_each(opened.display);
}

}  // namespace

std::optional<OpenedDisplay> open_display(const char* name) {
  XInitThreads();  // each connection belongs to one thread, but Xlib has shared state
  set_error_handlers();
  Opening opening{name, {}};
  if (const auto socket = lost_during(open_and_use, &opening)) {
    close(*socket);
    return std::nullopt;
  }
  return opening.opened;
}

}  // namespace interlock::platform::x11
