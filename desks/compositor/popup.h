/// Popups: menus, lists, tooltips of a client's window.
#pragma once

#include "desks/compositor/screen.h"

namespace interlock::compositor {

/// Shows it for as long as its client keeps it, within the screen.
void show_popup(wlr_xdg_popup* popup, Screen& screen);

/// The whole surface of a shown popup, with its shadow, in logical pixels.
wlr_box popup_buffer_box(const wlr_xdg_popup& popup);
/// Of the popup that a surface is part of, in logical pixels; nothing: it is part of none.
std::optional<wlr_box> popup_box(wlr_surface* surface);

}  // namespace interlock::compositor
