#include "daemon/path/pointer_rest.h"

#include <variant>

namespace interlock::daemon {

bool PointerRest::at_target_of(const Step& step) const {
  const auto& window = step.seen.view.window;
  return resting_ && window && resting_->window == window->id && resting_->at == pointer_target(step.action);
}

void PointerRest::acted(const Step& step) {
  const auto& body = step.action.body;
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
