/// Finds what the audit log says of one action.
#pragma once

#include <boost/json.hpp>
#include <string>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::audit {

/// The record of one action out of the log in `dir`, begin and end merged: `time` of the begin, `ended` of the end
/// (absent: interrupted); an error when there is none.
tl::expected<boost::json::object, Error> find_record(const std::string& dir, const std::string& id);

}  // namespace interlock::audit
