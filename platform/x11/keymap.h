/// Which key, with which modifiers, gives a symbol on the keyboard layout that is in force now.
#pragma once

#include "platform/x11/xlib.h"

#include <X11/XKBlib.h>
#include <memory>
#include <optional>
#include <unordered_map>

#include "platform/x11/connection.h"
#include "values/key_chord.h"

namespace interlock::platform::x11 {

struct Stroke {
  KeyCode code = 0;
  bool shift = false;
  bool level3 = false;  ///< AltGr
};

class Keymap {
 public:
  /// Reads the map again if it, the group or a lock has changed. False: the display does not say.
  bool refresh(const Connection& x);
  /// Takes the events that have come in, of which only changes of the keyboard matter.
  void take_events(const Connection& x);
  /// After a change of our own, which may be used before the server's event about it.
  void invalidate() { stale_ = true; }

  /// In the current group, with Caps Lock off. Nothing: the layout does not have it.
  std::optional<Stroke> find(KeySym symbol) const;
  std::optional<Stroke> find_character(char32_t character) const;
  std::optional<KeyCode> key_of(Modifier modifier) const;
  std::optional<KeyCode> level3_key() const { return level3_; }
  /// Real modifiers that a key sets while it is held.
  unsigned modifiers_of(KeyCode code) const;

  unsigned group() const { return group_; }
  /// Modifiers that are in force by held or latched keys.
  unsigned held() const { return held_; }
  bool caps_lock() const { return caps_lock_; }

 private:
  struct Forget {
    void operator()(XkbDescPtr map) const { XkbFreeKeyboard(map, XkbAllComponentsMask, True); }
  };
  void index();

  std::unique_ptr<XkbDescRec, Forget> map_;
  std::unordered_map<KeySym, Stroke> strokes_;
  std::optional<KeyCode> level3_;
  bool stale_ = true;
  unsigned group_ = 0;
  unsigned locked_ = 0;  ///< without Caps Lock
  unsigned held_ = 0;
  bool caps_lock_ = false;
};

}  // namespace interlock::platform::x11
