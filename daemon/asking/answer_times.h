/// The times around a person's answer, in one place: if you change one, check the others.
#pragma once

#include <chrono>

#include "platform/notifier.h"

namespace interlock::daemon {

using platform::reading_time;

/// A press that is older than this when the reply comes did not cause it.
inline constexpr std::chrono::milliseconds press_to_reply{1500};
/// The display may report a press this much later than its effect is known.
inline constexpr std::chrono::milliseconds press_is_late{300};
/// A hand that has just pressed "Allow" still moves the mouse.
inline constexpr std::chrono::milliseconds after_reply{300};
/// Time for a prompt's bubble to disappear after its answer and uncover the target.
inline constexpr std::chrono::milliseconds bubble_limit{1500};

}  // namespace interlock::daemon
