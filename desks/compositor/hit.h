/// The hit test: what gets a pointer event at a place, by input regions, subsurfaces, popups and stacking.
#pragma once

#include <optional>

#include "desks/compositor/core.h"
#include "desks/compositor/node_tag.h"

namespace interlock::compositor {

enum class HitKind : std::uint8_t {
  background,
  surface,     ///< of a client
  decoration,  ///< that the compositor draws
  prompt,
};

struct SurfaceHit {
  HitKind kind = HitKind::background;
  Window* window = nullptr;        ///< of a surface or a decoration
  wlr_surface* surface = nullptr;  ///< exactly the one that gets the event: a subsurface, a popup
  double x = 0;                    ///< on that surface
  double y = 0;
  Part part = Part::none;    ///< of a decoration
  wlr_box surface_box = {};  ///< of `surface`, in logical pixels
  std::optional<wlr_box> popup = {};
};

SurfaceHit hit_at(const Core& core, Place place);

}  // namespace interlock::compositor
