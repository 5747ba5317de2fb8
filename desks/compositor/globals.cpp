#include "desks/compositor/globals.h"

#include "desks/compositor/spawn.h"

namespace interlock::compositor {

Globals::Globals(Core& core, Person& person) : core_(core), person_(person) {
  auto* display = core.display;
  wlr_renderer_init_wl_shm(core.renderer, display);
  wlr_compositor_create(display, 6, core.renderer);
  wlr_subcompositor_create(display);
  wlr_data_device_manager_create(display);
  wlr_primary_selection_v1_device_manager_create(display);
  wlr_viewporter_create(display);
  wlr_single_pixel_buffer_manager_v1_create(display);
  wlr_fractional_scale_manager_v1_create(display, 1);
  wlr_presentation_create(display, core.backend);
  wlr_xdg_output_manager_v1_create(display, core.layout);
  // The viewer's.
  screencopy_ = wlr_screencopy_manager_v1_create(display);
  pointers_ = wlr_virtual_pointer_manager_v1_create(display);
  keyboards_ = wlr_virtual_keyboard_manager_v1_create(display);
  new_pointer_.connect(pointers_->events.new_virtual_pointer,
                       with<wlr_virtual_pointer_v1_new_pointer_event>(
                           [this](auto* event) { person_.add(&event->new_pointer->pointer.base); }));
  new_keyboard_.connect(keyboards_->events.new_virtual_keyboard, with<wlr_virtual_keyboard_v1>([this](auto* keyboard) {
                          person_.add(&keyboard->keyboard.base);
                        }));
  wl_display_set_global_filter(display, offered, this);
}

Globals::~Globals() {
  if (viewer_) wl_list_remove(&viewer_gone_.raw.link);
  wl_display_set_global_filter(core_.display, nullptr, nullptr);
}

bool Globals::offered(const wl_client* client, const wl_global* global, void* data) {
  const auto& self = *static_cast<const Globals*>(data);
  const bool viewers =
      global == self.screencopy_->global || global == self.pointers_->global || global == self.keyboards_->global;
  return !viewers || (self.viewer_ && client == self.viewer_);
}

void Globals::start_viewer(const std::string& command) {
  const int fd = spawn_on_socket({"/bin/sh", "-c", "exec " + command});
  viewer_ = wl_client_create(core_.display, fd);
  if (!viewer_) return;
  viewer_gone_.globals = this;
  viewer_gone_.raw.notify = [](wl_listener* raw, void*) { reinterpret_cast<Gone*>(raw)->globals->viewer_ = nullptr; };
  wl_client_add_destroy_listener(viewer_, &viewer_gone_.raw);
}

}  // namespace interlock::compositor
