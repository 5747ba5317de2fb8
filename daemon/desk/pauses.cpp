#include "daemon/desk/pauses.h"

namespace interlock::daemon {

void Pauses::put(Pause why) {
  reasons_.insert(why);
  *any_ = true;
}

bool Pauses::take_away(Pause why) {
  const bool there = reasons_.erase(why) > 0;
  *any_ = !reasons_.empty();
  return there;
}

void Pauses::clear() {
  reasons_.clear();
  *any_ = false;
}

std::string_view Pauses::reason() const {
  if (reasons_.empty()) return {};
  switch (*reasons_.begin()) {
    case Pause::command:
      return "interlock is paused; a human resumes it with 'interlockctl resume'";
    case Pause::panic_key:
      return "a human pressed the panic key; 'interlockctl resume' lets agents continue";
    case Pause::foreign_input:
      return "another program injected input past interlock; a human resumes with 'interlockctl resume'";
    case Pause::locked:
      return "the screen is locked; agents continue when it is unlocked";
    case Pause::away:
      return "another user is at the screen; agents continue when this one is back";
    case Pause::own_files:
      return "interlock's own files changed, and no person seems to have changed them; a human looks at them, then "
             "runs 'interlockctl reload' to take the new rules or 'interlockctl resume' to keep the old ones";
  }
  return "interlock is paused";
}

}  // namespace interlock::daemon
