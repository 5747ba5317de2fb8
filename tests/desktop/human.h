/// The person at a desktop with real devices (DesktopOptions::real_devices): what they press and move comes to the
/// desktop from its mouse and keyboard, not from XTEST. For tests.
#pragma once

#include <string>
#include <vector>

#include "tests/desktop/desktop.h"

namespace interlock::test {

class Human {
 public:
  explicit Human(const Desktop& desktop);  ///< throws when it has no real devices

  void moves(int x, int y) const;  ///< the mouse, to that place
  void clicks(int x, int y) const;
  void presses(const std::string& keys) const;  ///< as xdotool names them: "a", "shift+super+Escape"
  void types(const std::string& text) const;
  /// xdotool's own words: {"mousedown", "1"}
  void does(const std::vector<std::string>& command) const;

 private:
  Process::Environment environment_;
};

}  // namespace interlock::test
