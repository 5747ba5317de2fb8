#include "bench/bare_parts.h"

#include <X11/Xlib-xcb.h>
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <systemd/sd-bus.h>
#include <xcb/res.h>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>
extern "C" {
#include <xdo.h>
}

namespace interlock::bench {
namespace {

constexpr const char* accessible = "org.a11y.atspi.Accessible";
constexpr const char* component = "org.a11y.atspi.Component";

struct Ref {
  std::string bus;
  std::string path;
};

void check(int result, const char* what) {
  if (result < 0) throw std::runtime_error(std::string(what) + ": error " + std::to_string(-result));
}

struct Free {
  void operator()(sd_bus_message* message) const { sd_bus_message_unref(message); }
  void operator()(sd_bus* bus) const { sd_bus_flush_close_unref(bus); }
  void operator()(Display* display) const { XCloseDisplay(display); }
  void operator()(xdo_t* xdo) const { xdo_free(xdo); }
  void operator()(void* memory) const { std::free(memory); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

Ref read_ref(sd_bus_message* reply) {
  const char* bus = nullptr;
  const char* path = nullptr;
  check(sd_bus_message_read(reply, "(so)", &bus, &path), "reading a reference");
  return {bus, path};
}

}  // namespace

struct BareParts::Impl {
  Point at;
  Owned<Display> display{XOpenDisplay(nullptr)};
  Owned<xdo_t> xdo{xdo_new(nullptr)};
  Owned<sd_bus> bus;
  Ref frame;
  Point asked;   ///< the point in the application's coordinates: GTK 4 only knows those of its own window
  int hops = 1;  ///< hit tests from the frame down to the element
  ::Window hidden = 0;

  xcb_connection_t* xcb() const { return XGetXCBConnection(display.get()); }

  /// The window that would get a press at the point.
  xcb_window_t receiver() const {
    const xcb_window_t root = DefaultRootWindow(display.get());
    xcb_window_t window = root;
    for (xcb_window_t child = root; child != XCB_NONE;) {
      window = child;
      const Owned<xcb_translate_coordinates_reply_t> reply(xcb_translate_coordinates_reply(
          xcb(),
          xcb_translate_coordinates(xcb(), root, window, static_cast<std::int16_t>(at.x),
                                    static_cast<std::int16_t>(at.y)),
          nullptr));
      child = reply ? reply->child : XCB_NONE;
    }
    return window;
  }

  Owned<sd_bus_message> call(const Ref& ref, const char* interface, const char* member) {
    sd_bus_message* reply = nullptr;
    check(sd_bus_call_method(bus.get(), ref.bus.c_str(), ref.path.c_str(), interface, member, nullptr, &reply, ""),
          member);
    return Owned<sd_bus_message>(reply);
  }

  Ref at_point(const Ref& from) {
    sd_bus_message* reply = nullptr;
    check(sd_bus_call_method(bus.get(), from.bus.c_str(), from.path.c_str(), component, "GetAccessibleAtPoint", nullptr,
                             &reply, "iiu", asked.x, asked.y, 0u),
          "GetAccessibleAtPoint");
    return read_ref(Owned<sd_bus_message>(reply).get());
  }

