/// From a ref to a point at which the element can be hit now. Refs are never guessed: if the element is gone, changed
/// or covered, the action is refused, and the refusal says what to do.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>

#include "daemon/desk/observer.h"
#include "daemon/sessions/agents.h"
#include "platform/injector.h"

namespace interlock::daemon {

struct Aimed {
  std::optional<platform::Refusal> refusal;  ///< stale_ref, not_visible, covered, not_focusable, or why it is unknown
  Referred target;                           ///< the element, or the part of it that is hit
  std::optional<Element> means = {};         ///< the control that a click on this label switches (Step::means)
  bool has_focus = false;                    ///< for an action that only focuses: nothing is left to do
};

/// Finds the element of `action.on`, scrolls it into view if requested, and sets the action's point, if it has one, to
/// a point that hits the element. Has no other effect.
boost::asio::awaitable<Aimed> aim(Eyes eyes, std::shared_ptr<const Session> session, Action& action);

/// True if the observed element is the one that was aimed at.
bool is_target(const Element& seen, const Referred& target);
/// True if it is an option of the list, or a field of the date, that was aimed at: by the role and name around it.
bool is_part(const Element& seen, const Referred& target);

}  // namespace interlock::daemon
