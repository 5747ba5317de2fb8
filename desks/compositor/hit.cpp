#include "desks/compositor/hit.h"

#include "desks/compositor/popup.h"

namespace interlock::compositor {

SurfaceHit hit_at(const Core& core, Place place) {
  SurfaceHit hit;
  wlr_scene_node* node = wlr_scene_node_at(&core.scene->tree.node, place.x, place.y, &hit.x, &hit.y);
  if (!node) return hit;
  const NodeTag* tag = nullptr;
  for (wlr_scene_node* at = node; at && !tag; at = at->parent ? &at->parent->node : nullptr) {
    tag = static_cast<const NodeTag*>(at->data);
  }
  if (!tag) return hit;
  hit.window = tag->window;
  hit.part = tag->part;
  if (!tag->window) {
    hit.kind = HitKind::prompt;
    return hit;
  }
  hit.kind = HitKind::decoration;
  if (tag->part != Part::none || node->type != WLR_SCENE_NODE_BUFFER) return hit;
  auto* shown = wlr_scene_surface_try_from_buffer(wlr_scene_buffer_from_node(node));
  if (!shown) return hit;
  hit.kind = HitKind::surface;
  hit.surface = shown->surface;
  int left = 0, top = 0;
  wlr_scene_node_coords(node, &left, &top);
  hit.surface_box = {left, top, shown->surface->current.width, shown->surface->current.height};
  hit.popup = popup_box(shown->surface);
  return hit;
}

}  // namespace interlock::compositor
