/// The compositor's base: display, renderer, the scene and its layers. Everything runs on one thread, in the callbacks
/// of one event loop; between two steps of a callback no request of a client is handled.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "desks/compositor/options.h"
#include "desks/compositor/wlroots.h"
#include "values/geometry.h"

namespace interlock::compositor {

struct Core {
  wl_display* display = nullptr;
  wl_event_loop* loop = nullptr;
  wlr_backend* backend = nullptr;
  wlr_renderer* renderer = nullptr;
  wlr_allocator* allocator = nullptr;
  wlr_scene* scene = nullptr;
  wlr_output_layout* layout = nullptr;
  // Layers, the lowest first.
  wlr_scene_tree* background = nullptr;
  wlr_scene_tree* windows = nullptr;
  wlr_scene_tree* input_popups = nullptr;  ///< of a person's input method
  wlr_scene_tree* drag_icons = nullptr;
  wlr_scene_tree* prompts = nullptr;

  Core() = default;
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
};

/// Errors, as an exception: there is no backend or renderer.
std::unique_ptr<Core> make_core(const Options& options);

/// Of the monotonic clock, as events carry it.
std::uint32_t now_ms();

/// A part of the screen, in logical pixels.
struct Place {
  double x = 0;
  double y = 0;
};

}  // namespace interlock::compositor
