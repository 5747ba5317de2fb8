/// A person at a desktop with real devices (DesktopOptions::real_devices): presses and motions come from the desktop's
/// mouse and keyboard, not from XTEST. For tests.
#pragma once

#include <string>
#include <vector>

#include "tests/desktop/desktop.h"

namespace interlock::test {

class Human {
 public:
  explicit Human(const Desktop& desktop);  ///< throws if it has no real devices

  void moves(int x, int y) const;  ///< moves the mouse there
  void clicks(int x, int y) const;
  void presses(const std::string& keys) const;  ///< as xdotool names them: "a", "shift+super+Escape"
  void types(const std::string& text) const;
  /// xdotool commands: {"mousedown", "1"}
  void does(const std::vector<std::string>& command) const;

 private:
  Process::Environment environment_;
};

}  // namespace interlock::test
