/// The reply to `act` in a client's words (docs/protocol.md, "act's reply").
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>

namespace interlock {

/// Why the action was not done; nothing if it was.
std::optional<std::string> why_not_done(const boost::json::object& reply);

}  // namespace interlock
