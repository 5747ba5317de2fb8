#include "desks/compositor/globals.h"

#include "desks/compositor/spawn.h"

namespace interlock::compositor {

Globals::Globals(Core& core, Person& person, const InputMethod& input_method)
    : core_(core), person_(person), input_methods_(input_method) {
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
  for (auto* guest : {&viewer_, &input_method_}) {
    if (guest->client) wl_list_remove(&guest->raw.link);
  }
  wl_display_set_global_filter(core_.display, nullptr, nullptr);
}

bool Globals::offered(const wl_client* client, const wl_global* global, void* data) {
  const auto& self = *static_cast<const Globals*>(data);
  const bool is_viewer = self.viewer_.client && client == self.viewer_.client;
  const bool is_input_method = self.input_method_.client && client == self.input_method_.client;
  if (global == self.screencopy_->global || global == self.pointers_->global) return is_viewer;
  if (global == self.keyboards_->global) return is_viewer || is_input_method;  // for the keys that it does not want
  if (global == self.input_methods_.methods()) return is_input_method;
  return global != self.input_methods_.fields() || self.offers_fields_;
}

void Globals::start_viewer(const std::string& command) {
  start(viewer_, command);
}

void Globals::start_input_method(const std::string& command) {
  start(input_method_, command);
  offers_fields_ = true;  // also if it ends: who was told of them may use them
}

void Globals::start(Guest& guest, const std::string& command) {
  const int fd = spawn_on_socket({"/bin/sh", "-c", "exec " + command});
  guest.client = wl_client_create(core_.display, fd);
  if (!guest.client) return;
  guest.raw.notify = [](wl_listener* raw, void*) { reinterpret_cast<Guest*>(raw)->client = nullptr; };
  wl_client_add_destroy_listener(guest.client, &guest.raw);
}

}  // namespace interlock::compositor
