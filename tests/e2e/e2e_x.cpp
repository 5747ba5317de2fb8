#include "tests/e2e/e2e_x.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <array>
#include <chrono>
#include <random>
#include <stdexcept>

#include "tests/desktop/desktop.h"

namespace interlock::test {

X::X(const std::string& display) : display_(XOpenDisplay(display.c_str())) {
  if (!display_) throw std::runtime_error("cannot connect to display " + display);
}
X::~X() {
  XCloseDisplay(display_);
}

bool X::is_down(const std::string& keysym) {
  std::array<char, 32> keys{};
  XQueryKeymap(display_, keys.data());
  const auto code = XKeysymToKeycode(display_, XStringToKeysym(keysym.c_str()));
  return (keys[code / 8] >> (code % 8)) & 1;
}

bool X::anything_down() {
  std::array<char, 32> keys{};
  XQueryKeymap(display_, keys.data());
  for (const char byte : keys) {
    if (byte != 0) return true;
  }
  ::Window root = 0, child = 0;
  int x = 0, y = 0, wx = 0, wy = 0;
  unsigned mask = 0;
  XQueryPointer(display_, DefaultRootWindow(display_), &root, &child, &x, &y, &wx, &wy, &mask);
  return (mask & (Button1Mask | Button2Mask | Button3Mask)) != 0;
}

Point X::pointer() {
  ::Window root = 0, child = 0;
  int x = 0, y = 0, wx = 0, wy = 0;
  unsigned mask = 0;
  XQueryPointer(display_, DefaultRootWindow(display_), &root, &child, &x, &y, &wx, &wy, &mask);
  return {x, y};
}

bool X::pointer_is_grabbed() {
  const int said = XGrabPointer(display_, DefaultRootWindow(display_), False, ButtonPressMask, GrabModeAsync,
                                GrabModeAsync, None, None, CurrentTime);
  XUngrabPointer(display_, CurrentTime);
  XSync(display_, False);
  return said == AlreadyGrabbed;
}

void X::cover(Rect area) {
  XSetWindowAttributes attributes{};
  attributes.override_redirect = True;
  const auto window = XCreateWindow(display_, DefaultRootWindow(display_), area.x, area.y,
                                    static_cast<unsigned>(area.width), static_cast<unsigned>(area.height), 0,
                                    CopyFromParent, InputOutput, nullptr, CWOverrideRedirect, &attributes);
  XMapRaised(display_, window);
  XSync(display_, False);
}

void X::focus(unsigned long window) {
  XSetInputFocus(display_, window, RevertToParent, CurrentTime);
  XSync(display_, False);
}

void X::move(unsigned long window, Point to) {
  XMoveWindow(display_, window, to.x, to.y);
  XSync(display_, False);
}

// The window manager answers in order; this request has no other effect.
bool X::await_window_manager() {
  const ::Window root = DefaultRootWindow(display_);
  const ::Window window = XCreateSimpleWindow(display_, root, 0, 0, 1, 1, 0, 0, 0);
  const Atom extents = XInternAtom(display_, "_NET_FRAME_EXTENTS", False);
  XEvent request{};
  request.xclient.type = ClientMessage;
  request.xclient.window = window;
  request.xclient.message_type = XInternAtom(display_, "_NET_REQUEST_FRAME_EXTENTS", False);
  request.xclient.format = 32;
  XSendEvent(display_, root, False, SubstructureNotifyMask | SubstructureRedirectMask, &request);
  const bool answered = eventually([&] {
    Atom type = 0;
    int format = 0;
    unsigned long count = 0, rest = 0;
    unsigned char* data = nullptr;
    XGetWindowProperty(display_, window, extents, 0, 4, False, AnyPropertyType, &type, &format, &count, &rest, &data);
    if (data) XFree(data);
    return type != 0;
  });
  XDestroyWindow(display_, window);
  XSync(display_, False);
  return answered;
}

Trap::Trap(const std::string& display, Rect area, unsigned seed) : x_(display), seed_(seed) {
  XSetWindowAttributes attributes{};
  attributes.override_redirect = True;
  attributes.event_mask = ButtonPressMask;
  attributes.background_pixel = 0xcc2222;
  window_ = XCreateWindow(x_.display(), DefaultRootWindow(x_.display()), area.x, area.y,
                          static_cast<unsigned>(area.width), static_cast<unsigned>(area.height), 0, CopyFromParent,
                          InputOutput, nullptr, CWOverrideRedirect | CWEventMask | CWBackPixel, &attributes);
  XStoreName(x_.display(), window_, "Trap");
  XMapRaised(x_.display(), window_);
  XSync(x_.display(), False);
  thread_ = std::thread([this] { run(); });
}

Trap::~Trap() {
  stop();
}

void Trap::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void Trap::run() {
  Display* display = x_.display();
  std::mt19937 random(seed_);
  const auto count_presses = [&] {
    while (XPending(display) > 0) {
      XEvent event;
      XNextEvent(display, &event);
      presses_ += event.type == ButtonPress;
    }
  };
  const auto pause = [&] { std::this_thread::sleep_for(std::chrono::microseconds{random() % 4000}); };
  while (!stop_) {
    pause();
    XUnmapWindow(display, window_);
    XSync(display, False);
    count_presses();
    pause();
    XMapRaised(display, window_);
    XSync(display, False);
    count_presses();
  }
  XDestroyWindow(display, window_);
  XSync(display, False);
  count_presses();
}

}  // namespace interlock::test
