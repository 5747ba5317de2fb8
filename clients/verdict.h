/// The reply to `act` in a client's words (docs/protocol.md, "act's reply").
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace interlock {

/// Why the action was not done; nothing if it was.
std::optional<std::string> why_not_done(const boost::json::object& reply);

/// Members of replies; "", 0, false and {} if they are missing or of another type.
std::string text_in(const boost::json::object& object, std::string_view key);
std::int64_t number_in(const boost::json::object& object, std::string_view key);
bool truth_in(const boost::json::object& object, std::string_view key);
boost::json::object object_in(const boost::json::object& object, std::string_view key);

}  // namespace interlock
