/// XTEST's pointer and keyboard: single presses and releases, and keys and buttons held over more than one act.
#pragma once

#include "platform/x11/xlib.h"

#include <set>

#include "platform/x11/connection.h"
#include "platform/x11/keymap.h"

namespace interlock::platform::x11 {

class Hands {
 public:
  explicit Hands(const Connection& x) : x_(x) {}

  void move(Point to);
  void button(unsigned number, bool down);
  /// Grabs the pointer on `window` for one press past the passive grabs on it and on all above it: their owners do not
  /// see the press, and its next receiver gets it as if there were none. Only under the server grab.
  xcb_grab_pointer_cookie_t ask_for_pointer(xcb_window_t window);
  /// False: another client holds the pointer.
  bool has_pointer(xcb_grab_pointer_cookie_t asked);
  /// The one press, with the pointer in the window given to the grab, or below it.
  void press_past_grabs(unsigned number);
  void let_pointer_go();
  void key(KeyCode code, bool down);
  /// Later events get a later time stamp than earlier ones.
  void let_time_pass();
  /// Returns when the server has processed all of it.
  void finish();
  /// The same in two steps, to send the request under a server grab and wait for the answer after it.
  xcb_get_input_focus_cookie_t ask_finished() { return xcb_get_input_focus(x_.xcb()); }
  void wait_finished(xcb_get_input_focus_cookie_t asked);
  /// Presses and releases the key of a stroke, with its modifiers around it.
  void stroke(const Stroke& stroke, const Keymap& keymap);

  const std::set<unsigned>& held_buttons() const { return buttons_; }
  const std::set<KeyCode>& held_keys() const { return keys_; }
  void note_held(unsigned number) { buttons_.insert(number); }  ///< the button was pressed and stays pressed
  void release_held(unsigned number);
  void hold_key(KeyCode code, bool down);

  /// Releases what XTEST's own devices hold, including what other clients pressed: a held key outlives its client.
  /// Never releases what the human holds on a real device.
  void release_all();

 private:
  const Connection& x_;
  std::set<unsigned> buttons_;
  std::set<KeyCode> keys_;
};

/// Modifier keys held while it lives.
class HeldModifiers {
 public:
  HeldModifiers(Hands& hands, std::vector<KeyCode> codes);
  ~HeldModifiers();
  HeldModifiers(const HeldModifiers&) = delete;
  HeldModifiers& operator=(const HeldModifiers&) = delete;

 private:
  Hands& hands_;
  const std::vector<KeyCode> codes_;
};

/// Switches Caps Lock off while it lives; both changes happen under one server grab, so that nobody types in between.
class CapsLockOff {
 public:
  CapsLockOff(const Connection& x, bool on);
  ~CapsLockOff();
  CapsLockOff(const CapsLockOff&) = delete;
  CapsLockOff& operator=(const CapsLockOff&) = delete;

 private:
  const Connection& x_;
  const bool on_;
};

}  // namespace interlock::platform::x11