  void connect_accessibility_bus() {
    sd_bus* session = nullptr;
    check(sd_bus_open_user(&session), "session bus");
    const Owned<sd_bus> keep(session);
    sd_bus_message* reply = nullptr;
    check(
        sd_bus_call_method(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", nullptr, &reply, ""),
        "accessibility bus address");
    const Owned<sd_bus_message> address(reply);
    const char* text = nullptr;
    check(sd_bus_message_read(reply, "s", &text), "accessibility bus address");
    sd_bus* made = nullptr;
    check(sd_bus_new(&made), "accessibility bus");
    bus.reset(made);
    check(sd_bus_set_address(made, text), "accessibility bus");
    check(sd_bus_set_bus_client(made, 1), "accessibility bus");
    check(sd_bus_start(made), "accessibility bus");
  }

  std::vector<Ref> children(const Ref& parent) {
    const auto reply = call(parent, accessible, "GetChildren");
    std::vector<Ref> found;
    check(sd_bus_message_enter_container(reply.get(), 'a', "(so)"), "GetChildren");
    while (sd_bus_message_at_end(reply.get(), 0) == 0) found.push_back(read_ref(reply.get()));
    return found;
  }

  /// The point relative to the X window there, without the shadow around its frame.
  Point point_in_window() {
    const xcb_window_t root = DefaultRootWindow(display.get());
    const Owned<xcb_translate_coordinates_reply_t> inside(xcb_translate_coordinates_reply(
        xcb(),
        xcb_translate_coordinates(xcb(), root, receiver(), static_cast<std::int16_t>(at.x),
                                  static_cast<std::int16_t>(at.y)),
        nullptr));
    const Owned<xcb_get_geometry_reply_t> size(
        xcb_get_geometry_reply(xcb(), xcb_get_geometry(xcb(), receiver()), nullptr));
    sd_bus_message* reply = nullptr;
    check(sd_bus_call_method(bus.get(), frame.bus.c_str(), frame.path.c_str(), component, "GetExtents", nullptr, &reply,
                             "u", 0u),
          "GetExtents");
    const Owned<sd_bus_message> keep(reply);
    int x = 0, y = 0, width = 0, height = 0;
    check(sd_bus_message_read(reply, "(iiii)", &x, &y, &width, &height), "GetExtents");
    if (!inside || !size) throw std::runtime_error("no window at the point");
    return {inside->dst_x - (size->width - width) / 2, inside->dst_y - (size->height - height) / 2};
  }

  Ref leaf() {
    Ref here = frame;
    for (int hop = 0; hop < hops; ++hop) here = at_point(here);
    return here;
  }

  /// How to reach the element `name`: the application's frame, the type of coordinates, the number of hit tests (most
  /// toolkits answer with a child, not with the leaf).
  void find_way(const std::string& name, const std::function<std::string()>& read) {
    for (const Ref& application : children({"org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"})) {
      for (const Ref& child : children(application)) {
        frame = child;
        for (const bool in_window : {false, true}) {
          try {
            asked = in_window ? point_in_window() : at;
            for (hops = 1; hops < 16; ++hops) {
              if (read() == name) return;
            }
          } catch (const std::runtime_error&) {  // not this one
          }
        }
      }
    }
    throw std::runtime_error("no element '" + name + "' at the point");
  }
};

BareParts::BareParts(Point at, const std::string& name) : impl_(std::make_unique<Impl>()) {
  impl_->at = at;
  if (!impl_->display || !impl_->xdo) throw std::runtime_error("no display");
  impl_->connect_accessibility_bus();
  impl_->find_way(name, [this] { return element(); });
}

BareParts::~BareParts() = default;

void BareParts::settle() {
  auto* display = impl_->display.get();
  if (!impl_->hidden) {
    impl_->hidden = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
  }
  // A grab on a window that is not mapped cannot succeed; the server first reports if another client holds the pointer.
  while (XGrabPointer(display, impl_->hidden, False, 0, GrabModeAsync, GrabModeAsync, 0, 0, CurrentTime) !=
         GrabNotViewable) {
    std::this_thread::sleep_for(std::chrono::microseconds{200});  // the other's grab ends without an event for us
  }
  element();
}

void BareParts::window() {
  auto* xcb = impl_->xcb();
  const xcb_window_t client = impl_->receiver();
  const auto wm_class = xcb_get_property(xcb, 0, client, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 0, 64);
  const auto wm_name = xcb_get_property(xcb, 0, client, XCB_ATOM_WM_NAME, XCB_ATOM_ANY, 0, 64);
  const auto geometry = xcb_get_geometry(xcb, client);
  xcb_res_client_id_spec_t spec{client, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
  const auto ids = xcb_res_query_client_ids(xcb, 1, &spec);
  Owned<void>(xcb_get_property_reply(xcb, wm_class, nullptr));
  Owned<void>(xcb_get_property_reply(xcb, wm_name, nullptr));
  Owned<void>(xcb_get_geometry_reply(xcb, geometry, nullptr));
  Owned<void>(xcb_res_query_client_ids_reply(xcb, ids, nullptr));
}

std::string BareParts::element() {
  const Ref leaf = impl_->leaf();
  int open = 0;
  std::string name;
  const auto counted = [](sd_bus_message*, void* data, sd_bus_error*) {
    --*static_cast<int*>(data);
    return 0;
  };
  const auto ask = [&](const char* interface, const char* member) {
    check(sd_bus_call_method_async(impl_->bus.get(), nullptr, leaf.bus.c_str(), leaf.path.c_str(), interface, member,
                                   counted, &open, ""),
          member);
    ++open;
  };
  ask(accessible, "GetRole");
  ask(accessible, "GetState");
  check(sd_bus_call_method_async(impl_->bus.get(), nullptr, leaf.bus.c_str(), leaf.path.c_str(), component,
                                 "GetExtents", counted, &open, "u", 0u),
        "GetExtents");
  ++open;
  sd_bus_message* reply = nullptr;
  check(sd_bus_call_method(impl_->bus.get(), leaf.bus.c_str(), leaf.path.c_str(), "org.freedesktop.DBus.Properties",
                           "Get", nullptr, &reply, "ss", accessible, "Name"),
        "Name");
  const Owned<sd_bus_message> keep(reply);
  const char* text = nullptr;
  check(sd_bus_message_read(reply, "v", "s", &text), "Name");
  name = text;
  while (open > 0) {
    if (sd_bus_process(impl_->bus.get(), nullptr) == 0) check(sd_bus_wait(impl_->bus.get(), UINT64_MAX), "wait");
  }
  return name;
}

void BareParts::move(Point to) {
  XTestFakeMotionEvent(impl_->display.get(), -1, to.x, to.y, 0);
  XSync(impl_->display.get(), False);
}

void BareParts::click() {
  auto* display = impl_->display.get();
  XTestFakeMotionEvent(display, -1, impl_->at.x, impl_->at.y, 0);
  XTestFakeButtonEvent(display, 1, True, 0);
  XTestFakeButtonEvent(display, 1, False, 0);
  XSync(display, False);
}

void BareParts::xdo_click() {
  xdo_move_mouse(impl_->xdo.get(), impl_->at.x, impl_->at.y, 0);
  xdo_click_window(impl_->xdo.get(), CURRENTWINDOW, 1);
}

}  // namespace interlock::bench
