/// Rows of a question as JSON: [["agent", "shop"], ...].
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string_view>

#include "approval/statement.h"

namespace interlock::approval {

boost::json::array rows_json(const Rows& rows);
/// The rows at `key`. Returns nothing if there are none, or if they have another form.
std::optional<Rows> rows_at(const boost::json::object& object, std::string_view key);

}  // namespace interlock::approval
