/// Names of the wire's enumerations, defined once for decoding and encoding.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "values/action.h"

namespace interlock::ipc {

/// What an action may be aimed at by `ref`.
enum class Aim : std::uint8_t {
  nothing,  ///< takes no ref
  either,   ///< a point, or the focus; or an element
  element,  ///< an element alone
};

struct ActionType {
  std::string_view name;
  Aim aim;
  std::string_view meaning;  ///< for models
};

/// First those of the alternatives of ActionBody, in their order; then what is done by ref alone: a click that only
/// gives the focus, a move with scroll_into_view.
inline constexpr auto action_types = std::to_array<ActionType>({
    {"move", Aim::either, "Moves the pointer."},
    {"click", Aim::either, "Clicks; count 2 is a double click."},
    {"drag", Aim::either, "Presses at `from` and lets go at `to`."},
    {"scroll", Aim::either, "Turns the wheel at a point, in clicks of the wheel: dy down, dx right."},
    {"type", Aim::either, "Types text where the keyboard focus is."},
    {"key", Aim::either, "Presses keys."},
    {"key_down", Aim::nothing, "Holds one key until key_up."},
    {"key_up", Aim::nothing, "Lets go of one key."},
    {"mouse_down", Aim::either, "Holds a button of the mouse until mouse_up."},
    {"mouse_up", Aim::either, "Lets go of a button of the mouse."},
    {"wait", Aim::nothing, "Waits."},
    {"navigate", Aim::nothing, "Opens an address in the browser that has the focus."},
    {"sequence", Aim::nothing, "Actions in order; stops at the first that is not done."},
    {"window", Aim::nothing, "Brings a window to the front, minimizes, shows or hides it."},
    {"move_window", Aim::nothing, "Moves a window."},
    {"resize_window", Aim::nothing, "Resizes a window; 0 leaves it as wide or high as it is."},
    {"close_window", Aim::nothing, "Asks a window to close; kill ends its program."},
    {"desktop", Aim::nothing, "Shows a desktop (the first is 0), or moves a window to it."},
    {"desktop_count", Aim::nothing, "Sets how many desktops there are."},
    {"viewport", Aim::nothing, "Moves what is shown of a large desktop."},
    {"rename_window", Aim::nothing,
     "Renames a window: what is said of title, icon_title, role, class_name, class. A person is asked before anything "
     "is done in it afterwards."},
    {"focus", Aim::element, "Clicks into an element if it has not the keyboard focus."},
    {"scroll_to", Aim::element, "Scrolls an element into view."},
});
inline constexpr std::size_t element_types = 2;
static_assert(action_types.size() == std::variant_size_v<ActionBody> + element_types);

inline constexpr auto action_type_names = [] {
  std::array<std::string_view, action_types.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = action_types[i].name;
  return names;
}();

/// In the order of WindowChange.
inline constexpr std::array<std::string_view, 6> window_change_names = {"activate", "focus", "raise",
                                                                        "minimize", "map",   "unmap"};

inline constexpr std::array<std::string_view, 5> button_names = {"left", "middle", "right", "back", "forward"};
inline constexpr std::array<Button, 5> buttons = {Button::left, Button::middle, Button::right, Button::back,
                                                  Button::forward};

inline constexpr std::array<std::string_view, 4> modifier_names = {"shift", "ctrl", "alt", "super"};
inline constexpr std::array<Modifier, 4> modifiers = {Modifier::shift, Modifier::ctrl, Modifier::alt, Modifier::super};

}  // namespace interlock::ipc
