#include "platform/x11/prompt_window.h"

#include <X11/XKBlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>
#include <X11/keysym.h>
#include <algorithm>

#include "platform/prompt/prompt_place.h"
#include "platform/x11/put_image.h"
#include "platform/x11/tree.h"

namespace interlock::platform::x11 {

namespace {

constexpr int border = 3;
constexpr unsigned long paper = 0xFFFFFF, edge = 0xB3261E;

bool inside(const Rect& rect, int x, int y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

bool is_yes(Answer answer) {
  return answer == Answer::approved || answer == Answer::approved_for_session;
}

}  // namespace

tl::expected<std::unique_ptr<PromptWindow>, Error> PromptWindow::open(const std::string& display,
                                                                      prompt::PromptLayout layout,
                                                                      std::vector<prompt::DrawnText> texts) {
  auto connection = Connection::open(display);
  if (!connection) return tl::make_unexpected(connection.error());
  std::unique_ptr<PromptWindow> window(new PromptWindow(std::move(*connection), std::move(layout)));
  if (auto begun = window->begin(std::move(texts)); !begun) return tl::make_unexpected(begun.error());
  return window;
}

PromptWindow::PromptWindow(std::unique_ptr<Connection> connection, prompt::PromptLayout layout)
    : x_(std::move(connection)), layout_(std::move(layout)) {}

tl::expected<void, Error> PromptWindow::begin(std::vector<prompt::DrawnText> texts) {
  Display* display = x_->display();
  const std::string where = DisplayString(display);
  const std::string advice = "answer with `" + layout_.prompt().approve_by + " " + layout_.prompt().id + "`";
  int event = 0, error = 0, major = 2, minor = 2;
  if (!XQueryExtension(display, "XInputExtension", &opcode_, &event, &error) ||
      XIQueryVersion(display, &major, &minor) != Success || !devices_.read(*x_)) {
    return tl::make_unexpected(Error{"a prompt window needs XInput 2", where, advice});
  }
  if (!can_show_images(display)) {
    return tl::make_unexpected(Error{"a prompt window needs a TrueColor display", where, advice});
  }
  layout_.place(std::move(texts), DisplayHeight(display, DefaultScreen(display)) - 2 * border);
  make_window();
  return {};
}

void PromptWindow::make_window() {
  Display* display = x_->display();
  const int screen = DefaultScreen(display);
  XSetWindowAttributes attributes{};
  attributes.override_redirect = True;
  attributes.background_pixel = paper;
  attributes.border_pixel = edge;
  attributes.event_mask = ExposureMask | VisibilityChangeMask | StructureNotifyMask;
  const auto at =
      prompt::place_beside({0, 0, DisplayWidth(display, screen), DisplayHeight(display, screen)},
                           prompt::window_width + 2 * border, layout_.height() + 2 * border, layout_.prompt().about);
  window_ = XCreateWindow(display, x_->root(), at.x, at.y, static_cast<unsigned>(prompt::window_width),
                          static_cast<unsigned>(layout_.height()), border, CopyFromParent, InputOutput, nullptr,
                          CWOverrideRedirect | CWBackPixel | CWBorderPixel | CWEventMask, &attributes);
  char name[] = "interlock-prompt", window_class[] = "interlock-prompt";
  XClassHint hint{name, window_class};
  XSetClassHint(display, window_, &hint);
  XStoreName(display, window_, "interlock asks");

  unsigned char buttons[XIMaskLen(XI_LASTEVENT)] = {};
  XISetMask(buttons, XI_ButtonPress);
  XISetMask(buttons, XI_ButtonRelease);
  XIEventMask on_window{XIAllMasterDevices, sizeof buttons, buttons};
  XISelectEvents(display, window_, &on_window, 1);
  unsigned char raw[XIMaskLen(XI_LASTEVENT)] = {};
  XISetMask(raw, XI_RawKeyPress);
  unsigned char changes[XIMaskLen(XI_LASTEVENT)] = {};
  XISetMask(changes, XI_HierarchyChanged);
  XIEventMask on_root[] = {{XIAllMasterDevices, sizeof raw, raw}, {XIAllDevices, sizeof changes, changes}};
  XISelectEvents(display, x_->root(), on_root, 2);

  XMapRaised(display, window_);
  XFlush(display);
}

void PromptWindow::draw(Time now) {
  ready_drawn_ = may_approve(now);
  seconds_drawn_ = seconds_left(now);
  put_image(x_->display(), window_, layout_.paint(ready_drawn_, seconds_drawn_));
  XFlush(x_->display());
}

/// Whether a window above hides any part of it, or could be mistaken for a part of it.
bool PromptWindow::is_covered() const {
  Display* display = x_->display();
  XWindowAttributes ours{};
  if (!XGetWindowAttributes(display, window_, &ours)) return true;
  const auto stack = children_of(*x_, x_->root());
  auto above = std::find(stack.begin(), stack.end(), static_cast<xcb_window_t>(window_));
  if (above == stack.end()) return true;
  for (++above; above != stack.end(); ++above) {
    XWindowAttributes theirs{};
    if (!XGetWindowAttributes(display, *above, &theirs) || theirs.map_state != IsViewable) continue;
    const bool apart = theirs.x >= ours.x + ours.width + 2 * border || theirs.y >= ours.y + ours.height + 2 * border ||
                       theirs.x + theirs.width + 2 * theirs.border_width <= ours.x ||
                       theirs.y + theirs.height + 2 * theirs.border_width <= ours.y;
    if (!apart) return true;
  }
  return false;
}

void PromptWindow::keep_on_top(Time now) {
  if (shown_ == Time()) return;
  if (is_covered()) {
    clear_since_ = Time::max();
    held_.reset();
    XRaiseWindow(x_->display(), window_);
    XFlush(x_->display());
  } else if (clear_since_ == Time::max()) {
    clear_since_ = now;
  }
}

bool PromptWindow::may_approve(Time now) const {
  return shown_ != Time() && clear_since_ != Time::max() && now - clear_since_ >= reading_time &&
         now - shown_ >= reading_time;
}

/// Until the question is denied; 0 if it is not said when.
std::int64_t PromptWindow::seconds_left(Time now) const {
  const auto& expires = layout_.prompt().expires;
  return expires ? std::chrono::ceil<std::chrono::seconds>(*expires - now).count() : 0;
}

const prompt::PromptLayout::Button* PromptWindow::button_at(int x, int y) const {
  const auto& all = layout_.buttons();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& button) { return inside(button.rect, x, y); });
  return found == all.end() ? nullptr : &*found;
}

