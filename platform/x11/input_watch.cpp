#include "platform/x11/input_watch.h"

#include <X11/XKBlib.h>
#include <X11/Xutil.h>

namespace interlock::platform::x11 {

using namespace std::chrono_literals;

namespace {

/// An act in progress when the watch began sent no marks, so nothing is reported as foreign before it must have ended.
constexpr auto settling = 1s;
/// A press of the panic key on a real keyboard is reported first as a raw event, then as a grabbed one.
constexpr auto same_press = 300ms;

void count(const XIRawEvent& event, ForeignInput& foreign) {
  if (event.evtype == XI_RawKeyPress) ++foreign.keys;
  if (event.evtype == XI_RawButtonPress || event.evtype == XI_RawTouchBegin) ++foreign.buttons;
  if (event.evtype == XI_RawMotion) ++foreign.motions;
}

}  // namespace

tl::expected<std::unique_ptr<InputWatch>, Error> InputWatch::open(const std::string& name,
                                                                  std::shared_ptr<OwnInput> own) {
  auto connection = Connection::open(name);
  if (!connection) return tl::make_unexpected(connection.error());
  auto watch = std::make_unique<InputWatch>(std::move(*connection), std::move(own));
  if (auto begun = watch->begin(); !begun) return tl::make_unexpected(begun.error());
  return watch;
}

InputWatch::InputWatch(std::unique_ptr<Connection> connection, std::shared_ptr<OwnInput> own)
    : x_(std::move(connection)), own_(std::move(own)) {}

InputWatch::~InputWatch() {
  own_->watched_by(0);
}

tl::expected<void, Error> InputWatch::begin() {
  const std::string where = DisplayString(x_->display());
  if (!x_->extensions().xinput || x_->extensions().xinput_version < 22) {
    return tl::make_unexpected(Error{"the X server has no XInput 2.2", where,
                                     "without it a person's use of mouse and keyboard cannot be noticed"});
  }
  own_->watched_by(x_->hidden());
  unsigned char raw[XIMaskLen(XI_LASTEVENT)] = {};
  for (const int type : {XI_RawKeyPress, XI_RawKeyRelease, XI_RawButtonPress, XI_RawMotion, XI_RawTouchBegin}) {
    XISetMask(raw, type);
  }
  unsigned char changes[XIMaskLen(XI_LASTEVENT)] = {};
  XISetMask(changes, XI_HierarchyChanged);
  XIEventMask masks[] = {{XIAllMasterDevices, sizeof raw, raw}, {XIAllDevices, sizeof changes, changes}};
  XISelectEvents(x_->display(), x_->root(), masks, 2);
  XkbSelectEvents(x_->display(), XkbUseCoreKbd, XkbNewKeyboardNotifyMask | XkbMapNotifyMask,
                  XkbNewKeyboardNotifyMask | XkbMapNotifyMask);
  if (!devices_.read(*x_)) {
    return tl::make_unexpected(Error{"the X server does not list its input devices", where, ""});
  }
  auto sent = SentEvents::open(where);
  if (sent) {
    sent_ = std::move(*sent);
  } else {
    sent_trouble_ = sent.error().text();
  }
  counts_from_ = std::chrono::steady_clock::now() + settling;
  return {};
}

void InputWatch::set_panic_key(std::optional<KeyChord> chord) {
  chord_ = std::move(chord);
  panic_.set(*x_, chord_);
}

InputWatch::Seen InputWatch::take(Time now) {
  Seen seen;
  bool layout_changed = false;
  while (!x_->lost() && XPending(x_->display()) > 0) {
    XEvent event;
    XNextEvent(x_->display(), &event);
    if (x_->lost()) break;
    if (event.type == GenericEvent && event.xcookie.extension == x_->extensions().xinput_opcode) {
      if (!XGetEventData(x_->display(), &event.xcookie)) continue;
      if (event.xcookie.evtype == XI_HierarchyChanged) {
        devices_.read(*x_);
        panic_.forget_held();
      } else {
        raw(*static_cast<const XIRawEvent*>(event.xcookie.data), seen, now);
      }
      XFreeEventData(x_->display(), &event.xcookie);
    } else if (event.type == ClientMessage) {
      xcb_client_message_event_t message{};
      message.data.data32[0] = static_cast<std::uint32_t>(event.xclient.data.l[0]);
      message.data.data32[1] = static_cast<std::uint32_t>(event.xclient.data.l[1]);
      if (const auto begins = own_->read(message)) ours_ = *begins;
    } else if (event.type == KeyPress && panic_.is_grabbed(event.xkey.keycode)) {
      if (now - real_panic_ > same_press) seen.panic = PanicKey{.real = false};
    } else if (event.type == MappingNotify || event.type == x_->extensions().xkb_event) {
      if (event.type == MappingNotify) XRefreshKeyboardMapping(&event.xmapping);
      if (event.type == x_->extensions().xkb_event)
        XkbRefreshKeyboardMapping(reinterpret_cast<XkbMapNotifyEvent*>(&event));
      layout_changed = true;
    }
  }
  if (layout_changed) set_panic_key(std::move(chord_));
  read_sent(seen);
  return seen;
}

void InputWatch::read_sent(Seen& seen) {
  if (!sent_) return;
  const ForeignInput sent = sent_->take(*x_);
  seen.foreign.keys += sent.keys;
  seen.foreign.buttons += sent.buttons;
  if (!sent_->lost() || x_->lost()) return;
  sent_.reset();
  sent_trouble_ = "the X server closed the connection that shows them";
}

bool InputWatch::has_more() const {
  return !x_->lost() && XPending(x_->display()) > 0;
}

void InputWatch::raw(const XIRawEvent& event, Seen& seen, Time now) {
  if (devices_.source(event.sourceid) == InputDevices::Source::unknown) devices_.read(*x_);
  switch (devices_.source(event.sourceid)) {
    case InputDevices::Source::real:
      real(event, seen, now);
      break;
    case InputDevices::Source::synthetic:
    case InputDevices::Source::unknown:
      if (!ours_ && now >= counts_from_) count(event, seen.foreign);
      break;
  }
}

void InputWatch::real(const XIRawEvent& event, Seen& seen, Time now) {
  const auto code = static_cast<unsigned>(event.detail);
  if (event.evtype == XI_RawKeyRelease) {
    panic_.real_key(code, false);
  } else if (event.evtype == XI_RawKeyPress) {
    seen.press = InputKind::key;
    if (!panic_.real_key(code, true)) return;
    if (now - real_panic_ > same_press) seen.panic = PanicKey{.real = true};
    real_panic_ = now;
  } else if (event.evtype == XI_RawButtonPress || event.evtype == XI_RawTouchBegin) {
    seen.press = InputKind::button;
  } else if (event.evtype == XI_RawMotion) {
    const auto motion = devices_.motion(*x_, event);
    seen.motion = motion_.moved(motion.dx, motion.dy, now) || seen.motion;
  }
}

}  // namespace interlock::platform::x11
