#include "doctor/tries.h"  // before Xlib, whose macros are common words

#include <X11/Xlib.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XTest.h>
#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>

namespace interlock::doctor {
namespace {

struct Close {
  void operator()(Display* display) const { XCloseDisplay(display); }
};

int ignore(Display*, XErrorEvent*) {
  return 0;
}

/// Selects raw motions of all devices; returns false without XInput2.
bool watch_motions(Display* display, int& opcode) {
  int event = 0;
  int error = 0;
  int major = 2;
  int minor = 2;
  if (!XQueryExtension(display, "XInputExtension", &opcode, &event, &error)) return false;
  if (XIQueryVersion(display, &major, &minor) != Success) return false;
  std::array<unsigned char, XIMaskLen(XI_LASTEVENT)> bits{};
  XISetMask(bits.data(), XI_RawMotion);
  XIEventMask mask{XIAllMasterDevices, static_cast<int>(bits.size()), bits.data()};
  XISelectEvents(display, DefaultRootWindow(display), &mask, 1);
  XSync(display, False);
  return true;
}

bool motion_came(Display* display, int opcode) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{1};
  while (std::chrono::steady_clock::now() < until) {
    while (XPending(display) > 0) {
      XEvent event;
      XNextEvent(display, &event);
      if (event.xcookie.type == GenericEvent && event.xcookie.extension == opcode &&
          event.xcookie.evtype == XI_RawMotion)
        return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  return false;
}

}  // namespace

Tried try_xtest(const Ways& ways) {
  if (ways.display.empty()) return {Reach::untried, "no DISPLAY"};
  ::setenv("XAUTHORITY", ways.cookies.c_str(), 1);
  XSetErrorHandler(ignore);
  const std::unique_ptr<Display, Close> display(XOpenDisplay(ways.display.c_str()));
  if (!display) return {Reach::closed, "the display cannot be opened"};
  int event = 0;
  int error = 0;
  int major = 0;
  int minor = 0;
  if (!XTestQueryExtension(display.get(), &event, &error, &major, &minor)) return {Reach::closed, "no XTEST"};
  if (ways.display_at_work) return {Reach::open, "XTEST is there; no motion was sent, agents are at work"};
  int opcode = 0;
  const bool watched = watch_motions(display.get(), opcode);
  XTestFakeRelativeMotionEvent(display.get(), 0, 0, CurrentTime);
  XSync(display.get(), False);
  if (!watched) return {Reach::open, "a motion of 0 pixels was sent"};
  if (motion_came(display.get(), opcode)) return {Reach::open, "a motion of 0 pixels was sent and seen"};
  return {Reach::closed, "a motion of 0 pixels was sent and did not arrive"};
}

}  // namespace interlock::doctor
