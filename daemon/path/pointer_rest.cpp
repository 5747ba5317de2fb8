#include "daemon/path/pointer_rest.h"

#include <cstdlib>
#include <variant>

namespace interlock::daemon {

bool PointerRest::at_target_of(const Step& step) const {
  const auto& window = step.seen.view.window;
  return resting_ && window && resting_->window == window->id && resting_->at == pointer_target(step.action);
}

PointerRest::Time PointerRest::double_click_until(Point at) const {
  constexpr int near = 16;  // more than the distance that any toolkit allows between the two presses
  if (!pressed_ || std::abs(pressed_->at.x - at.x) > near || std::abs(pressed_->at.y - at.y) > near) return {};
  return pressed_->when + double_click;
}

void PointerRest::acted(const Step& step) {
  const auto& body = step.action.body;
  const bool presses = std::holds_alternative<Click>(body) || std::holds_alternative<MouseDown>(body) ||
                       std::holds_alternative<Drag>(body);
  if (presses) pressed_ = Press{*pointer_target(step.action), std::chrono::steady_clock::now()};
  const auto& window = step.seen.view.window;
  const auto* moved = std::get_if<Move>(&body);
  if (moved != nullptr && window) {
    const bool rested = step.seen.view.pointer_there && at_target_of(step);
    if (!rested) came_to(moved->at, window->id, std::chrono::steady_clock::now());
  } else if (moved != nullptr || std::holds_alternative<Drag>(body) || std::holds_alternative<MouseUp>(body) ||
             std::holds_alternative<Scroll>(body)) {
    resting_.reset();
  }
}

}  // namespace interlock::daemon
