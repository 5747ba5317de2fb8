/// Decides whether an approval on the screen was given by a person. Pure; time is an argument.
///
/// A program can click on a button: by XTEST if its agent is not confined, or by the button's action on the
/// accessibility bus. A person's click follows a press on a real device. And nobody reads a prompt within half a
/// second: such a click was meant for what the prompt covers.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "daemon/asking/answer_times.h"
#include "policy/settings.h"

namespace interlock::daemon {

/// Sooner than anyone can read. Waiting for a press does not change that.
bool too_quick(std::chrono::steady_clock::time_point shown, std::chrono::steady_clock::time_point came);

struct ScreenReply {
  std::chrono::steady_clock::time_point shown;  ///< when the prompt appeared on the screen
  std::chrono::steady_clock::time_point came;
  std::optional<std::chrono::steady_clock::time_point> pressed;  ///< the newest press on a real device
};

/// Why it does not count, for people; empty if it does. The press may be reported a little later than the reply: if the
/// objection is a missing press, check again.
std::string objection(policy::Replies replies, const ScreenReply& reply);

/// Why no approval on the screen can count: by the policy, or because real devices cannot be distinguished from others
/// (`devices_trouble`). Empty if approvals can count.
std::string no_reply_counts(policy::Replies replies, const std::string& devices_trouble);

}  // namespace interlock::daemon