/// A press and its release on one button, by one device.
std::optional<Answer> PromptWindow::pointer(const XIDeviceEvent& event, Time now) {
  if (event.detail != Button1) return std::nullopt;
  const auto* button = button_at(static_cast<int>(event.event_x), static_cast<int>(event.event_y));
  const auto held = std::exchange(held_, std::nullopt);
  if (button == nullptr || event.send_event) return std::nullopt;
  if (is_yes(button->answer)) {
    if (devices_.source(event.sourceid) == InputDevices::Source::unknown) devices_.read(*x_);
    const bool real = devices_.source(event.sourceid) == InputDevices::Source::real;
    if ((layout_.prompt().real_input_only && !real) || !may_approve(now) || is_covered()) return std::nullopt;
  }
  if (event.evtype == XI_ButtonPress) {
    held_ = button->answer;
    held_device_ = event.sourceid;
    return std::nullopt;
  }
  if (held != button->answer || held_device_ != event.sourceid) return std::nullopt;
  return button->answer;
}

/// Escape with the pointer on the window. Keys go to the window with the focus, which is never this one.
bool PromptWindow::escape(const XIRawEvent& event) const {
  Display* display = x_->display();
  if (XkbKeycodeToKeysym(display, static_cast<KeyCode>(event.detail), 0, 0) != XK_Escape) return false;
  Window root = 0, child = 0;
  int root_x = 0, root_y = 0, x = 0, y = 0;
  unsigned mask = 0;
  if (!XQueryPointer(display, window_, &root, &child, &root_x, &root_y, &x, &y, &mask)) return false;
  return inside({0, 0, prompt::window_width, layout_.height()}, x, y);
}

std::optional<Answer> PromptWindow::take(Time now) {
  std::optional<Answer> answer;
  bool redraw = false;
  keep_on_top(now);
  while (!answer && !x_->lost() && XPending(x_->display()) > 0) {
    XEvent event;
    XNextEvent(x_->display(), &event);
    if (x_->lost()) break;
    if (event.type == GenericEvent && event.xcookie.extension == opcode_) {
      if (!XGetEventData(x_->display(), &event.xcookie)) continue;
      const int type = event.xcookie.evtype;
      if (type == XI_HierarchyChanged) devices_.read(*x_);
      if (type == XI_RawKeyPress && escape(*static_cast<const XIRawEvent*>(event.xcookie.data)))
        answer = Answer::denied;
      if (type == XI_ButtonPress || type == XI_ButtonRelease) {
        answer = pointer(*static_cast<const XIDeviceEvent*>(event.xcookie.data), now);
      }
      XFreeEventData(x_->display(), &event.xcookie);
    } else if (event.type == Expose) {
      if (shown_ == Time()) shown_ = now;
      redraw = true;
    } else if (event.type == VisibilityNotify && event.xvisibility.state != VisibilityUnobscured) {
      clear_since_ = Time::max();
      held_.reset();
    } else if (event.type == DestroyNotify || event.type == UnmapNotify) {
      answer = Answer::dismissed;  // another program unmapped it
    }
  }
  if (answer || x_->lost()) return answer;
  keep_on_top(now);
  if (redraw || ready_drawn_ != may_approve(now) || seconds_drawn_ != seconds_left(now)) draw(now);
  return std::nullopt;
}

}  // namespace interlock::platform::x11
