/// From a ref to a point: where the element that an action names can really be hit now. A ref is never guessed at: what
/// is gone, became something else, or is covered is refused, and the refusal says what to do.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>

#include "daemon/desk/observer.h"
#include "daemon/sessions/refs.h"
#include "platform/injector.h"

namespace interlock::daemon {

struct Aimed {
  std::optional<platform::Refusal> refusal;  ///< stale_ref, not_visible, covered, not_focusable, or why it is not known
  Referred target;
  bool has_focus = false;  ///< of an action that only gives the focus: nothing is left to do
};

/// Finds what `action.on` names, scrolls it into view where that is asked for, and sets the action's point, where it
/// has one, to a place where the element is hit. Acts on nothing else.
boost::asio::awaitable<Aimed> aim(Eyes eyes, const Refs& refs, Action& action);

/// True when what was seen is what was aimed at.
bool is_target(const Element& seen, const Referred& target);

}  // namespace interlock::daemon
