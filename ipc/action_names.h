/// Names of the wire's closed sets, each once, for decoding and encoding.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "values/action.h"

namespace interlock::ipc {

/// In the order of the alternatives of ActionBody.
inline constexpr std::array<std::string_view, 21> action_type_names = {
    "move",        "click",         "drag",         "scroll",  "type",          "key",      "key_down",
    "key_up",      "mouse_down",    "mouse_up",     "wait",    "navigate",      "sequence", "window",
    "move_window", "resize_window", "close_window", "desktop", "desktop_count", "viewport", "rename_window"};
/// What is done by ref alone: a click that only gives the focus, a move with scroll_into_view.
inline constexpr std::array<std::string_view, 2> element_type_names = {"focus", "scroll_to"};
static_assert(action_type_names.size() == std::variant_size_v<ActionBody>);

/// In the order of WindowChange.
inline constexpr std::array<std::string_view, 6> window_change_names = {"activate", "focus", "raise",
                                                                        "minimize", "map",   "unmap"};

inline constexpr std::array<std::string_view, 5> button_names = {"left", "middle", "right", "back", "forward"};
inline constexpr std::array<Button, 5> buttons = {Button::left, Button::middle, Button::right, Button::back,
                                                  Button::forward};

inline constexpr std::array<std::string_view, 4> modifier_names = {"shift", "ctrl", "alt", "super"};
inline constexpr std::array<Modifier, 4> modifiers = {Modifier::shift, Modifier::ctrl, Modifier::alt, Modifier::super};

}  // namespace interlock::ipc
