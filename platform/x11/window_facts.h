/// Answers for platform/window_queries.h. Read-only; used on the display thread.
#pragma once

#include <optional>

#include "platform/window_queries.h"
#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

/// Nothing: the display is lost.
std::optional<DesktopFacts> desktop_facts(const Connection& x);
/// Nothing: no such window.
std::optional<WindowFacts> window_facts(const Connection& x, xcb_window_t window);
WindowTree window_tree(const Connection& x, const TreeQuery& query);

/// True if the window manager reports that it supports this (_NET_SUPPORTED).
bool is_supported(const Connection& x, xcb_atom_t hint);

}  // namespace interlock::platform::x11
