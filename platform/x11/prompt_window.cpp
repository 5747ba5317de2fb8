#include "platform/x11/prompt_window.h"

#include <X11/XKBlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xrender.h>
#include <X11/keysym.h>
#include <algorithm>

#include "platform/notify/text.h"
#include "platform/x11/tree.h"

namespace interlock::platform::x11 {

namespace {

constexpr int width = 560;
constexpr int margin = 24;
constexpr int gap = 12;
constexpr int label_width = 84;
constexpr int button_height = 36;
constexpr int border = 3;

constexpr unsigned paper = 0xFFFFFF, ink = 0x1A1A1A, faint = 0x5A5A5A, edge = 0xB3261E, button_paper = 0xE6E6E6,
                   approve_paper = 0xCFE8CF;

bool inside(const Rect& rect, int x, int y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

bool is_yes(Answer answer) {
  return answer == Answer::approved || answer == Answer::approved_for_session;
}

std::string shown_label(std::string_view key) {
  return std::string(key) + ":";
}

}  // namespace

tl::expected<std::unique_ptr<PromptWindow>, Error> PromptWindow::open(const std::string& display, Prompt prompt) {
  auto connection = Connection::open(display);
  if (!connection) return tl::make_unexpected(connection.error());
  std::unique_ptr<PromptWindow> window(new PromptWindow(std::move(*connection), std::move(prompt)));
  if (auto begun = window->begin(); !begun) return tl::make_unexpected(begun.error());
  return window;
}

PromptWindow::PromptWindow(std::unique_ptr<Connection> connection, Prompt prompt)
    : x_(std::move(connection)), prompt_(std::move(prompt)) {}

PromptWindow::~PromptWindow() {
  if (x_->lost()) {
    // Xlib must not be called any more; what the window was made of is given up with its connection.
    (void)title_.release();
    (void)text_.release();
  } else if (onto_ != nullptr) {
    XftDrawDestroy(onto_);
  }
}

tl::expected<void, Error> PromptWindow::begin() {
  const std::string where = DisplayString(x_->display());
  const std::string advice = "answer with `interlockctl approve " + prompt_.id + "`";
  {
    const auto alone = alone_with_server();
    XRenderQueryFormats(x_->display());  // Xft would use it for the first time
  }
  int event = 0, error = 0, major = 2, minor = 2;
  if (!XQueryExtension(x_->display(), "XInputExtension", &opcode_, &event, &error) ||
      XIQueryVersion(x_->display(), &major, &minor) != Success || !devices_.read(*x_)) {
    return tl::make_unexpected(Error{"a prompt window needs XInput 2", where, advice});
  }
  title_ = std::make_unique<PromptText>(x_->display(), "sans:bold:pixelsize=17");
  text_ = std::make_unique<PromptText>(x_->display(), "sans:pixelsize=14");
  if (!title_->usable() || !text_->usable()) {
    return tl::make_unexpected(Error{"a prompt window needs a font", where, advice});
  }
  lay_out();
  if (prompt_.picture && !fits_screen()) {
    prompt_.picture.reset();
    lay_out();
  }
  make_window();
  return {};
}

void PromptWindow::add_text(std::string_view text, bool title, int x, std::size_t most) {
  constexpr std::size_t longest = 400;
  PromptText& font = title ? *title_ : *text_;
  const std::string visible = notify::visible_line(text, longest);
  for (std::string& line : font.lines(visible, width - margin - x, most)) {
    lines_.push_back({std::move(line), title, false, x, height_ + font.ascent()});
    height_ += font.line_height();
  }
}

bool PromptWindow::fits_screen() const {
  return height_ + 2 * border <= DisplayHeight(x_->display(), DefaultScreen(x_->display()));
}

/// Top to bottom: why the last answer did not count, what would be done, on what, who asks and where, the buttons.
void PromptWindow::lay_out() {
  lines_.clear();
  buttons_.clear();
  height_ = margin;
  if (!prompt_.notice.empty()) add_text(prompt_.notice + ".", false, margin, 2);
  add_text(prompt_.title, true, margin, 4);
  height_ += gap;
  picture_top_ = height_;
  if (prompt_.picture) height_ += prompt_.picture->image.height + gap;
  for (const auto& [key, value] : prompt_.rows) {
    if (value.empty()) continue;
    lines_.push_back({shown_label(key), false, true, margin, height_ + text_->ascent()});
    add_text(value, false, margin + label_width, 4);
  }
  height_ += gap;
  if (!prompt_.can_approve) add_text("To approve: interlockctl approve " + prompt_.id, false, margin, 1);
  height_ += gap;
  int right = width - margin;
  const auto add = [&](Answer answer, std::string label) {
    const int wide = std::max(110, text_->width(label) + 2 * margin);
    buttons_.push_back({answer, std::move(label), {right - wide, height_, wide, button_height}});
    right -= wide + gap;
  };
  add(Answer::denied, "Deny");
  if (prompt_.can_approve) add(Answer::approved, "Approve");
  if (prompt_.can_approve && prompt_.may_last) add(Answer::approved_for_session, "For this session");
  height_ += button_height + margin;
}

void PromptWindow::make_window() {
  Display* display = x_->display();
  const int screen = DefaultScreen(display);
  XSetWindowAttributes attributes{};
  attributes.override_redirect = True;
  attributes.background_pixel = paper;
  attributes.border_pixel = edge;
  attributes.event_mask = ExposureMask | VisibilityChangeMask | StructureNotifyMask;
  const int left = std::max(0, (DisplayWidth(display, screen) - width) / 2);
  const int top = std::max(0, (DisplayHeight(display, screen) - height_) / 4);
  window_ = XCreateWindow(display, x_->root(), left, top, static_cast<unsigned>(width), static_cast<unsigned>(height_),
                          border, CopyFromParent, InputOutput, nullptr,
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

  onto_ = XftDrawCreate(display, window_, DefaultVisual(display, screen), DefaultColormap(display, screen));
  XMapRaised(display, window_);
  XFlush(display);
}

XftColor PromptWindow::colour(unsigned rgb) const {
  const auto part = [&](int shift) { return static_cast<unsigned short>(((rgb >> shift) & 0xFF) * 0x101); };
  return {rgb, {part(16), part(8), part(0), 0xFFFF}};
}

void PromptWindow::draw_picture() {
  Display* display = x_->display();
  const Image& image = prompt_.picture->image;
  const int screen = DefaultScreen(display);
  const Visual& visual = *DefaultVisual(display, screen);
  if (visual.c_class != TrueColor) return;
  XImage* shown =
      XCreateImage(display, DefaultVisual(display, screen), static_cast<unsigned>(DefaultDepth(display, screen)),
                   ZPixmap, 0, nullptr, static_cast<unsigned>(image.width), static_cast<unsigned>(image.height), 32, 0);
  if (shown == nullptr) return;
  std::vector<char> bytes(static_cast<std::size_t>(shown->bytes_per_line) * static_cast<std::size_t>(image.height));
  shown->data = bytes.data();
  // A visual has as many bits of each colour as its mask.
  const auto part = [](std::uint32_t eight_bits, unsigned long mask) {
    return mask == 0 ? 0 : (eight_bits & 0xFF) * (mask / (mask & ~(mask - 1))) / 0xFF * (mask & ~(mask - 1));
  };
  auto pixel = image.pixels.begin();
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x, ++pixel) {
      XPutPixel(
          shown, x, y,
          part(*pixel >> 16, visual.red_mask) | part(*pixel >> 8, visual.green_mask) | part(*pixel, visual.blue_mask));
    }
  }
  XPutImage(display, window_, DefaultGC(display, screen), shown, 0, 0, margin, picture_top_,
            static_cast<unsigned>(image.width), static_cast<unsigned>(image.height));
  shown->data = nullptr;  // ours
  XDestroyImage(shown);
}

void PromptWindow::draw(Time now) {
  Display* display = x_->display();
  XClearWindow(display, window_);
  for (const Line& line : lines_) {
    const XftColor pen = colour(line.label ? faint : ink);
    (line.title ? *title_ : *text_).draw(onto_, pen, line.x, line.baseline, line.text);
  }
  if (prompt_.picture) draw_picture();
  ready_drawn_ = may_approve(now);
  for (const Button& button : buttons_) {
    const bool yes = is_yes(button.answer);
    const XftColor face = colour(yes && ready_drawn_ ? approve_paper : button_paper);
    const XftColor pen = colour(yes && !ready_drawn_ ? faint : ink);
    const Rect& rect = button.rect;
    XftDrawRect(onto_, &face, rect.x, rect.y, static_cast<unsigned>(rect.width), static_cast<unsigned>(rect.height));
    const int x = rect.x + (rect.width - text_->width(button.label)) / 2;
    text_->draw(onto_, pen, x, rect.y + (rect.height + text_->ascent()) / 2 - 2, button.label);
  }
  XFlush(display);
}

/// Whether a window that lies above hides any of it, or would be taken for a part of it.
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

const PromptWindow::Button* PromptWindow::button_at(int x, int y) const {
  const auto found =
      std::find_if(buttons_.begin(), buttons_.end(), [&](const Button& button) { return inside(button.rect, x, y); });
  return found == buttons_.end() ? nullptr : &*found;
}

/// A press and its release on one button, by one device.
std::optional<Answer> PromptWindow::pointer(const XIDeviceEvent& event, Time now) {
  if (event.detail != Button1) return std::nullopt;
  const Button* button = button_at(static_cast<int>(event.event_x), static_cast<int>(event.event_y));
  const auto held = std::exchange(held_, std::nullopt);
  if (button == nullptr || event.send_event) return std::nullopt;
  if (is_yes(button->answer)) {
    if (devices_.source(event.sourceid) == InputDevices::Source::unknown) devices_.read(*x_);
    const bool real = devices_.source(event.sourceid) == InputDevices::Source::real;
    if ((prompt_.real_input_only && !real) || !may_approve(now) || is_covered()) return std::nullopt;
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
  return inside({0, 0, width, height_}, x, y);
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
      answer = Answer::dismissed;  // another program took it away
    }
  }
  if (answer || x_->lost()) return answer;
  keep_on_top(now);
  if (redraw || ready_drawn_ != may_approve(now)) draw(now);
  return std::nullopt;
}

}  // namespace interlock::platform::x11
