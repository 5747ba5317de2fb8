#include "platform/x11/hands.h"

#include <X11/XKBlib.h>
#include <X11/extensions/XInput.h>
#include <X11/extensions/XTest.h>
#include <sys/uio.h>
#include <xcb/xcbext.h>
#include <chrono>
#include <thread>
#include <utility>

namespace interlock::platform::x11 {
namespace {

/// Calls `release` for each set bit of a device's state.
template <class Release>
void each_down(const Connection& x, XID device_id, Release release) {
  if (!device_id || x.lost()) return;
  XDevice* device = XOpenDevice(x.display(), device_id);
  if (!device) return;
  XDeviceState* state = XQueryDeviceState(x.display(), device);
  const auto* input = state ? state->data : nullptr;
  for (int i = 0; state && i < state->num_classes; ++i) {
    const auto bits = [&](const char* down, int count) {
      for (int bit = 0; bit < count; ++bit) {
        if (static_cast<unsigned char>(down[bit / 8]) & (1U << (static_cast<unsigned>(bit) % 8))) {
          release(input->c_class, static_cast<unsigned>(bit));
        }
      }
    };
    if (input->c_class == KeyClass) bits(reinterpret_cast<const XKeyState*>(input)->keys, 256);
    if (input->c_class == ButtonClass) bits(reinterpret_cast<const XButtonState*>(input)->buttons, 256);
    input = reinterpret_cast<const XInputClass*>(reinterpret_cast<const char*>(input) + input->length);
  }
  if (state) XFreeDeviceState(state);
  XCloseDevice(x.display(), device);
}

xcb_extension_t xtest_extension{"XTEST", 0};

/// X11/extensions/xtestproto.h, xXTestFakeInputReq.
struct FakeInput {
  std::uint8_t major = 0, minor = 0;
  std::uint16_t length = 0;
  std::uint8_t type = 0, detail = 0;
  std::uint16_t unused0 = 0;
  std::uint32_t time = XCB_CURRENT_TIME, root = XCB_WINDOW_NONE, unused1[2] = {};
  std::int16_t x = 0, y = 0;
  std::uint8_t unused2[7] = {}, device = 0;
};
static_assert(sizeof(FakeInput) == 36);

/// XTestFakeInput by XCB. With Xlib's, each change between the two libraries is a write of its own, and each write
/// wakes the server, which then passes events on to applications that compete with the rest of the act.
void fake_input(const Connection& x, FakeInput request) {
  iovec parts[3] = {};  // XCB needs two free entries before the first
  parts[2] = {.iov_base = &request, .iov_len = sizeof request};
  const xcb_protocol_request_t protocol{.count = 1, .ext = &xtest_extension, .opcode = 2, .isvoid = 1};
  xcb_send_request(x.xcb(), 0, &parts[2], &protocol);
}

}  // namespace

void Hands::move(Point to) {
  fake_input(x_, {.type = XCB_MOTION_NOTIFY,
                  .root = x_.root(),
                  .x = static_cast<std::int16_t>(to.x),
                  .y = static_cast<std::int16_t>(to.y)});
}

void Hands::button(unsigned number, bool down) {
  fake_input(x_, {.type = static_cast<std::uint8_t>(down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE),
                  .detail = static_cast<std::uint8_t>(number)});
}

// Our own grab gets the press and freezes the pointer on it. A replayed press is processed again as if it had just
// arrived, except that passive grabs on our grab's window and all above it are ignored this time (X protocol,
// AllowEvents). A grab on the window where the pointer is causes no Enter or Leave events.
xcb_grab_pointer_cookie_t Hands::ask_for_pointer(xcb_window_t window) {
  return xcb_grab_pointer(x_.xcb(), 0, window, XCB_EVENT_MASK_BUTTON_PRESS, XCB_GRAB_MODE_SYNC, XCB_GRAB_MODE_ASYNC,
                          XCB_WINDOW_NONE, XCB_CURSOR_NONE, XCB_CURRENT_TIME);
}

bool Hands::has_pointer(xcb_grab_pointer_cookie_t asked) {
  const Reply<xcb_grab_pointer_reply_t> grab(xcb_grab_pointer_reply(x_.xcb(), asked, nullptr));
  return grab && grab->status == XCB_GRAB_STATUS_SUCCESS;
}

void Hands::press_past_grabs(unsigned number) {
  xcb_allow_events(x_.xcb(), XCB_ALLOW_SYNC_POINTER, XCB_CURRENT_TIME);
  button(number, true);
  xcb_allow_events(x_.xcb(), XCB_ALLOW_REPLAY_POINTER, XCB_CURRENT_TIME);
  let_pointer_go();  // if no press came: the button was down already
}

void Hands::let_pointer_go() {
  xcb_ungrab_pointer(x_.xcb(), XCB_CURRENT_TIME);
}

void Hands::key(KeyCode code, bool down) {
  if (x_.lost()) return;
  XTestFakeKeyEvent(x_.display(), code, down ? True : False, CurrentTime);
}

void Hands::let_time_pass() {
  if (x_.lost()) return;
  wait_finished(ask_finished());
  std::this_thread::sleep_for(std::chrono::milliseconds{2});  // the server's clock counts milliseconds
}

void Hands::finish() {
  if (!x_.lost()) XSync(x_.display(), False);
}

void Hands::wait_finished(xcb_get_input_focus_cookie_t asked) {
  const Reply<xcb_get_input_focus_reply_t> done(xcb_get_input_focus_reply(x_.xcb(), asked, nullptr));
}

void Hands::stroke(const Stroke& stroke, const Keymap& keymap) {
  std::vector<KeyCode> modifiers;
  if (stroke.shift) modifiers.push_back(keymap.key_of(Modifier::shift).value_or(0));
  if (stroke.level3) modifiers.push_back(keymap.level3_key().value_or(0));
  const HeldModifiers held(*this, std::move(modifiers));
  key(stroke.code, true);
  key(stroke.code, false);
}

void Hands::release_held(unsigned number) {
  button(number, false);
  buttons_.erase(number);
}

void Hands::hold_key(KeyCode code, bool down) {
  key(code, down);
  if (down) {
    keys_.insert(code);
  } else {
    keys_.erase(code);
  }
}

void Hands::release_all() {
  const ServerGrab grab(x_);
  each_down(x_, x_.xtest_keyboard(), [this](int kind, unsigned code) {
    if (kind == KeyClass) key(static_cast<KeyCode>(code), false);
  });
  each_down(x_, x_.xtest_pointer(), [this](int kind, unsigned number) {
    if (kind == ButtonClass) button(number, false);
  });
  finish();
  keys_.clear();
  buttons_.clear();
}

HeldModifiers::HeldModifiers(Hands& hands, std::vector<KeyCode> codes) : hands_(hands), codes_(std::move(codes)) {
  for (const auto code : codes_) hands_.key(code, true);
}

HeldModifiers::~HeldModifiers() {
  for (auto code = codes_.rbegin(); code != codes_.rend(); ++code) hands_.key(*code, false);
}

CapsLockOff::CapsLockOff(const Connection& x, bool on) : x_(x), on_(on) {
  if (on_ && !x_.lost()) XkbLockModifiers(x_.display(), XkbUseCoreKbd, LockMask, 0);
}

CapsLockOff::~CapsLockOff() {
  if (on_ && !x_.lost()) XkbLockModifiers(x_.display(), XkbUseCoreKbd, LockMask, LockMask);
}

}  // namespace interlock::platform::x11
