/// Which symbols the keys of all keyboards give, and other symbols for keys that none of them uses. Display thread.
#pragma once

#include "platform/x11/xlib.h"

#include <X11/XKBlib.h>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// What a key gives alone and with Shift, in every group. Two NoSymbols: the key gives nothing.
using Symbols = std::array<KeySym, 2>;

/// A display has a map for its core keyboard, which clients see, and one for each device behind it, which becomes the
/// core keyboard's when a key of that device is pressed. All have the same layout unless a person gave one to one
/// device alone.
class KeyboardMaps {
 public:
  /// Reads all of them. To change them: under the server grab in which that is done.
  explicit KeyboardMaps(const Connection& x);
  /// False: the display does not say.
  bool known() const { return !maps_.empty(); }

  /// Keys without any symbol and any modifier on all keyboards.
  std::vector<KeyCode> spare() const;
  /// True if the key gives just these, on a map of one group of two.
  bool gives(KeyCode code, const Symbols& symbols) const;
  /// On all keyboards at once, and as one change where that is possible: each change makes every client read the map
  /// again, which takes some of them 10 ms. (Where devices have layouts of their own, it is a change a key: in one,
  /// keys would be written that are not ours.)
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
