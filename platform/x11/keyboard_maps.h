/// The symbols of the keys of all keyboards, and writing other symbols to keys that none of them uses. Display thread.
#pragma once

#include "platform/x11/xlib.h"

#include <X11/XKBlib.h>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// The symbols of a key without and with Shift, in every group. Two NoSymbols: the key has no symbols.
using Symbols = std::array<KeySym, 2>;

/// A display has one map for its core keyboard, which clients see, and one for each device behind it. When a key of a
/// device is pressed, the device's map becomes the core keyboard's. All have the same layout unless a person gave one
/// device a layout of its own.
class KeyboardMaps {
 public:
  /// Reads all maps. To change them, call this under the same server grab as the change.
  explicit KeyboardMaps(const Connection& x);
  /// False: the server did not answer.
  bool known() const { return !maps_.empty(); }

  /// Keys without symbols and without modifiers on all keyboards.
  std::vector<KeyCode> spare() const;
  /// True if the key has exactly these symbols, in a map with one group of two.
  bool gives(KeyCode code, const Symbols& symbols) const;
  /// Changes all keyboards, in one change if possible: each change makes every client read the map again, which takes
  /// some of them 10 ms. (If devices have layouts of their own, each key is a change of its own, because a single
  /// change would also write keys that are not ours.)
  void set(const std::map<KeyCode, Symbols>& keys);

 private:
  struct Forget {
    void operator()(XkbDescPtr map) const { XkbFreeKeyboard(map, XkbAllComponentsMask, True); }
  };
  using Map = std::unique_ptr<XkbDescRec, Forget>;

  void add(unsigned device);
  bool alike(KeyCode first, KeyCode last) const;
  bool set_at_once(const std::map<KeyCode, Symbols>& keys);
  void tell_state();

  const Connection& x_;
  std::vector<Map> maps_;  ///< the core keyboard's first
};

}  // namespace interlock::platform::x11
