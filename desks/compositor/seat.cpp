#include "desks/compositor/seat.h"

#include <algorithm>
#include <utility>

namespace interlock::compositor {
namespace {

constexpr unsigned cursor_size = 24;
constexpr double wheel_click = 15;  // of the axis' value, as libinput counts for a click of a mouse's wheel
constexpr int corner = 16;          // logical pixels of an edge that resize in both directions

std::uint32_t edges_at(const wlr_box& frame, Place place) {
  std::uint32_t edges = 0;
  if (place.x < frame.x + corner) edges |= WLR_EDGE_LEFT;
  if (place.x >= frame.x + frame.width - corner) edges |= WLR_EDGE_RIGHT;
  if (place.y < frame.y + corner) edges |= WLR_EDGE_TOP;
  if (place.y >= frame.y + frame.height - corner) edges |= WLR_EDGE_BOTTOM;
  return edges;
}

}  // namespace

Seat::Seat(Core& core, Stack& stack) : core_(core), stack_(stack) {
  seat_ = wlr_seat_create(core.display, "seat0");
  cursor_ = wlr_cursor_create();
  wlr_cursor_attach_output_layout(cursor_, core.layout);
  images_ = wlr_xcursor_manager_create(nullptr, cursor_size);
  wlr_seat_set_capabilities(seat_, WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD);
  connect();
  stack.give_keyboard = [this](wlr_surface* surface) { give_keyboard(surface); };
  stack.begin_drag = [this](Window& window, std::uint32_t edges) {
    if (!persons_.empty() || !own_.empty()) begin_drag(window, edges);
  };
  stack.forget = [this](Window& window) {
    if (drag_.window == &window) drag_ = {};
  };
}

Seat::~Seat() {
  wlr_xcursor_manager_destroy(images_);
  wlr_cursor_destroy(cursor_);
}

void Seat::connect() {
  auto& events = seat_->events;
  set_cursor_.connect(events.request_set_cursor, with<wlr_seat_pointer_request_set_cursor_event>([this](auto* event) {
                        if (seat_->pointer_state.focused_client != event->seat_client) return;
                        image_.clear();
                        wlr_cursor_set_surface(cursor_, event->surface, event->hotspot_x, event->hotspot_y);
                      }));
  auto* shapes = wlr_cursor_shape_manager_v1_create(core_.display, 1);
  set_shape_.connect(shapes->events.request_set_shape,
                     with<wlr_cursor_shape_manager_v1_request_set_shape_event>([this](auto* event) {
                       if (seat_->pointer_state.focused_client != event->seat_client) return;
                       set_image(wlr_cursor_shape_v1_name(event->shape));
                     }));
  set_selection_.connect(events.request_set_selection, with<wlr_seat_request_set_selection_event>([this](auto* event) {
                           wlr_seat_set_selection(seat_, event->source, event->serial);
                         }));
  set_primary_.connect(events.request_set_primary_selection,
                       with<wlr_seat_request_set_primary_selection_event>([this](auto* event) {
                         wlr_seat_set_primary_selection(seat_, event->source, event->serial);
                       }));
  request_drag_.connect(events.request_start_drag, with<wlr_seat_request_start_drag_event>([this](auto* event) {
                          if (wlr_seat_validate_pointer_grab_serial(seat_, event->origin, event->serial)) {
                            wlr_seat_start_pointer_drag(seat_, event->drag, event->serial);
                            move(pointer(), now_ms());  // the pointer may be over its target already
                          } else if (event->drag->source) {
                            wlr_data_source_destroy(event->drag->source);
                          }
                        }));
  start_drag_.connect(events.start_drag, with<wlr_drag>([this](auto* drag) { show_drag_icon(drag); }));
}

void Seat::show_drag_icon(wlr_drag* drag) {
  data_drag_by_ = persons_.empty() ? Maker::interlock : Maker::person;
  drag_gone_.connect(drag->events.destroy, [this](void*) {
    drag_gone_.disconnect();
    drag_icon_ = nullptr;
    if (stack_.active()) give_keyboard(stack_.active()->surface());
    look_again();
  });
  if (!drag->icon) return;
  drag_icon_ = wlr_scene_drag_icon_create(core_.drag_icons, drag->icon);
  wlr_scene_node_set_position(&core_.drag_icons->node, static_cast<int>(cursor_->x), static_cast<int>(cursor_->y));
}

void Seat::set_image(const char* name) {
  image_ = name ? name : "default";
  if (shows_pointer_) wlr_cursor_set_xcursor(cursor_, images_, image_.c_str());
}

void Seat::show_pointer() {
  if (std::exchange(shows_pointer_, true) || image_.empty()) return;
  wlr_cursor_set_xcursor(cursor_, images_, image_.c_str());
}

bool Seat::only_holder(Maker maker) const {
  return maker == Maker::person ? own_.empty() : persons_.empty();
}

const std::set<std::uint32_t>& Seat::held(Maker maker) const {
  return maker == Maker::person ? persons_ : own_;
}

bool Seat::drag_is_of(Maker maker) const {
  return !seat_->drag || data_drag_by_ == maker;
}

wl_client* Seat::grabbed_by() const {
  if (seat_->drag) return seat_->drag->seat_client ? seat_->drag->seat_client->client : nullptr;
  if (!wlr_seat_pointer_has_grab(seat_) && !wlr_seat_keyboard_has_grab(seat_)) return nullptr;
  // The only other grab is that of a menu.
  const auto* grab = wlr_seat_pointer_has_grab(seat_)
                         ? static_cast<const wlr_xdg_popup_grab*>(seat_->pointer_state.grab->data)
                         : static_cast<const wlr_xdg_popup_grab*>(seat_->keyboard_state.grab->data);
  return grab->client;
}

void Seat::move(Place place, std::uint32_t time) {
  wlr_cursor_warp_closest(cursor_, nullptr, place.x, place.y);
  if (drag_icon_) {
    wlr_scene_node_set_position(&core_.drag_icons->node, static_cast<int>(cursor_->x), static_cast<int>(cursor_->y));
  }
  if (drag_.window) {
    drag_window();
    return;
  }
  if (seat_->pointer_state.button_count > 0 && !seat_->drag) {
    wlr_seat_pointer_notify_motion(seat_, time, cursor_->x - pressed_origin_.x, cursor_->y - pressed_origin_.y);
    return;
  }
  const auto hit = hit_at(core_, pointer());
  if (hit.kind != HitKind::surface) {
    wlr_seat_pointer_notify_clear_focus(seat_);
    set_image("default");
    return;
  }
  if (seat_->pointer_state.focused_client !=
      wlr_seat_client_for_wl_client(seat_, wl_resource_get_client(hit.surface->resource))) {
    set_image("default");  // until the client says which image it wants
  }
  wlr_seat_pointer_notify_enter(seat_, hit.surface, hit.x, hit.y);
  wlr_seat_pointer_notify_motion(seat_, time, hit.x, hit.y);
}

void Seat::frame() {
  wlr_seat_pointer_notify_frame(seat_);
}

// Windows may have moved under the pointer, which stands still.
void Seat::look_again() {
  enter(hit_at(core_, pointer()));
}

void Seat::enter(const SurfaceHit& hit) {
  if (seat_->pointer_state.button_count > 0 || seat_->drag || drag_.window) return;
  if (hit.kind == HitKind::surface) {
    wlr_seat_pointer_notify_enter(seat_, hit.surface, hit.x, hit.y);
  } else {
    wlr_seat_pointer_notify_clear_focus(seat_);
  }
}

void Seat::turn(wl_pointer_axis orientation, int clicks, std::uint32_t time) {
  if (clicks == 0) return;
  look_again();
  wlr_seat_pointer_notify_axis(seat_, time, orientation, clicks * wheel_click, clicks * WLR_POINTER_AXIS_DISCRETE_STEP,
                               WL_POINTER_AXIS_SOURCE_WHEEL, WL_POINTER_AXIS_RELATIVE_DIRECTION_IDENTICAL);
}

void Seat::button(Maker maker, std::uint32_t button, bool press, std::uint32_t time) {
  auto& held = maker == Maker::person ? persons_ : own_;
  if (press) {
    const auto hit = hit_at(core_, pointer());
    held.insert(button);
    enter(hit);
    pressed(maker, hit);
    if (hit.kind != HitKind::surface) {
      // Elsewhere it closes a menu that is open.
      if (wlr_seat_pointer_has_grab(seat_) && !seat_->drag) wlr_seat_pointer_end_grab(seat_);
      return;
    }
    pressed_origin_ = {cursor_->x - hit.x, cursor_->y - hit.y};
  } else {
    held.erase(button);
  }
  wlr_seat_pointer_notify_button(seat_, time, button,
                                 press ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED);
  if (press || !held.empty()) return;
  if (drag_.window) {
    drag_.window->end_resize();
    drag_ = {};
  }
  look_again();
}

void Seat::pressed(Maker maker, const SurfaceHit& hit) {
  if (hit.window && !hit.popup && hit.part != Part::close && hit.part != Part::minimize) stack_.activate(*hit.window);
  if (hit.kind == HitKind::decoration && maker == Maker::person) press_decoration(hit);
}

void Seat::press_decoration(const SurfaceHit& hit) {
  Window& window = *hit.window;
  switch (hit.part) {
    case Part::title:
      begin_drag(window, 0);
      return;
    case Part::close:
      window.close();
      return;
    case Part::maximize:
      window.set_maximized(!window.maximized());
      return;
    case Part::minimize:
      window.set_minimized(true);
      return;
    case Part::edge:
      begin_drag(window, edges_at(window.frame_box(), pointer()));
      return;
    case Part::none:
      return;
  }
}

void Seat::begin_drag(Window& window, std::uint32_t edges) {
  if (window.fullscreen() || (window.maximized() && edges != 0)) return;
  if (window.maximized()) window.set_maximized(false);
  drag_ = {&window, edges, pointer(), window.frame_box()};
  wlr_seat_pointer_notify_clear_focus(seat_);
}

void Seat::drag_window() {
  const int dx = static_cast<int>(cursor_->x - drag_.from.x), dy = static_cast<int>(cursor_->y - drag_.from.y);
  const auto& frame = drag_.frame;
  if (drag_.edges == 0) {
    drag_.window->move_to(frame.x + dx, std::max(0, frame.y + dy));
    return;
  }
  int width = frame.width, height = frame.height;
  if (drag_.edges & WLR_EDGE_LEFT) width -= dx;
  if (drag_.edges & WLR_EDGE_RIGHT) width += dx;
  if (drag_.edges & WLR_EDGE_TOP) height -= dy;
  if (drag_.edges & WLR_EDGE_BOTTOM) height += dy;
  drag_.window->resize_to(width, height, drag_.edges);
}

void Seat::give_keyboard(wlr_surface* surface) {
  if (surface && seat_->keyboard_state.focused_surface == surface) return;
  // Another client's menu would keep the keyboard.
  auto* grab = grabbed_by();
  if (grab && !seat_->drag && (!surface || grab != wl_resource_get_client(surface->resource))) {
    wlr_seat_pointer_end_grab(seat_);
    wlr_seat_keyboard_end_grab(seat_);
  }
  if (!surface) {
    wlr_seat_keyboard_notify_clear_focus(seat_);
    return;
  }
  // No key counts as pressed in the window that gets the keyboard while one is held.
  const auto* keyboard = wlr_seat_get_keyboard(seat_);
  wlr_seat_keyboard_notify_enter(seat_, surface, nullptr, 0, keyboard ? &keyboard->modifiers : nullptr);
}

}  // namespace interlock::compositor
