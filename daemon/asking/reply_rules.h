/// Whether a yes that came from the screen was given by a person: pure, time is an argument.
///
/// A click on a button can be a program's: the XTEST click of an agent that is not confined, or the button's action
/// over the accessibility bus. A person's click leaves the press of a real device right before it. And nobody reads a
/// question within half a second: such a click was meant for what the prompt came up over.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "policy/settings.h"

namespace interlock::daemon {

/// Sooner after it appeared, a prompt is not answered with yes.
inline constexpr std::chrono::milliseconds reading_time{500};
/// A press that is older than this when the reply comes did not bring it about.
inline constexpr std::chrono::milliseconds press_to_reply{1500};

/// Sooner than anyone reads. That will not change.
bool too_quick(std::chrono::steady_clock::time_point shown, std::chrono::steady_clock::time_point came);

struct ScreenReply {
  std::chrono::steady_clock::time_point shown;  ///< when the prompt was on the screen
  std::chrono::steady_clock::time_point came;
  std::optional<std::chrono::steady_clock::time_point> pressed;  ///< the newest press of a real device
};

/// Why it does not count, for people; empty when it does. The press of a device may be told a little later than the
/// reply: what is objected for want of one deserves a second look.
std::string objection(policy::Replies replies, const ScreenReply& reply);

/// Why no yes from the screen can count: by the policy, or because real devices cannot be told from others
/// (`devices_trouble`). Empty when one can.
std::string no_reply_counts(policy::Replies replies, const std::string& devices_trouble);

}  // namespace interlock::daemon
