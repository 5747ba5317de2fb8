/// A desktop with applications, and the reader that reads them. X is accessed directly, so that these tests do not
/// depend on the platform folder.
#pragma once

#include <gtest/gtest.h>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>
#include <sstream>
#include <stdexcept>

#include "a11y/factory.h"
#include "tests/desktop/desktop.h"
#include "tests/desktop/middle.h"

// Included last: X's macros are named None, Bool and Status.
#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#undef None
#undef Status

namespace interlock::test {

using namespace std::chrono_literals;
namespace asio = boost::asio;

/// The deadline of a look in tests that are not about late answers: longer than an application takes on a busy machine.
inline constexpr std::chrono::milliseconds look_time = 5s;
inline const std::string fixtures = std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures/";

class Desk : public testing::Test {
 protected:
  static void SetUpTestSuite() { desktop_ = std::make_unique<Desktop>(); }
  static void TearDownTestSuite() { desktop_.reset(); }

  void SetUp() override {
    desktop_->adopt();
    display_ = XOpenDisplay(desktop_->display().c_str());
    ASSERT_NE(display_, nullptr);
    XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });  // windows come and go
    reader_ = a11y::atspi_reader(loop_.get_executor(), windows_of(), [this](const std::optional<Error>& e) {
      notices_.push_back(e ? e->text() : "it is back");
    });
  }
  void TearDown() override {
    reader_.reset();
    if (display_) XCloseDisplay(display_);
  }

  template <class T>
  T await(asio::awaitable<T> work) {
    std::optional<T> result;
    asio::co_spawn(loop_, std::move(work), [&](std::exception_ptr e, T value) {
      if (e) std::rethrow_exception(e);
      result = std::move(value);
    });
    loop_.restart();
    while (!result && loop_.run_one_for(2 * look_time) > 0) {
    }
    if (!result) throw std::runtime_error("no answer at all");
    return std::move(*result);
  }

  /// Repeats the look while it reports that the application did not answer in time.
  static a11y::Sight in_time(const std::function<a11y::Sight()>& look) {
    a11y::Sight sight;
    eventually([&] {
      sight = look();
      return sight.element || sight.element.is_none() || sight.element.why() != Unknown::deadline;
    });
    return sight;
  }
  a11y::Sight at(const interlock::Window& window, Point point) {
    return in_time([&] { return at(window, point, look_time); });
  }
  a11y::Sight at(const interlock::Window& window, Point point, std::chrono::milliseconds limit) {
    return await(reader_->element_at(window, popup_at(window, point), point, std::chrono::steady_clock::now() + limit));
  }
  a11y::Sight focus(const interlock::Window& window) {
    return in_time([&] { return focus(window, look_time); });
  }
  a11y::Sight focus(const interlock::Window& window, std::chrono::milliseconds limit) {
    return await(reader_->focused_element(window, std::chrono::steady_clock::now() + limit));
  }

  std::string text(::Window window, const char* name) const {
    Atom type{};
    int format = 0;
    unsigned long count = 0, rest = 0;
    unsigned char* data = nullptr;
    XGetWindowProperty(display_, window, XInternAtom(display_, name, False), 0, 1024, False, AnyPropertyType, &type,
                       &format, &count, &rest, &data);
    std::string value;
    if (data && format == 8) value.assign(reinterpret_cast<char*>(data), count);
    if (data && format == 32 && count > 0) value = std::to_string(*reinterpret_cast<unsigned long*>(data));
    if (data) XFree(data);
    return value;
  }
  Rect rect_of(::Window window) const {
    XWindowAttributes a{};
    XGetWindowAttributes(display_, window, &a);
    int x = 0, y = 0;
    ::Window child{};
    XTranslateCoordinates(display_, window, DefaultRootWindow(display_), 0, 0, &x, &y, &child);
    return {x, y, a.width, a.height};
  }
  std::vector<::Window> children(::Window window) const {
    ::Window root{}, parent{}, *list = nullptr;
    unsigned count = 0;
    XQueryTree(display_, window, &root, &parent, &list, &count);
    std::vector<::Window> windows(list, list + count);
    if (list) XFree(list);
    return windows;
  }

  /// The numbers of a property.
  std::vector<unsigned long> numbers(::Window window, const char* name) const {
    Atom type{};
    int format = 0;
    unsigned long count = 0, rest = 0;
    unsigned char* data = nullptr;
    XGetWindowProperty(display_, window, XInternAtom(display_, name, False), 0, 256, False, AnyPropertyType, &type,
                       &format, &count, &rest, &data);
    std::vector<unsigned long> all;
    if (data && format == 32)
      all.assign(reinterpret_cast<unsigned long*>(data), reinterpret_cast<unsigned long*>(data) + count);
    if (data) XFree(data);
    return all;
  }
  std::string title(::Window window) const {
    auto name = text(window, "_NET_WM_NAME");
    return name.empty() ? text(window, "WM_NAME") : name;
  }
  /// What the reader asks of the display: the managed windows of a process.
  a11y::WindowsOf windows_of() const {
    return [this](std::uint32_t pid, a11y::Deadline) -> asio::awaitable<Known<std::vector<ProgramWindow>>> {
      co_return program_windows(pid);
    };
  }
  std::vector<ProgramWindow> program_windows(std::uint32_t pid) const {
    std::vector<ProgramWindow> all;
    const auto active = numbers(DefaultRootWindow(display_), "_NET_ACTIVE_WINDOW");
    for (const auto id : numbers(DefaultRootWindow(display_), "_NET_CLIENT_LIST")) {
      if (text(id, "_NET_WM_PID") != std::to_string(pid)) continue;
      const auto client = rect_of(id);
      ProgramWindow each{.id = id, .title = title(id), .places = {client}};
      each.active = !active.empty() && active.front() == id;
      const auto add = [&](const char* property, int sign) {
        const auto edges = numbers(id, property);
        if (edges.size() < 4) return;
        std::array<int, 4> by{};
        for (std::size_t i = 0; i < 4; ++i) by[i] = sign * static_cast<int>(edges[i]);
        each.places.push_back(
            {client.x - by[0], client.y - by[2], client.width + by[0] + by[1], client.height + by[2] + by[3]});
      };
      add("_NET_FRAME_EXTENTS", 1);
      add("_GTK_FRAME_EXTENTS", -1);
      all.push_back(std::move(each));
    }
    return all;
  }

  /// The managed window whose title contains `title_part`, once it is there.
  interlock::Window window(const std::string& title_part) const {
    interlock::Window found;
    const bool there = eventually([&] {
      for (const auto id : numbers(DefaultRootWindow(display_), "_NET_CLIENT_LIST")) {
        auto name = title(id);
        if (name.find(title_part) == std::string::npos) continue;
        const auto pid = text(id, "_NET_WM_PID");
        found = {.id = id, .title = name, .rect = rect_of(id)};
        if (!pid.empty()) found.pid = static_cast<std::uint32_t>(std::stoul(pid));
      }
      return found.id != 0;
    });
    if (!there) throw std::runtime_error("no window '" + title_part + "' among\n" + desktop_->state());
    return found;
  }

  /// The topmost override-redirect window of the process at the point.
  Known<Rect> popup_at(const interlock::Window& window, Point point) const {
    const auto windows = children(DefaultRootWindow(display_));
    for (auto w = windows.rbegin(); w != windows.rend(); ++w) {
      XWindowAttributes a{};
      if (!XGetWindowAttributes(display_, *w, &a) || a.map_state != IsViewable || a.c_class != InputOutput) continue;
      const auto rect = rect_of(*w);
      if (!rect.contains(point)) continue;
      if (!a.override_redirect) return none;
      const auto pid = text(*w, "_NET_WM_PID");
      if (!window.pid || (!pid.empty() && pid != std::to_string(*window.pid))) return none;
      return rect;
    }
    return none;
  }
  /// The popup that is open, wherever it is.
  std::optional<Rect> popup() const {
    for (const auto w : children(DefaultRootWindow(display_))) {
      XWindowAttributes a{};
      if (XGetWindowAttributes(display_, w, &a) && a.map_state == IsViewable && a.override_redirect && a.width > 20 &&
          a.height > 20 && a.c_class == InputOutput) {
        return rect_of(w);
      }
    }
    return std::nullopt;
  }

  void point_at(Point p) const {
    XTestFakeMotionEvent(display_, -1, p.x, p.y, CurrentTime);
    XSync(display_, False);
  }
  void click(Point p, unsigned button = 1) const {
    point_at(p);
    XTestFakeButtonEvent(display_, button, True, CurrentTime);
    XTestFakeButtonEvent(display_, button, False, CurrentTime);
    XSync(display_, False);
  }
  void key(KeySym symbol) const {
    const auto code = XKeysymToKeycode(display_, symbol);
    XTestFakeKeyEvent(display_, code, True, CurrentTime);
    XTestFakeKeyEvent(display_, code, False, CurrentTime);
    XSync(display_, False);
  }
  void raise(const interlock::Window& window) const {
    XEvent event{};
    event.xclient = {.type = ClientMessage,
                     .window = window.id,
                     .message_type = XInternAtom(display_, "_NET_ACTIVE_WINDOW", False),
                     .format = 32,
                     .data = {.l = {2, 0, 0, 0, 0}}};
    XSendEvent(display_, DefaultRootWindow(display_), False, SubstructureRedirectMask | SubstructureNotifyMask, &event);
    XSync(display_, False);
  }

  /// Where a widget is according to the fixture's own report.
  static std::optional<Rect> widget(const std::string& log, const std::string& name) {
    std::istringstream lines(read_file(log));
    std::optional<Rect> found;
    for (std::string line; std::getline(lines, line);) {
      boost::system::error_code bad;
      const auto value = boost::json::parse(line, bad);
      if (bad || value.at("event") != "layout") continue;
      if (const auto* r = value.at("at").as_object().if_contains(name)) {
        const auto number = [&](std::size_t i) { return static_cast<std::int32_t>(r->at(i).as_int64()); };
        found = Rect{number(0), number(1), number(2), number(3)};
      }
    }
    return found;
  }
  /// Looks until the element has the name, or the time is over; returns the last result.
  a11y::Sight until_named(const interlock::Window& window, Point point, const std::string& name) {
    a11y::Sight sight;
    eventually([&] {
      sight = at(window, point);
      return sight.element && sight.element->name == name;
    });
    return sight;
  }
  /// Looks until the element with that name has the focus, or the time is over; returns the last result.
  a11y::Sight until_focused(const interlock::Window& window, const std::string& name,
                            std::chrono::seconds limit = patience) {
    a11y::Sight sight;
    eventually(
        [&] {
          sight = focus(window);
          return sight.element && sight.element->name == name;
        },
        limit);
    return sight;
  }
  /// Clicks there until the element with that name has the focus. A late click would take the focus away again later,
  /// so each click is waited for.
  a11y::Sight click_into(const interlock::Window& window, Point point, const std::string& name) {
    a11y::Sight sight;
    for (int i = 0; i < 3 && !(sight.element && sight.element->name == name); ++i) {
      click(point);
      sight = until_focused(window, name, patience / 3);
    }
    return sight;
  }
  /// Clicks into the element `from` at the point and presses Tab, until the element `to` has the focus; the last sight.
  /// A browser drops a key now and then that arrives right after a click.
  a11y::Sight tab_from(const interlock::Window& window, Point point, const std::string& from, const std::string& to) {
    a11y::Sight sight;
    for (int i = 0; i < 6 && !(sight.element && sight.element->name == to); ++i) {
      sight = click_into(window, point, from);
      if (!sight.element || sight.element->name != from) continue;
      key(XK_Tab);
      sight = until_focused(window, to, patience / 6);
    }
    return sight;
  }
  /// Presses the key until the condition holds, and waits long enough after each press that presses do not interrupt
  /// what earlier ones began (a page that scrolls smoothly begins anew at each End).
  bool press_until(KeySym symbol, const std::function<bool()>& condition) const {
    for (int i = 0; i < 6; ++i) {
      key(symbol);
      if (eventually(condition, patience / 6)) return true;
    }
    return false;
  }
  /// Median time of a look, in microseconds.
  long median(const interlock::Window& window, Point point, int times = 200) {
    std::vector<long> all;
    for (int i = 0; i < times; ++i) {
      const auto start = std::chrono::steady_clock::now();
      const auto sight = await(reader_->element_at(window, none, point, start + look_time));
      all.push_back(
          std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count());
      if (!sight.element) return -1;
    }
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
  }

  std::string new_log() { return desktop_->dir() + "/layout." + std::to_string(++logs_); }

  static inline std::unique_ptr<Desktop> desktop_;
  static inline int logs_ = 0;
  Display* display_ = nullptr;
  asio::io_context loop_;
  std::shared_ptr<a11y::TreeReader> reader_;
  std::vector<std::string> notices_;
};

/// For a test's message: why an element is unknown, or what it is.
inline std::string reported(const a11y::Sight& sight) {
  if (!sight.element) return "unknown " + std::to_string(static_cast<int>(sight.element.why()));
  const auto& e = *sight.element;
  std::ostringstream out;
  out << role_name(e.role) << " '" << e.name << "' " << e.extents.x << "," << e.extents.y << " " << e.extents.width
      << "x" << e.extents.height << " in";
  for (const auto& a : e.ancestors) out << " / " << role_name(a.role) << " '" << a.name << "' [" << a.text << "]";
  out << (sight.document             ? " at " + sight.document->url
          : sight.document.is_none() ? " no document"
                                     : " unknown document " + std::to_string(static_cast<int>(sight.document.why())));
  return out.str();
}

}  // namespace interlock::test
