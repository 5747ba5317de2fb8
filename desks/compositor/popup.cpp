#include "desks/compositor/popup.h"

#include "desks/compositor/listener.h"

namespace interlock::compositor {
namespace {

/// Deletes itself with the popup.
struct Popup {
  wlr_xdg_popup* popup;
  Screen& screen;
  Listener commit, reposition, destroy;
};

// The screen relative to the toplevel's window geometry, as wlroots wants it.
void keep_on_screen(Popup& popup) {
  wlr_xdg_surface* at = popup.popup->base;
  while (at && at->role == WLR_XDG_SURFACE_ROLE_POPUP && at->popup) {
    at = wlr_xdg_surface_try_from_wlr_surface(at->popup->parent);
  }
  if (!at || !at->data) return;
  int x = 0, y = 0;
  wlr_scene_node_coords(&static_cast<wlr_scene_tree*>(at->data)->node, &x, &y);
  const auto all = popup.screen.area();
  const wlr_box space = {-x, -y, all.width, all.height};
  wlr_xdg_popup_unconstrain_from_box(popup.popup, &space);
}

}  // namespace

void show_popup(wlr_xdg_popup* raw, Screen& screen) {
  auto* parent = raw->parent ? wlr_xdg_surface_try_from_wlr_surface(raw->parent) : nullptr;
  if (!parent || !parent->data) return;
  raw->base->data = wlr_scene_xdg_surface_create(static_cast<wlr_scene_tree*>(parent->data), raw->base);
  auto* popup = new Popup{raw, screen, {}, {}, {}};
  popup->commit.connect(raw->base->surface->events.commit, [popup](void*) {
    if (!popup->popup->base->initial_commit) return;
    keep_on_screen(*popup);
    wlr_xdg_surface_schedule_configure(popup->popup->base);
  });
  popup->reposition.connect(raw->events.reposition, [popup](void*) { keep_on_screen(*popup); });
  popup->destroy.connect(raw->events.destroy, [popup](void*) {
    popup->popup->base->data = nullptr;  // the client may go on using the surface
    delete popup;
  });
}

wlr_box popup_buffer_box(const wlr_xdg_popup& popup) {
  wlr_box geometry = {};
  wlr_xdg_surface_get_geometry(popup.base, &geometry);
  int x = 0, y = 0;
  wlr_scene_node_coords(&static_cast<wlr_scene_tree*>(popup.base->data)->node, &x, &y);
  const auto& surface = popup.base->surface->current;
  return {x - geometry.x, y - geometry.y, surface.width, surface.height};
}

std::optional<wlr_box> popup_box(wlr_surface* surface) {
  auto* popup = wlr_xdg_popup_try_from_wlr_surface(wlr_surface_get_root_surface(surface));
  if (!popup || !popup->base->data) return std::nullopt;
  wlr_box geometry = {};
  wlr_xdg_surface_get_geometry(popup->base, &geometry);
  int x = 0, y = 0;
  wlr_scene_node_coords(&static_cast<wlr_scene_tree*>(popup->base->data)->node, &x, &y);
  return wlr_box{x, y, geometry.width, geometry.height};
}

}  // namespace interlock::compositor
