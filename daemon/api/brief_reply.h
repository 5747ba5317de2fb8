/// Replies without what a model does not need (`"detail": "brief"`). Pure.
#pragma once

#include <boost/json.hpp>

namespace interlock::daemon {

/// The reply to an act, and to each of its steps. What is left out has the value that docs/protocol.md says ("Brief
/// replies"); of an act that was not simply done, no reason, hint or refusal is left out.
void shorten_act(boost::json::object& reply);

/// The reply to `observe`.
void shorten_look(boost::json::object& reply);

}  // namespace interlock::daemon
