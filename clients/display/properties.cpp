#include "clients/display/properties.h"

#include <array>
#include <climits>

#include <unistd.h>

#include "clients/display/latin1.h"

namespace interlock::display {
namespace {

constexpr std::string_view window_names[] = {
    "WM_NAME",         "_NET_WM_NAME", "WM_ICON_NAME",        "WM_CLASS",       "_NET_WM_PID", "WM_CLIENT_MACHINE",
    "_NET_WM_DESKTOP", "WM_STATE",     "_NET_WM_WINDOW_TYPE", "WM_NORMAL_HINTS"};
constexpr std::string_view root_names[] = {
    "_NET_SUPPORTED",        "_NET_CLIENT_LIST",      "_NET_CLIENT_LIST_STACKING",
    "_NET_ACTIVE_WINDOW",    "_NET_CURRENT_DESKTOP",  "_NET_NUMBER_OF_DESKTOPS",
    "_NET_DESKTOP_GEOMETRY", "_NET_DESKTOP_VIEWPORT", "_NET_SUPPORTING_WM_CHECK",
    "_NET_WM_NAME"};

Property numbers(std::string_view type, std::vector<std::uint32_t> values) {
  return {.type = type, .format = 32, .numbers = std::move(values)};
}

std::optional<Property> number(std::string_view type, std::optional<std::uint32_t> value) {
  if (!value) return std::nullopt;
  return numbers(type, {*value});
}

Property text(std::string_view type, std::string bytes) {
  return {.type = type, .bytes = std::move(bytes)};
}

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "localhost";
}

/// WM_SIZE_HINTS with the increments and the base size alone (ICCCM 4.1.2.3: flags, 4 unused, least and greatest size,
/// increments, aspects, base size, gravity).
Property size_hints(const SizeSteps& steps) {
  constexpr std::uint32_t has_increments = 1U << 6U, has_base = 1U << 8U;
  std::vector<std::uint32_t> hints(18);
  hints[0] = has_increments | has_base;
  hints[9] = steps.width;
  hints[10] = steps.height;
  hints[15] = steps.base_width;
  hints[16] = steps.base_height;
  return numbers("WM_SIZE_HINTS", std::move(hints));
}

}  // namespace

std::optional<Property> property_of(const WindowView& window, std::string_view name) {
  const bool named = !window.title.empty();
  if (name == "_NET_WM_NAME" && named) return text("UTF8_STRING", window.title);
  if ((name == "WM_NAME" || name == "WM_ICON_NAME") && named) {
    if (auto narrow = latin1_of(window.title)) return text("STRING", std::move(*narrow));
    return text("UTF8_STRING", window.title);
  }
  if (name == "WM_CLASS" && !(window.class_name.empty() && window.wm_class.empty()))
    return text("STRING", window.class_name + '\0' + window.wm_class + '\0');
  if (name == "_NET_WM_PID") return number("CARDINAL", window.pid);
  // EWMH asks for it where a window has a process; wmctrl of 2024 crashes without it.
  if (name == "WM_CLIENT_MACHINE" && window.pid) return text("STRING", host_name());
  if (name == "_NET_WM_DESKTOP") return number("CARDINAL", window.desktop);
  // A window manager gives both to the windows that it manages.
  constexpr std::uint32_t normal_state = 1, iconic_state = 3;
  if (name == "WM_STATE" && window.desktop)
    return numbers("WM_STATE", {window.visible ? normal_state : iconic_state, 0});
  if (name == "_NET_WM_WINDOW_TYPE" && window.desktop)
    return Property{.type = "ATOM", .format = 32, .atoms = {"_NET_WM_WINDOW_TYPE_NORMAL"}};
  if (name == "WM_NORMAL_HINTS" && window.steps) return size_hints(*window.steps);
  return std::nullopt;
}

std::optional<Property> property_of_root(const DesktopView& desktop, const Windows& windows, std::string_view name) {
  if (name == "_NET_SUPPORTED") return Property{.type = "ATOM", .format = 32, .atoms = desktop.supported};
  if (name == "_NET_CLIENT_LIST" || name == "_NET_CLIENT_LIST_STACKING")
    return numbers("WINDOW", windows.applications());
  if (name == "_NET_ACTIVE_WINDOW") return numbers("WINDOW", {desktop.active});
  if (name == "_NET_CURRENT_DESKTOP") return number("CARDINAL", desktop.desktop);
  if (name == "_NET_NUMBER_OF_DESKTOPS") return number("CARDINAL", desktop.desktops);
  if (name == "_NET_DESKTOP_GEOMETRY") return numbers("CARDINAL", {desktop.width, desktop.height});
  if (name == "_NET_DESKTOP_VIEWPORT") return numbers("CARDINAL", {0, 0});
  // The window that stands for the window manager is the root itself: to its clients, the display manages the windows.
  if (name == "_NET_SUPPORTING_WM_CHECK") return number("WINDOW", desktop.root);
  if (name == "_NET_WM_NAME") return text("UTF8_STRING", "interlock-display");
  return std::nullopt;
}

std::span<const std::string_view> names_of_properties(bool root) {
  if (root) return root_names;
  return window_names;
}

}  // namespace interlock::display
