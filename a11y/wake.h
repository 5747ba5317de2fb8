/// Making an application show its content that is on the bus without it.
///
/// Chromium builds the trees of its pages only after an assistive technology has asked for the attributes or the
/// relations of one of its nodes; questions about names, roles, states and places do not count. The tree is there 109
/// to 151 ms after the question (Chromium 156), and stays for pages that are opened later.
#pragma once

#include <chrono>
#include <map>

#include "a11y/look.h"

namespace interlock::a11y {

/// How long an application may take to show its content after it was asked: for an action, and for a look at the whole
/// window, which nothing but the agent waits for.
inline constexpr std::chrono::milliseconds wake_time{250};
inline constexpr std::chrono::milliseconds wake_time_of_tree{1000};

/// The windows that were asked, so that one that never shows its content does not delay each look at it. Pure: time is
/// an argument.
class Awakenings {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// True if `top` was not asked in the last ten seconds; notes that it is asked at `now`.
  bool may_begin(const Ref& top, Time now);

 private:
  std::map<Ref, Time> asked_;
};

/// Asks for the attributes of `top`, and waits until `top` shows content. False if it shows none by the look's
/// deadline.
Awaitable<bool> wake(Look look, Ref top);

}  // namespace interlock::a11y
