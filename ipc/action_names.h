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

/// First those of the alternatives of ActionBody, in their order; then what is a click or a move by ref: a click that
/// only gives the focus, a move with scroll_into_view.
inline constexpr auto action_types = std::to_array<ActionType>({
    {"move", Aim::either, "Moves the pointer."},
    {"click", Aim::either, "Clicks; count 2 is a double click."},
    {"drag", Aim::either, "Presses at `from` and releases at `to`."},
    {"scroll", Aim::either, "Turns the wheel at a point, in wheel clicks: dy down, dx right."},
    {"type", Aim::either, "Types text where the keyboard focus is."},
    {"key", Aim::either, "Presses keys."},
    {"key_down", Aim::nothing, "Holds one key until key_up."},
    {"key_up", Aim::nothing, "Releases one key."},
    {"mouse_down", Aim::either, "Holds a mouse button until mouse_up."},
    {"mouse_up", Aim::either, "Releases a mouse button."},
    {"wait", Aim::nothing, "Waits."},
    {"navigate", Aim::nothing, "Opens an address in the browser that has the focus."},
    {"sequence", Aim::nothing, "Actions in order; stops at the first that is not done."},
    {"window", Aim::nothing, "Brings a window to the front, minimizes, maximizes, shows or hides it."},
    {"move_window", Aim::nothing, "Moves a window."},
    {"resize_window", Aim::nothing, "Resizes a window; 0 keeps the width or height."},
    {"close_window", Aim::nothing, "Asks a window to close; kill ends its program."},
    {"desktop", Aim::nothing, "Shows a desktop (the first is 0), or moves a window to it."},
    {"desktop_count", Aim::nothing, "Sets how many desktops there are."},
    {"viewport", Aim::nothing, "Scrolls a desktop that is larger than the screen."},
    {"rename_window", Aim::nothing,
     "Renames a window: sets those of title, icon_title, role, class_name, class that are given. After this, "
     "a person is asked before each action in it."},
    {"select_option", Aim::element,
     "Chooses an option by name: of a list, a combo box, or the group of a radio button."},
    {"set_value", Aim::element,
     "Sets a field to a value: a text (what it held is replaced), a number, a date (2026-11-24), a time (14:05), true "
     "or "
     "false."},
    {"fill_form", Aim::nothing,
     "Sets several fields as set_value and select_option do, in order; what a person must agree to is one question."},
    {"type_secret", Aim::either,
     "Types a secret of the person's, named by list_secrets: a password, a user's name, a one-time code. You never see "
     "it."},
    {"focus", Aim::element, "Clicks into an element if it does not have the keyboard focus."},
    {"scroll_to", Aim::element, "Scrolls an element into view."},
});
inline constexpr std::size_t element_types = 2;
static_assert(action_types.size() == std::variant_size_v<ActionBody> + element_types);

/// The actions that say what fields are to hold; they are no steps of a sequence.
constexpr bool is_field_type(std::string_view name) {
  return name == "select_option" || name == "set_value" || name == "fill_form";
}

inline constexpr auto action_type_names = [] {
  std::array<std::string_view, action_types.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = action_types[i].name;
  return names;
}();

/// In the order of WindowChange.
inline constexpr std::array<std::string_view, 10> window_change_names = {
    "activate", "focus", "raise", "minimize", "map", "unmap", "maximize", "unmaximize", "fullscreen", "unfullscreen"};

inline constexpr std::array<std::string_view, 5> button_names = {"left", "middle", "right", "back", "forward"};
inline constexpr std::array<Button, 5> buttons = {Button::left, Button::middle, Button::right, Button::back,
                                                  Button::forward};

inline constexpr std::array<std::string_view, 4> modifier_names = {"shift", "ctrl", "alt", "super"};
inline constexpr std::array<Modifier, 4> modifiers = {Modifier::shift, Modifier::ctrl, Modifier::alt, Modifier::super};

}  // namespace interlock::ipc
