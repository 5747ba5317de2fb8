/// Names of the wire's closed sets, each once, for decoding and encoding.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "gate/action.h"

namespace interlock::ipc {

/// In the order of the alternatives of gate::ActionBody.
inline constexpr std::array<std::string_view, 21> action_type_names = {
    "move",        "click",         "drag",         "scroll",  "type",          "key",      "key_down",
    "key_up",      "mouse_down",    "mouse_up",     "wait",    "navigate",      "sequence", "window",
    "move_window", "resize_window", "close_window", "desktop", "desktop_count", "viewport", "rename_window"};
/// What is done by ref alone: a click that only gives the focus, a move with scroll_into_view.
inline constexpr std::array<std::string_view, 2> element_type_names = {"focus", "scroll_to"};
static_assert(action_type_names.size() == std::variant_size_v<gate::ActionBody>);

/// In the order of gate::WindowChange.
inline constexpr std::array<std::string_view, 6> window_change_names = {"activate", "focus", "raise",
                                                                        "minimize", "map",   "unmap"};

inline constexpr std::array<std::string_view, 5> button_names = {"left", "middle", "right", "back", "forward"};
inline constexpr std::array<gate::Button, 5> buttons = {gate::Button::left, gate::Button::middle, gate::Button::right,
                                                        gate::Button::back, gate::Button::forward};

inline constexpr std::array<std::string_view, 4> modifier_names = {"shift", "ctrl", "alt", "super"};
inline constexpr std::array<gate::Modifier, 4> modifiers = {gate::Modifier::shift, gate::Modifier::ctrl,
                                                            gate::Modifier::alt, gate::Modifier::super};

}  // namespace interlock::ipc
