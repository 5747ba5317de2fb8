#include "values/input_names.h"

namespace interlock {

std::string_view button_name(Button button) {
  switch (button) {
    case Button::left:
      return "left";
    case Button::middle:
      return "middle";
    case Button::right:
      return "right";
    case Button::back:
      return "back";
    case Button::forward:
      return "forward";
  }
  return "left";
}

std::string_view modifier_keysym(Modifier modifier) {
  switch (modifier) {
    case Modifier::shift:
      return "Shift_L";
    case Modifier::ctrl:
      return "Control_L";
    case Modifier::alt:
      return "Alt_L";
    case Modifier::super:
      return "Super_L";
  }
  return "Shift_L";
}

}  // namespace interlock
