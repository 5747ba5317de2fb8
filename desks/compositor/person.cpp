#include "desks/compositor/person.h"

#include <algorithm>
#include <set>

namespace interlock::compositor {
namespace {

constexpr std::uint32_t evdev_to_xkb = 8;
constexpr std::chrono::milliseconds motion_interval{100};
constexpr int repeat_rate = 25, repeat_delay_ms = 600;

std::string name_of(const char* name) {
  return name && *name ? name : "unnamed";
}

}  // namespace

struct Person::Keyboard {
  wlr_keyboard* raw = nullptr;
  std::set<std::uint32_t> swallowed;  ///< went down on the prompt, or as the panic chord
  Listener key, modifiers, gone;
};

Person::Person(Core& core, Seat& seat, PromptLayer& prompt) : core_(core), seat_(seat), prompt_(prompt) {
  new_input_.connect(core.backend->events.new_input, with<wlr_input_device>([this](auto* device) { add(device); }));
  watch_pointer();
}

Person::~Person() = default;

void Person::add(wlr_input_device* device) {
  if (device->type == WLR_INPUT_DEVICE_POINTER) wlr_cursor_attach_input_device(seat_.cursor(), device);
  if (device->type == WLR_INPUT_DEVICE_KEYBOARD) add_keyboard(wlr_keyboard_from_input_device(device));
}

void Person::watch_pointer() {
  auto& events = seat_.cursor()->events;
  motion_.connect(events.motion, with<wlr_pointer_motion_event>([this](auto* event) {
                    const auto from = seat_.pointer();
                    seat_.move({from.x + event->delta_x, from.y + event->delta_y}, event->time_msec);
                    moved(event->pointer->base.name);
                  }));
  absolute_.connect(events.motion_absolute, with<wlr_pointer_motion_absolute_event>([this](auto* event) {
                      double x = 0, y = 0;
                      wlr_cursor_absolute_to_layout_coords(seat_.cursor(), &event->pointer->base, event->x, event->y,
                                                           &x, &y);
                      seat_.move({x, y}, event->time_msec);
                      moved(event->pointer->base.name);
                    }));
  button_.connect(events.button, with<wlr_pointer_button_event>([this](auto* event) { button(event); }));
  axis_.connect(events.axis, with<wlr_pointer_axis_event>([this](auto* event) {
                  tell(desk::InputKind::button, event->pointer->base.name);
                  wlr_seat_pointer_notify_axis(seat_.raw(), event->time_msec, event->orientation, event->delta,
                                               event->delta_discrete, event->source, event->relative_direction);
                }));
  frame_.connect(events.frame, [this](void*) { seat_.frame(); });
}

void Person::tell(desk::InputKind kind, const char* device) {
  if (report) report(desk::InputEvent{kind, desk::By::person, name_of(device), 1});
}

void Person::moved(const char* device) {
  ++untold_motions_;
  // By the desk's clock: a viewer may send any time, or always the same.
  const auto now = std::chrono::steady_clock::now();
  if (now - motion_told_ < motion_interval) return;
  motion_told_ = now;
  if (report) report(desk::InputEvent{desk::InputKind::motion, desk::By::person, name_of(device), untold_motions_});
  untold_motions_ = 0;
}

void Person::button(wlr_pointer_button_event* event) {
  const bool press = event->state == WL_POINTER_BUTTON_STATE_PRESSED;
  const bool on_prompt = hit_at(core_, seat_.pointer()).kind == HitKind::prompt;
  if (press) prompt_.pressed(on_prompt);
  if ((press && on_prompt) || (!press && prompt_button_)) {
    prompt_button_ = press;
    if (report && prompt_.shown() != 0 && event->button == BTN_LEFT) {
      report(desk::PromptEvent{prompt_.shown(), press ? desk::PromptInput::press : desk::PromptInput::release,
                               desk::By::person, prompt_.on_picture(seat_.pointer()), "", ""});
    }
    return;
  }
  if (press) tell(desk::InputKind::button, event->pointer->base.name);
  seat_.button(Maker::person, event->button, press, event->time_msec);
}

void Person::add_keyboard(wlr_keyboard* raw) {
  auto& keyboard = *keyboards_.emplace_back(std::make_unique<Keyboard>());
  keyboard.raw = raw;
  if (!raw->keymap && !wlr_input_device_get_virtual_keyboard(&raw->base)) {
    xkb_context* context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
    xkb_keymap* keymap = xkb_keymap_new_from_names(context, nullptr, XKB_KEYMAP_COMPILE_NO_FLAGS);
    if (keymap) wlr_keyboard_set_keymap(raw, keymap);
    xkb_keymap_unref(keymap);
    xkb_context_unref(context);
  }
  wlr_keyboard_set_repeat_info(raw, repeat_rate, repeat_delay_ms);
  keyboard.key.connect(raw->events.key,
                       with<wlr_keyboard_key_event>([this, &keyboard](auto* event) { key(keyboard, event); }));
  keyboard.modifiers.connect(raw->events.modifiers, [this, raw](void*) {
    if (prompt_.has_keys() || (takes && takes(raw, nullptr))) return;
    wlr_seat_set_keyboard(seat_.raw(), raw);
    wlr_seat_keyboard_notify_modifiers(seat_.raw(), &raw->modifiers);
  });
  keyboard.gone.connect(raw->base.events.destroy, [this, &keyboard](void*) {
    std::erase_if(keyboards_, [&](const auto& other) { return other.get() == &keyboard; });
  });
}

bool Person::holds_modifier() const {
  return std::any_of(keyboards_.begin(), keyboards_.end(), [](const auto& keyboard) {
    const auto depressed = keyboard->raw->modifiers.depressed;
    return (depressed & ~static_cast<std::uint32_t>(WLR_MODIFIER_MOD2)) != 0;
  });
}

void Person::set_panic(std::optional<xkb_keysym_t> keysym, Modifiers modifiers) {
  panic_ = keysym;
  panic_modifiers_ = modifiers;
}

bool Person::is_panic(wlr_keyboard* keyboard, std::uint32_t keycode) const {
  if (!panic_ || !keyboard->keymap) return false;
  const auto held = wlr_keyboard_get_modifiers(keyboard);
  const auto as_wanted = [&](std::uint32_t bit, Modifier modifier) {
    return ((held & bit) != 0) == panic_modifiers_.has(modifier);
  };
  if (!as_wanted(WLR_MODIFIER_SHIFT, Modifier::shift) || !as_wanted(WLR_MODIFIER_CTRL, Modifier::ctrl) ||
      !as_wanted(WLR_MODIFIER_ALT, Modifier::alt) || !as_wanted(WLR_MODIFIER_LOGO, Modifier::super)) {
    return false;
  }
  const xkb_keysym_t* keysyms = nullptr;
  const int count = xkb_keymap_key_get_syms_by_level(keyboard->keymap, keycode, 0, 0, &keysyms);
  return std::find(keysyms, keysyms + count, *panic_) != keysyms + count;
}

void Person::key(Keyboard& keyboard, wlr_keyboard_key_event* event) {
  const bool press = event->state == WL_KEYBOARD_KEY_STATE_PRESSED;
  const auto keycode = event->keycode + evdev_to_xkb;
  if (!press && keyboard.swallowed.erase(event->keycode) > 0) return;
  if (press && is_panic(keyboard.raw, keycode)) {
    keyboard.swallowed.insert(event->keycode);
    if (report) report(desk::PanicEvent{desk::By::person});
    return;
  }
  if (press && prompt_.has_keys() && keyboard.raw->xkb_state) {
    keyboard.swallowed.insert(event->keycode);
    char name[64] = {}, text[16] = {};
    xkb_keysym_get_name(xkb_state_key_get_one_sym(keyboard.raw->xkb_state, keycode), name, sizeof name);
    xkb_state_key_get_utf8(keyboard.raw->xkb_state, keycode, text, sizeof text);
    if (report) {
      report(desk::PromptEvent{prompt_.shown(), desk::PromptInput::key, desk::By::person,
                               prompt_.on_picture(seat_.pointer()), name, text});
    }
    return;
  }
  if (press) tell(desk::InputKind::key, keyboard.raw->base.name);
  if (takes && takes(keyboard.raw, event)) return;
  wlr_seat_set_keyboard(seat_.raw(), keyboard.raw);
  wlr_seat_keyboard_notify_key(seat_.raw(), event->time_msec, event->keycode, event->state);
}

}  // namespace interlock::compositor
