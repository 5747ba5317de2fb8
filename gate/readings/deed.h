/// What an action does, apart from its target.
#pragma once

#include "values/action.h"

namespace interlock::gate {

/// The properties of an action, apart from its target.
struct Deed {
  bool pointer = false;       ///< goes to the element under the pointer, else to the focus
  bool releases = false;      ///< releases a key or button: stopping it would leave something pressed
  bool needs_target = false;  ///< cannot be judged without its target
  bool presses = false;       ///< presses its target: a click, Return or Space
  bool enters_text = false;   ///< puts characters into its target
  bool pastes = false;        ///< enters text from the clipboard or the selection
};
Deed deed_of(const Action& action);

}  // namespace interlock::gate
