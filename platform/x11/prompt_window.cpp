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
/// Who does not type any more gets the keyboard back.
constexpr std::chrono::minutes longest_typing_pause{1};
constexpr unsigned long paper = 0xFFFFFF, edge = 0xB3261E;

bool inside(const Rect& rect, int x, int y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
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
  if (!x_->extensions().xinput || !devices_.read(*x_)) {
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
  XISetMask(raw, XI_RawButtonPress);
  unsigned char changes[XIMaskLen(XI_LASTEVENT)] = {};
  XISetMask(changes, XI_HierarchyChanged);
  XIEventMask on_root[] = {{XIAllMasterDevices, sizeof raw, raw}, {XIAllDevices, sizeof changes, changes}};
  XISelectEvents(display, x_->root(), on_root, 2);

  XMapRaised(display, window_);
  XFlush(display);
}

void PromptWindow::draw(Time now) {
  ready_drawn_ = rules_.may_approve(now);
  seconds_drawn_ = rules_.seconds_left(now);
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
  if (!rules_.is_shown()) return;
  const bool covered = is_covered();
  rules_.note_covered(covered, now);
  if (!covered) return;
  XRaiseWindow(x_->display(), window_);
  XFlush(x_->display());
}

/// Whether what this device did may be a person's.
bool PromptWindow::counts(int source) {
  if (!layout_.prompt().real_input_only) return true;
  if (devices_.source(source) == InputDevices::Source::unknown) devices_.read(*x_);
  return devices_.source(source) == InputDevices::Source::real;
}

std::optional<Answer> PromptWindow::pointer(const XIDeviceEvent& event, Time now) {
  if (event.detail != Button1 || event.send_event) return std::nullopt;
  const Point at{static_cast<int>(event.event_x), static_cast<int>(event.event_y)};
  const bool down = event.evtype == XI_ButtonPress;
  if (down && !rules_.is_button(at) && layout_.word_field().contains(at)) begin_typing(event, now);
  const auto answer = rules_.take({down, at, event.sourceid, counts(event.sourceid)}, is_covered(), now);
  if (answer) word_counts_ = rules_.answered_by_person();
  return answer;
}

void PromptWindow::begin_typing(const XIDeviceEvent& press, Time now) {
  if (keyboard_ || !counts(press.sourceid) || is_covered()) return;
  Display* display = x_->display();
  int count = 0;
  XIDeviceInfo* pointer = XIQueryDevice(display, press.deviceid, &count);
  if (pointer == nullptr) return;
  const int keyboard = pointer->attachment;
  XIFreeDeviceInfo(pointer);
  unsigned char keys[XIMaskLen(XI_LASTEVENT)] = {};
  XISetMask(keys, XI_KeyPress);
  XIEventMask mask{keyboard, sizeof keys, keys};
  const int grabbed =
      XIGrabDevice(display, keyboard, window_, CurrentTime, None, XIGrabModeAsync, XIGrabModeAsync, False, &mask);
  if (grabbed != XIGrabSuccess) return;  // an open menu has the keyboard; the person clicks again
  if (!keys_) keys_.emplace();
  keyboard_ = keyboard;
  last_key_ = now;
  word_changed_ = true;
}

void PromptWindow::end_typing() {
  if (!keyboard_) return;
  XIUngrabDevice(x_->display(), *std::exchange(keyboard_, std::nullopt), CurrentTime);
  XFlush(x_->display());
  word_changed_ = true;
}

/// A key while the field has the keyboard.
std::optional<Answer> PromptWindow::key(const XIDeviceEvent& event, Time now) {
  if (!keyboard_ || event.send_event || !counts(event.sourceid)) return std::nullopt;
  const auto state =
      XkbBuildCoreState(static_cast<unsigned>(event.mods.effective), static_cast<unsigned>(event.group.effective));
  unsigned used = 0;
  KeySym symbol = NoSymbol;
  if (!XkbLookupKeySym(x_->display(), static_cast<KeyCode>(event.detail), state, &used, &symbol)) return std::nullopt;
  last_key_ = now;
  if (symbol == XK_Return || symbol == XK_KP_Enter) {
    word_counts_ = true;
    return Answer::denied;
  }
  if ((state & (ControlMask | Mod1Mask | Mod4Mask) & ~used) != 0) return std::nullopt;
  if (symbol == XK_BackSpace) {
    word_.erase();
  } else {
    word_.add(keys_->press(symbol));
  }
  word_changed_ = true;
  return std::nullopt;
}

std::optional<prompt::TextBlock> PromptWindow::word_to_draw() {
  if (!std::exchange(word_changed_, false)) return std::nullopt;
  return layout_.word_block(keyboard_ ? word_.shown() : word_.text());
}

void PromptWindow::show_word(prompt::DrawnText drawn) {
  const bool hint = !keyboard_ && word_.text().empty();
  layout_.show_word(hint ? std::nullopt : std::optional(std::move(drawn)), keyboard_.has_value());
  put_image(x_->display(), window_, layout_.paint(ready_drawn_, seconds_drawn_));
  XFlush(x_->display());
}

bool PromptWindow::pointer_is_inside() const {
  Window root = 0, child = 0;
  int root_x = 0, root_y = 0, x = 0, y = 0;
  unsigned mask = 0;
  if (!XQueryPointer(x_->display(), window_, &root, &child, &root_x, &root_y, &x, &y, &mask)) return false;
  return inside({0, 0, prompt::window_width, layout_.height()}, x, y);
}

/// Escape with the pointer on the window. Keys go to the window with the focus, which is never this one.
bool PromptWindow::escape(const XIRawEvent& event) const {
  const auto symbol = XkbKeycodeToKeysym(x_->display(), static_cast<KeyCode>(event.detail), 0, 0);
  return symbol == XK_Escape && pointer_is_inside();
}

std::optional<Answer> PromptWindow::take_input(XGenericEventCookie& cookie, Time now) {
  switch (cookie.evtype) {
    case XI_HierarchyChanged:
      devices_.read(*x_);
      return std::nullopt;
    case XI_RawKeyPress:
      return escape(*static_cast<const XIRawEvent*>(cookie.data)) ? std::optional(Answer::denied) : std::nullopt;
    case XI_RawButtonPress:
      if (keyboard_ && !pointer_is_inside()) end_typing();
      return std::nullopt;
    case XI_ButtonPress:
    case XI_ButtonRelease:
      return pointer(*static_cast<const XIDeviceEvent*>(cookie.data), now);
    case XI_KeyPress:
      return key(*static_cast<const XIDeviceEvent*>(cookie.data), now);
    default:
      return std::nullopt;
  }
}

std::optional<Answer> PromptWindow::take_events(Time now, bool& redraw) {
  std::optional<Answer> answer;
  while (!answer && !x_->lost() && XPending(x_->display()) > 0) {
    XEvent event;
    XNextEvent(x_->display(), &event);
    if (x_->lost()) break;
    if (event.type == GenericEvent && event.xcookie.extension == x_->extensions().xinput_opcode) {
      if (!XGetEventData(x_->display(), &event.xcookie)) continue;
      answer = take_input(event.xcookie, now);
      XFreeEventData(x_->display(), &event.xcookie);
    } else if (event.type == Expose) {
      rules_.note_shown(now);
      redraw = true;
    } else if (event.type == MappingNotify) {
      XRefreshKeyboardMapping(&event.xmapping);
    } else if (event.type == VisibilityNotify && event.xvisibility.state != VisibilityUnobscured) {
      rules_.note_covered(true, now);
    } else if (event.type == DestroyNotify || event.type == UnmapNotify) {
      answer = Answer::dismissed;  // another program unmapped it
    }
  }
  return answer;
}

std::optional<platform::Reply> PromptWindow::take(Time now) {
  bool redraw = false;
  keep_on_top(now);
  if (keyboard_ && now - last_key_ > longest_typing_pause) end_typing();
  if (const auto answer = take_events(now, redraw)) {
    const bool says = *answer == Answer::denied && word_counts_;
    return platform::Reply{*answer, rules_.shown(), says ? word_.text() : std::string()};
  }
  if (x_->lost()) return std::nullopt;
  keep_on_top(now);
  if (redraw || ready_drawn_ != rules_.may_approve(now) || seconds_drawn_ != rules_.seconds_left(now)) draw(now);
  return std::nullopt;
}

}  // namespace interlock::platform::x11
