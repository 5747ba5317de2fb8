/// The names of the wire's enumerations, each in the order of its enumeration.
#pragma once

#include <array>
#include <string_view>

namespace interlock::desk::names {

inline constexpr std::array<std::string_view, 8> window_types = {"normal", "dialog", "popup",  "menu",
                                                                 "shell",  "lock",   "prompt", "unknown"};
inline constexpr std::array<std::string_view, 3> hit_kinds = {"window", "background", "shell"};
inline constexpr std::array<std::string_view, 2> pixel_formats = {"xrgb8888", "png"};
inline constexpr std::array<std::string_view, 11> window_changes = {
    "activate",   "raise",        "minimize", "unminimize", "maximize", "unmaximize",
    "fullscreen", "unfullscreen", "close",    "move",       "resize"};
inline constexpr std::array<std::string_view, 2> makers = {"person", "program"};
inline constexpr std::array<std::string_view, 3> input_kinds = {"key", "button", "motion"};
inline constexpr std::array<std::string_view, 3> prompt_inputs = {"press", "release", "key"};
inline constexpr std::array<std::string_view, 5> buttons = {"left", "middle", "right", "back", "forward"};
inline constexpr std::array<std::string_view, 4> modifiers = {"shift", "ctrl", "alt", "super"};

}  // namespace interlock::desk::names
