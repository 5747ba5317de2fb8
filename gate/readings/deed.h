/// What an action does, apart from what it meets.
#pragma once

#include "values/action.h"

namespace interlock::gate {

/// The shape of an action, apart from what it meets.
struct Deed {
  bool pointer = false;       ///< goes to the element under the pointer, else to the focus
  bool releases = false;      ///< lets go of a key or button: stopping it would leave something pressed
  bool needs_target = false;  ///< is meaningless to judge without knowing what it meets
  bool presses = false;       ///< presses what it meets: a click, Return or Space
  bool enters_text = false;   ///< puts characters into what it meets
  bool pastes = false;        ///< ... out of the clipboard or the selection
};
Deed deed_of(const Action& action);

}  // namespace interlock::gate
