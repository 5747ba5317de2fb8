/// Shared by the X11 live tests: a desktop, the ports on a loop, and X clients that count what they are sent.
#pragma once

#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

#include "platform/x11/window_views.h"
#include "platform/x11/x11_backend.h"
#include "tests/desktop/desktop.h"
#include "tests/desktop/middle.h"

// Xlib last: its macros are common words.
// clang-format off
#include <X11/Xlib.h>
#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
// clang-format on
#undef None
#undef Bool
#undef Status
#undef Success

namespace interlock::test {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using platform::x11::hit_of;

/// An X client with one connection, and windows that record presses and keys.
class Client {
 public:
  explicit Client(const std::string& display) : display_(XOpenDisplay(display.c_str())) {
    if (!display_) throw std::runtime_error("cannot open " + display);
  }
  ~Client() { XCloseDisplay(display_); }
  Client(const Client&) = delete;

  ::Display* display() const { return display_; }
  ::Window root() const { return DefaultRootWindow(display_); }

  struct Options {
    const char* title = "window";
    bool override_redirect = false;
    ::Window parent = 0;
    const char* type = nullptr;
    ::Window transient_for = 0;
    int input_class = InputOutput;
  };
  ::Window window(Rect rect, const Options& options) {
    XSetWindowAttributes attributes{};
    attributes.override_redirect = options.override_redirect ? True : False;
    attributes.event_mask =
        ButtonPressMask | ButtonReleaseMask | KeyPressMask | PointerMotionMask | StructureNotifyMask;
    const ::Window window = XCreateWindow(
        display_, options.parent ? options.parent : root(), rect.x, rect.y, static_cast<unsigned>(rect.width),
        static_cast<unsigned>(rect.height), 0, options.input_class == InputOnly ? 0 : CopyFromParent,
        static_cast<unsigned>(options.input_class), CopyFromParent, CWOverrideRedirect | CWEventMask, &attributes);
    XStoreName(display_, window, options.title);
    XClassHint hint{const_cast<char*>("test"), const_cast<char*>("Test")};
    XSetClassHint(display_, window, &hint);
    XSizeHints size{};
    size.flags = USPosition | USSize | PPosition;
    size.x = rect.x;
    size.y = rect.y;
    XSetWMNormalHints(display_, window, &size);
    if (options.transient_for) XSetTransientForHint(display_, window, options.transient_for);
    if (options.type) {
      const Atom type = XInternAtom(display_, options.type, False);
      XChangeProperty(display_, window, XInternAtom(display_, "_NET_WM_WINDOW_TYPE", False), XA_ATOM, 32,
                      PropModeReplace, reinterpret_cast<const unsigned char*>(&type), 1);
    }
    XMapRaised(display_, window);
    XSync(display_, False);
    eventually([&] {
      XWindowAttributes now{};
      // A window manager that is still starting ignores requests in between.
      XMapRaised(display_, window);
      return XGetWindowAttributes(display_, window, &now) && now.map_state == IsViewable;
    });
    return window;
  }

  struct Counts {
    int presses = 0;
    int releases = 0;
    int keys = 0;
    std::vector<XEvent> events;
  };
  /// Counts and discards what has arrived for `window` (0: any).
  Counts take(::Window window = 0) {
    XSync(display_, False);
    Counts counts;
    while (XPending(display_) > 0) {
      XEvent event;
      XNextEvent(display_, &event);
      if (window && event.xany.window != window) continue;
      counts.presses += event.type == ButtonPress;
      counts.releases += event.type == ButtonRelease;
      counts.keys += event.type == KeyPress;
      counts.events.push_back(event);
    }
    return counts;
  }
  void sync() { XSync(display_, False); }
  Rect rect(::Window window) {
    ::Window root = 0, child = 0;
    int x = 0, y = 0;
    unsigned w = 0, h = 0, border = 0, depth = 0;
    XGetGeometry(display_, window, &root, &x, &y, &w, &h, &border, &depth);
    XTranslateCoordinates(display_, window, root, 0, 0, &x, &y, &child);
    return {x, y, static_cast<int>(w), static_cast<int>(h)};
  }
  void focus(::Window window) {
    XSetInputFocus(display_, window, RevertToParent, CurrentTime);
    sync();
  }

 private:
  ::Display* display_;
};

/// The deadline of a call in tests that are not about late answers: longer than the X server takes on a busy machine.
inline constexpr std::chrono::milliseconds call_time = 20s;

inline platform::Deadline in(std::chrono::milliseconds time) {
  return std::chrono::steady_clock::now() + time;
}

class X11Test : public testing::Test {
 protected:
  explicit X11Test(bool window_manager = true) : X11Test(DesktopOptions{.window_manager = window_manager}) {}
  explicit X11Test(DesktopOptions options) : desktop((options.accessibility = false, options)) { open(); }
  ~X11Test() override { ports = {}; }

  void open() {
    auto opened = platform::x11_backend(desktop.display())->open(loop.get_executor(), state_dir());
    if (!opened) throw std::runtime_error(opened.error().text());
    ports = std::move(*opened);
  }
  std::string state_dir() const { return desktop.dir() + "/state"; }

  template <class T>
  T run(asio::awaitable<T> work) {
    std::optional<T> result;
    std::exception_ptr error;
    asio::co_spawn(loop, std::move(work), [&](std::exception_ptr e, T value) {
      error = e;
      result = std::move(value);
      loop.stop();
    });
    loop.restart();
    loop.run_for(300s);
    if (error) std::rethrow_exception(error);
    if (!result) throw std::runtime_error("no answer in 300 s");
    return std::move(*result);
  }
  platform::WindowView window_at(Point at) { return run(ports.windows->window_at(at, in(call_time))); }
  platform::WindowView focused() { return run(ports.windows->focused_window(in(call_time))); }
  platform::Delivery perform(ActionBody body, const platform::WindowView& view,
                             std::chrono::milliseconds limit = call_time, platform::Cancelled cancelled = {}) {
    Action action{.body = std::move(body), .confidence = {}, .intent = {}, .expect = {}};
    return run(ports.injector->perform(action, view, in(limit), std::move(cancelled)));
  }
  void release_all() {
    run([](std::shared_ptr<platform::Injector> injector) -> asio::awaitable<bool> {
      co_await injector->release_all();
      co_return true;
    }(ports.injector));
  }

  Desktop desktop;
  asio::io_context loop;
  platform::Display ports;
};

inline std::string code(const platform::Delivery& delivery) {
  return delivery.refusal ? std::string(delivery.refusal->code) : delivery.complete ? "complete" : "incomplete";
}
inline std::string reason(const platform::Delivery& delivery) {
  return delivery.refusal ? delivery.refusal->reason : "";
}

}  // namespace interlock::test
