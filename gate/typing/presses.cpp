#include "gate/typing/presses.h"

#include <algorithm>
#include <optional>

#include "values/hash.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

/// The element if it is known: small movements of the pointer stay on the same button. Else the place.
std::uint64_t target_of(Point at, const Observation& observation) {
  Hash hash;
  if (const Window* window = observation.window.get()) hash.add(window->id).add(window->app);
  if (const Element* element = observation.element.get()) {
    hash.add(static_cast<std::uint64_t>(element->role)).add(element->path).add(element->name);
  } else {
    constexpr std::int32_t tremble = 8;  // pixels
    hash.add(static_cast<std::uint32_t>(at.x / tremble)).add(static_cast<std::uint32_t>(at.y / tremble));
  }
  return hash.value();
}

struct Pressing {
  Point at;
  Button button;
  std::uint8_t count;
};

std::optional<Pressing> pressing(const Action& action) {
  if (const auto* click = std::get_if<Click>(&action.body)) return Pressing{click->at, click->button, click->count};
  if (const auto* down = std::get_if<MouseDown>(&action.body)) return Pressing{down->at, down->button, 1};
  return std::nullopt;
}

std::uint8_t count(const Pressing& pressed, std::uint64_t target, const Typing& typing, Time now) {
  if (pressed.button != Button::left) return 0;
  const auto& last = typing.last_press;
  const bool follows = last && last->button == Button::left && last->target == target && now >= last->when &&
                       now - last->when <= double_click_time;
  constexpr int most = 3;
  return static_cast<std::uint8_t>(std::min(most, pressed.count + (follows ? last->clicks : 0)));
}

}  // namespace

std::uint8_t clicks_of(const Action& action, const Observation& observation, const Typing& typing, Time now) {
  const auto pressed = pressing(action);
  if (!pressed || pressed->button != Button::left) return 0;
  // Most presses are single: then their target need not be computed.
  if (!typing.last_press || now - typing.last_press->when > double_click_time) return pressed->count;
  return count(*pressed, target_of(pressed->at, observation), typing, now);
}

void record_press(Typing& typing, const Action& action, const Observation& observation, Time now) {
  if (std::holds_alternative<MouseUp>(action.body)) {
    typing.down.reset();
    return;
  }
  const auto pressed = pressing(action);
  if (!pressed) return;
  const std::uint64_t target = target_of(pressed->at, observation);
  Press press{pressed->button, target, {}, now, count(*pressed, target, typing, now)};
  if (std::holds_alternative<MouseDown>(action.body)) {
    if (const Element* element = observation.element.get()) {
      press.says = std::string(role_name(element->role)) + " " + in_quotes(element->name);
    }
    typing.down = press;
  }
  typing.last_press = std::move(press);
}

const Press* dragged(const Typing& typing, const Observation& observation) {
  if (!typing.down) return nullptr;
  return target_of({}, observation) == typing.down->target ? nullptr : &*typing.down;
}

}  // namespace interlock::gate
