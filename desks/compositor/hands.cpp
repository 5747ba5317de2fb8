#include "desks/compositor/hands.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "desks/compositor/popup.h"
#include "desks/wire/pixel_files.h"

namespace interlock::compositor {
namespace {

desk::Refused refuse(std::string_view code, std::string message) {
  return {std::string(code), std::move(message)};
}

std::uint32_t code_of(Button button) {
  switch (button) {
    case Button::left:
      return BTN_LEFT;
    case Button::right:
      return BTN_RIGHT;
    case Button::middle:
      return BTN_MIDDLE;
    case Button::back:
      return BTN_SIDE;
    case Button::forward:
      return BTN_EXTRA;
  }
  return BTN_LEFT;
}

xkb_keysym_t keysym_named(const std::string& name) {
  return xkb_keysym_from_name(name.c_str(), XKB_KEYSYM_NO_FLAGS);
}

std::string found(const SurfaceHit& hit) {
  switch (hit.kind) {
    case HitKind::prompt:
      return "interlock's prompt is there";
    case HitKind::decoration:
      return "the frame of window " + std::to_string(hit.window->id()) + " is there";
    case HitKind::surface:
      return "window " + std::to_string(hit.window->id()) + " is there";
    case HitKind::background:
      break;
  }
  return "no window is there";
}

}  // namespace

Hands::Hands(Core& core, Screen& screen, Stack& stack, Seat& seat, PromptLayer& prompt, bool guard)
    : core_(core), screen_(screen), stack_(stack), seat_(seat), prompt_(prompt), guard_(guard), keyboard_(seat.raw()) {}

Hands::Refusal Hands::check_pointer(Place place, const desk::Expectation& expect) const {
  const auto hit = hit_at(core_, place);
  if (hit.kind != HitKind::surface || hit.window->id() != expect.window) {
    return refuse(desk::code::window_changed, found(hit) + " instead of window " + std::to_string(expect.window));
  }
  if (expect.pid != 0 && static_cast<std::uint32_t>(process_of(hit.surface)) != expect.pid) {
    return refuse(desk::code::window_changed, "the surface there is of another process");
  }
  if (expect.surface && screen_.pixels_of(hit.surface_box) != *expect.surface) {
    return refuse(desk::code::window_changed, "the surface there has another place or size");
  }
  const auto popup = hit.popup ? std::optional(screen_.pixels_of(*hit.popup)) : std::nullopt;
  if (popup != expect.popup) {
    return refuse(desk::code::window_changed,
                  popup ? "a menu of the window is open there" : "the window's menu is not there");
  }
  if (!seat_.only_holder(Maker::interlock) || seat_.dragging_window() || !seat_.drag_is_of(Maker::interlock)) {
    return refuse(desk::code::pointer_grabbed, "a button is down or something is being dragged, and not by interlock");
  }
  const auto* grab = seat_.raw()->drag ? nullptr : seat_.grabbed_by();
  if (grab && grab != wl_resource_get_client(hit.surface->resource)) {
    return refuse(desk::code::pointer_grabbed, "another program's menu is open");
  }
  return std::nullopt;
}

Hands::Refusal Hands::check_keyboard(const desk::Expectation& expect) const {
  auto* surface = seat_.keyboard_surface();
  const auto* window = stack_.of(surface);
  if (prompt_.has_keys()) return refuse(desk::code::focus_moved, "interlock's prompt has the keyboard");
  if (!window || window->id() != expect.window) {
    return refuse(desk::code::focus_moved, window ? "window " + std::to_string(window->id()) + " has the keyboard"
                                                  : std::string("no window has the keyboard"));
  }
  if (expect.pid != 0 && static_cast<std::uint32_t>(process_of(surface)) != expect.pid) {
    return refuse(desk::code::focus_moved, "the surface with the keyboard is of another process");
  }
  if (seat_.raw()->drag) return refuse(desk::code::keyboard_grabbed, "something is being dragged");
  const auto* grab = seat_.grabbed_by();
  if (grab && grab != wl_resource_get_client(surface->resource)) {
    return refuse(desk::code::keyboard_grabbed, "another program's menu is open");
  }
  return std::nullopt;
}

Hands::Refusal Hands::check_pixels(const desk::Pixels& wanted) {
  const auto& area = wanted.area;
  const auto shown = screen_.picture(false);
  const bool inside = shown && !area.empty() && area.x >= 0 && area.y >= 0 && area.width <= shown->width - area.x &&
                      area.height <= shown->height - area.y;
  if (!inside) return refuse(desk::code::outside_screen, "the pixels are not on the screen");
  const auto width = static_cast<std::size_t>(area.width);
  const auto expected = desk::read_pixels(wanted.path, width * static_cast<std::size_t>(area.height));
  if (!expected) return refuse(desk::code::pixels_changed, wanted.path + ": has not the pixels of that rectangle");
  for (int row = 0; row < area.height; ++row) {
    const auto from = shown->pixels.begin() + std::ptrdiff_t{area.y + row} * shown->width + area.x;
    const auto like = expected->begin() + static_cast<std::ptrdiff_t>(width) * row;
    if (!std::equal(like, like + area.width, from))
      return refuse(desk::code::pixels_changed, "the screen shows something else there");
  }
  return std::nullopt;
}

// Only what ends or continues what is held already.
Hands::Refusal Hands::check_unexpected(const desk::Step& step) const {
  const auto allowed = [&](const auto& is) {
    using Kind = std::decay_t<decltype(is)>;
    if constexpr (std::is_same_v<Kind, desk::MotionStep>) return !seat_.held(Maker::interlock).empty();
    if constexpr (std::is_same_v<Kind, desk::ButtonStep>) return !is.press;
    if constexpr (std::is_same_v<Kind, desk::KeyStep>) return !is.press;
    return false;
  };
  if (std::visit(allowed, step)) return std::nullopt;
  return refuse(desk::code::invalid, "this step needs an expectation");
}

Hands::Refusal Hands::check(const desk::Step& step, const std::optional<desk::Expectation>& expect) {
  const auto* motion = std::get_if<desk::MotionStep>(&step);
  if (motion && !screen_.contains(motion->to))
    return refuse(desk::code::outside_screen, "the point is not on the screen");
  if (!guard_) return std::nullopt;
  if (!expect) return check_unexpected(step);
  if (const auto* key = std::get_if<desk::KeyStep>(&step)) return key->press ? check_keyboard(*expect) : std::nullopt;
  const auto* button = std::get_if<desk::ButtonStep>(&step);
  if (button && !button->press && seat_.held(Maker::interlock).contains(code_of(button->button))) {
    return std::nullopt;  // ends what this wire began
  }
  return check_pointer(motion ? screen_.place_of(motion->to) : seat_.pointer(), *expect);
}

// What does not depend on the single step.
Hands::Refusal Hands::check_all(const desk::Act& act) {
  std::vector<xkb_keysym_t> keysyms;
  bool presses = false;
  for (const auto& step : act.steps) {
    const auto* button = std::get_if<desk::ButtonStep>(&step);
    presses = presses || (button && button->press);
    const auto* key = std::get_if<desk::KeyStep>(&step);
    if (!key) continue;
    presses = presses || key->press;
    keysyms.push_back(keysym_named(key->keysym));
    if (keysyms.back() == XKB_KEY_NoSymbol) return refuse(desk::code::unknown_key, key->keysym + ": no such keysym");
  }
  if (!keyboard_.provide(keysyms, true)) return refuse(desk::code::unknown_key, "too many different keys at once");
  if (presses && person_holds_modifier && person_holds_modifier()) {
    return refuse(desk::code::modifier_held, "a person holds a modifier key");
  }
  if (guard_ && act.expect && act.expect->pixels) return check_pixels(*act.expect->pixels);
  return std::nullopt;
}

void Hands::deliver(const desk::Step& step) {
  const auto time = now_ms();
  if (const auto* motion = std::get_if<desk::MotionStep>(&step)) {
    seat_.move(screen_.place_of(motion->to), time);
    seat_.frame();
  } else if (const auto* button = std::get_if<desk::ButtonStep>(&step)) {
    seat_.button(Maker::interlock, code_of(button->button), button->press, time);
    seat_.frame();
  } else if (const auto* axis = std::get_if<desk::AxisStep>(&step)) {
    seat_.turn(WL_POINTER_AXIS_HORIZONTAL_SCROLL, axis->dx, time);
    seat_.turn(WL_POINTER_AXIS_VERTICAL_SCROLL, axis->dy, time);
    seat_.frame();
  } else if (const auto* key = std::get_if<desk::KeyStep>(&step)) {
    const auto stroke = keyboard_.stroke(keysym_named(key->keysym), true);
    if (stroke && (key->press || keyboard_.is_down(stroke->keycode))) keyboard_.key(stroke->keycode, key->press);
  }
}

desk::Done Hands::act(const desk::Act& act) {
  if (auto refused = check_all(act)) return {0, std::move(refused)};
  desk::Done done;
  for (const auto& step : act.steps) {
    if (auto refused = check(step, act.expect)) {
      done.refused = std::move(refused);
      break;
    }
    deliver(step);
    ++done.done;
  }
  return done;
}

desk::Done Hands::commit_text(const desk::CommitText& commit) {
  const auto text = code_points(commit.text);
  if (!text) return {0, refuse(desk::code::invalid, "the text is not valid UTF-8")};
  std::vector<xkb_keysym_t> keysyms;
  for (const auto character : *text) {
    const auto keysym = keysym_of(character);
    if (!keysym)
      return {0, refuse(desk::code::unknown_key, "no key writes U+" + std::to_string(std::uint32_t{character}))};
    keysyms.push_back(*keysym);
  }
  if (guard_) {
    if (auto refused = check_keyboard(commit.expect)) return {0, std::move(refused)};
    if (commit.expect.pixels) {
      if (auto refused = check_pixels(*commit.expect.pixels)) return {0, std::move(refused)};
    }
  }
  if (keyboard_.modifier_held() || (person_holds_modifier && person_holds_modifier())) {
    return {0, refuse(desk::code::modifier_held, "a modifier key is held or locked")};
  }
  if (!keyboard_.provide(keysyms, false))
    return {0, refuse(desk::code::unknown_key, "too many different characters at once")};
  for (const auto keysym : keysyms) keyboard_.type(*keyboard_.stroke(keysym, false));
  return {text->size(), std::nullopt};
}

void Hands::release() {
  keyboard_.release_all();
  const auto held = seat_.held(Maker::interlock);
  for (const auto button : held) {
    seat_.button(Maker::interlock, button, false, now_ms());
    seat_.frame();
  }
}

}  // namespace interlock::compositor
