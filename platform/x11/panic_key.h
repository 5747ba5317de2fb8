/// The one chord that is reserved for the human. It is recognised by the keys that real keyboards report as down,
/// whatever another program holds or grabs. It is also grabbed, so that applications do not get it.
#pragma once

#include "platform/x11/xlib.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "platform/x11/connection.h"
#include "values/action.h"

namespace interlock::platform::x11 {

class PanicKeyWatch {
 public:
  /// Grabs the chord in the current keyboard layout; none: no chord. Call it again after each change of the layout.
  void set(const Connection& x, const std::optional<KeyChord>& chord);
  /// Why the chord does not work, or not fully.
  const std::string& trouble() const { return trouble_; }

  /// A real key went down or up: true if the chord is now complete. Further modifiers do not matter.
  bool real_key(unsigned code, bool down);
  /// Whether a grabbed press belongs to the chord.
  bool is_grabbed(unsigned code) const { return keys_.contains(code); }
  /// A keyboard may have been removed, and the releases of its keys are then never reported.
  void forget_held() { down_.clear(); }

 private:
  void grab(const Connection& x, unsigned modifiers);

  std::set<unsigned> keys_;                    ///< codes of the chord's key
  std::vector<std::set<unsigned>> modifiers_;  ///< for each modifier of the chord, the codes of its keys
  std::set<unsigned> down_;
  std::string trouble_;
};

}  // namespace interlock::platform::x11
