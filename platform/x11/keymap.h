/// Which key, with which modifiers, gives a symbol on the current keyboard layout.
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
  /// Reads the map again if it, the group or a lock has changed. False: the server did not answer.
  bool refresh(const Connection& x);
  /// Reads the events that have arrived; only changes of the keyboard matter.
  void take_events(const Connection& x);
  /// Call this after a change of our own, to use it before the server's event about it arrives.
  void invalidate() { stale_ = true; }

  /// In the current group, with Caps Lock off. Nothing: the layout does not have the symbol.
  std::optional<Stroke> find(KeySym symbol) const;
  std::optional<Stroke> find_character(char32_t character) const;
  std::optional<KeyCode> key_of(Modifier modifier) const;
  std::optional<KeyCode> level3_key() const { return level3_; }
  /// Real modifiers that are set while this key is held.
  unsigned modifiers_of(KeyCode code) const;

  unsigned group() const { return group_; }
  /// Modifiers in force through held or latched keys.
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
