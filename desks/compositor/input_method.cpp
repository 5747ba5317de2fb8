#include "desks/compositor/input_method.h"

#include <algorithm>

namespace interlock::compositor {

struct InputMethod::Field {
  wlr_text_input_v3* raw = nullptr;
  Listener enable, commit, disable, gone;
};

/// A window of the input method's, such as a list of candidates: below the text that is composed.
struct InputMethod::Popup {
  wlr_input_popup_surface_v2* raw = nullptr;
  wlr_scene_tree* tree = nullptr;
  Listener commit, gone;
};

InputMethod::InputMethod(Core& core, Screen& screen, Stack& stack, Seat& seat)
    : core_(core),
      screen_(screen),
      stack_(stack),
      seat_(seat),
      fields_(wlr_text_input_manager_v3_create(core.display)),
      methods_(wlr_input_method_manager_v2_create(core.display)) {
  new_field_.connect(fields_->events.text_input, with<wlr_text_input_v3>([this](auto* field) { add_field(field); }));
  new_method_.connect(methods_->events.input_method,
                      with<wlr_input_method_v2>([this](auto* method) { add_method(method); }));
  focus_.connect(seat.raw()->keyboard_state.events.focus_change,
                 with<wlr_seat_keyboard_focus_change_event>([this](auto* event) { focus(event->new_surface); }));
}

InputMethod::~InputMethod() {
  entered = nullptr;
}

void InputMethod::add_field(wlr_text_input_v3* raw) {
  auto& field = *all_.emplace_back(std::make_unique<Field>());
  field.raw = raw;
  field.enable.connect(raw->events.enable, [this, &field](void*) { begin(field); });
  field.commit.connect(raw->events.commit, [this, &field](void*) {
    if (&field == active()) tell(field);
  });
  field.disable.connect(raw->events.disable, [this, raw](void*) {
    if (raw->focused_surface) end();
  });
  field.gone.connect(raw->events.destroy, [this, &field](void*) {
    if (field.raw->current_enabled && field.raw->focused_surface) end();
    std::erase_if(all_, [&](const auto& each) { return each.get() == &field; });
  });
  wlr_surface* surface = seat_.keyboard_surface();
  if (surface && wl_resource_get_client(surface->resource) == wl_resource_get_client(raw->resource)) {
    wlr_text_input_v3_send_enter(raw, surface);
  }
}

void InputMethod::focus(wlr_surface* surface) {
  for (const auto& field : all_) {
    auto* raw = field->raw;
    if (raw->focused_surface && raw->focused_surface != surface) {
      if (raw->current_enabled) end();
      wlr_text_input_v3_send_leave(raw);
    }
    const bool same_client =
        surface && wl_resource_get_client(surface->resource) == wl_resource_get_client(raw->resource);
    if (same_client && !raw->focused_surface) wlr_text_input_v3_send_enter(raw, surface);
  }
}

InputMethod::Field* InputMethod::active() const {
  const auto found = std::find_if(all_.begin(), all_.end(), [](const auto& field) {
    return field->raw->focused_surface && field->raw->current_enabled;
  });
  return found == all_.end() ? nullptr : found->get();
}

void InputMethod::begin(const Field& field) {
  if (!method_ || !field.raw->focused_surface) return;
  wlr_input_method_v2_send_activate(method_);
  tell(field);
}

void InputMethod::tell(const Field& field) {
  if (!method_) return;
  const auto& state = field.raw->current;
  if ((field.raw->active_features & WLR_TEXT_INPUT_V3_FEATURE_SURROUNDING_TEXT) != 0) {
    wlr_input_method_v2_send_surrounding_text(method_, state.surrounding.text ? state.surrounding.text : "",
                                              state.surrounding.cursor, state.surrounding.anchor);
  }
  wlr_input_method_v2_send_text_change_cause(method_, state.text_change_cause);
  if ((field.raw->active_features & WLR_TEXT_INPUT_V3_FEATURE_CONTENT_TYPE) != 0) {
    wlr_input_method_v2_send_content_type(method_, state.content_type.hint, state.content_type.purpose);
  }
  wlr_input_method_v2_send_done(method_);
  for (const auto& popup : popups_) place(*popup);
}

void InputMethod::end() {
  for (const auto& popup : popups_) wlr_scene_node_set_enabled(&popup->tree->node, false);
  if (!method_) return;
  wlr_input_method_v2_send_deactivate(method_);
  wlr_input_method_v2_send_done(method_);
}

void InputMethod::add_method(wlr_input_method_v2* method) {
  if (method_) {
    wlr_input_method_v2_send_unavailable(method);
    return;
  }
  method_ = method;
  commit_.connect(method->events.commit, [this](void*) { enter(); });
  new_popup_.connect(method->events.new_popup_surface,
                     with<wlr_input_popup_surface_v2>([this](auto* popup) { add_popup(popup); }));
  new_grab_.connect(method->events.grab_keyboard, with<wlr_input_method_keyboard_grab_v2>([this](auto* grab) {
                      grab_ = grab;
                      grab_gone_.connect(grab->events.destroy, [this](void*) {
                        grab_gone_.disconnect();
                        grab_ = nullptr;
                      });
                    }));
  method_gone_.connect(method->events.destroy, [this](void*) {
    for (auto* listener : {&commit_, &new_popup_, &new_grab_, &method_gone_}) listener->disconnect();
    method_ = nullptr;
    if (const auto* field = active()) {  // nothing is left composed
      wlr_text_input_v3_send_preedit_string(field->raw, nullptr, 0, 0);
      wlr_text_input_v3_send_done(field->raw);
    }
  });
  if (const auto* field = active()) begin(*field);
}

void InputMethod::enter() {
  const auto* field = active();
  if (!field) return;
  const auto& what = method_->current;
  wlr_text_input_v3_send_preedit_string(field->raw, what.preedit.text, what.preedit.cursor_begin,
                                        what.preedit.cursor_end);
  if (what.commit_text) wlr_text_input_v3_send_commit_string(field->raw, what.commit_text);
  if (what.delete_.before_length != 0 || what.delete_.after_length != 0) {
    wlr_text_input_v3_send_delete_surrounding_text(field->raw, what.delete_.before_length, what.delete_.after_length);
  }
  wlr_text_input_v3_send_done(field->raw);
  if (entered) entered();
}

void InputMethod::add_popup(wlr_input_popup_surface_v2* raw) {
  auto& popup = *popups_.emplace_back(std::make_unique<Popup>());
  popup.raw = raw;
  popup.tree = wlr_scene_tree_create(core_.input_popups);
  wlr_scene_subsurface_tree_create(popup.tree, raw->surface);  // ends with its surface, sooner or later than the popup
  wlr_scene_node_set_enabled(&popup.tree->node, false);
  popup.commit.connect(raw->surface->events.commit, [this, &popup](void*) { place(popup); });
  popup.gone.connect(raw->events.destroy, [this, &popup](void*) {
    wlr_scene_node_destroy(&popup.tree->node);
    std::erase_if(popups_, [&](const auto& each) { return each.get() == &popup; });
  });
}

void InputMethod::place(Popup& popup) {
  const auto* field = active();
  const auto* window = stack_.active();
  const bool shown = field && window && window->shown() && popup.raw->surface->mapped;
  wlr_scene_node_set_enabled(&popup.tree->node, shown);
  if (!shown) return;
  // In the surface of the window, which is where programs have their text fields.
  const auto surface = window->buffer_box();
  wlr_box text = field->raw->current.cursor_rectangle;
  const int width = popup.raw->surface->current.width, height = popup.raw->surface->current.height;
  const auto all = screen_.area();
  int x = std::clamp(surface.x + text.x, 0, std::max(0, all.width - width));
  int y = surface.y + text.y + text.height;
  if (y + height > all.height) y = std::max(0, surface.y + text.y - height);
  wlr_scene_node_set_position(&popup.tree->node, x, y);
  wlr_box seen = {surface.x + text.x - x, surface.y + text.y - y, text.width, text.height};
  wlr_input_popup_surface_v2_send_text_input_rectangle(popup.raw, &seen);
}

bool InputMethod::grabs(wlr_keyboard* keyboard) const {
  if (!grab_) return false;
  const auto* own = wlr_input_device_get_virtual_keyboard(&keyboard->base);
  return !own || wl_resource_get_client(own->resource) != wl_resource_get_client(grab_->resource);
}

bool InputMethod::takes(wlr_keyboard* keyboard, const wlr_keyboard_key_event* event) {
  const bool release = event && event->state == WL_KEYBOARD_KEY_STATE_RELEASED;
  const bool ours = release ? taken_.erase(event->keycode) > 0 : grabs(keyboard);
  if (!ours || !grab_) return ours;
  wlr_input_method_keyboard_grab_v2_set_keyboard(grab_, keyboard);
  if (event) {
    if (!release) taken_.insert(event->keycode);
    wlr_input_method_keyboard_grab_v2_send_key(grab_, event->time_msec, event->keycode, event->state);
  } else {
    wlr_input_method_keyboard_grab_v2_send_modifiers(grab_, &keyboard->modifiers);
  }
  return true;
}

}  // namespace interlock::compositor
