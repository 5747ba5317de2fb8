/// The one chord that is the human's alone. It is known by the keys that real keyboards report as down, whatever a
/// program holds or grabs meanwhile; grabbed, too, so that applications do not get it.
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
  /// Takes the chord, in the keyboard layout of now; none: no chord. Again after each change of the layout.
  void set(const Connection& x, const std::optional<KeyChord>& chord);
  /// Why it does not work, or not as it should.
  const std::string& trouble() const { return trouble_; }

  /// A real key went down or up: true when the chord is complete by it. Further modifiers do not matter.
  bool real_key(unsigned code, bool down);
  /// Whether a grabbed press is the chord's.
  bool is_grabbed(unsigned code) const { return keys_.contains(code); }
  /// A keyboard may have gone, and with it the word that its keys are up.
  void forget_held() { down_.clear(); }

 private:
  void grab(const Connection& x, unsigned modifiers);

  std::set<unsigned> keys_;                    ///< codes of the chord's key
  std::vector<std::set<unsigned>> modifiers_;  ///< of each modifier of the chord, the codes that are it
  std::set<unsigned> down_;
  std::string trouble_;
};

}  // namespace interlock::platform::x11
