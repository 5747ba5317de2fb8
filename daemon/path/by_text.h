/// Finds the element that a person would name by its text.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <string>

#include <tl/expected.hpp>

#include "daemon/desk/observer.h"
#include "daemon/desk/openings.h"
#include "daemon/sessions/agents.h"
#include "platform/injector.h"

namespace interlock::daemon {

/// The ref of the only visible element in the window (OnElement::window; else the active one) whose name or text is
/// OnElement::text, in any case; of elements that act when they are clicked if there are such. What the session does
/// not get to see does not count. The elements of a window that has just opened are waited for.
boost::asio::awaitable<tl::expected<std::string, platform::Refusal>> ref_of_text(Eyes eyes,
                                                                                 std::shared_ptr<Session> asker,
                                                                                 OnElement on, Openings& openings);

}  // namespace interlock::daemon
