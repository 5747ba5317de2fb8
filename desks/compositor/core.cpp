#include "desks/compositor/core.h"

#include <chrono>
#include <stdexcept>

namespace interlock::compositor {
namespace {

wlr_backend* make_backend(wl_event_loop* loop, bool nested) {
  if (!nested) return wlr_headless_backend_create(loop);
  if (std::getenv("WAYLAND_DISPLAY") || std::getenv("WAYLAND_SOCKET")) return wlr_wl_backend_create(loop, nullptr);
  if (std::getenv("DISPLAY")) return wlr_x11_backend_create(loop, nullptr);
  throw std::runtime_error("--nested: neither WAYLAND_DISPLAY nor DISPLAY names a session to show a window in");
}

}  // namespace

std::unique_ptr<Core> make_core(const Options& options) {
  // A client's buffer that is shown directly would be missing in pictures of the scene.
  setenv("WLR_SCENE_DISABLE_DIRECT_SCANOUT", "1", 1);
  // Without a view on a real screen a graphics processor has no use.
  if (!options.nested) setenv("WLR_RENDERER", "pixman", 0);
  wlr_log_init(WLR_ERROR, nullptr);

  auto core = std::make_unique<Core>();
  core->display = wl_display_create();
  core->loop = wl_display_get_event_loop(core->display);
  core->backend = make_backend(core->loop, options.nested);
  if (!core->backend) throw std::runtime_error("there is no display to start on");
  core->renderer = wlr_renderer_autocreate(core->backend);
  if (!core->renderer)
    throw std::runtime_error("there is no renderer; WLR_RENDERER=pixman needs no graphics processor");
  core->allocator = wlr_allocator_autocreate(core->backend, core->renderer);
  if (!core->allocator) throw std::runtime_error("there is no memory for pictures");
  core->layout = wlr_output_layout_create(core->display);
  core->scene = wlr_scene_create();
  core->background = wlr_scene_tree_create(&core->scene->tree);
  core->windows = wlr_scene_tree_create(&core->scene->tree);
  core->input_popups = wlr_scene_tree_create(&core->scene->tree);
  core->drag_icons = wlr_scene_tree_create(&core->scene->tree);
  core->prompts = wlr_scene_tree_create(&core->scene->tree);
  return core;
}

Core::~Core() {
  if (!display) return;
  if (scene) wlr_scene_node_destroy(&scene->tree.node);
  if (allocator) wlr_allocator_destroy(allocator);
  if (renderer) wlr_renderer_destroy(renderer);
  if (backend) wlr_backend_destroy(backend);
  wl_display_destroy(display);
}

std::uint32_t now_ms() {
  using namespace std::chrono;
  return static_cast<std::uint32_t>(duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count());
}

}  // namespace interlock::compositor
