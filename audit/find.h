/// Finds the records of one action in the audit log.
#pragma once

#include <boost/json.hpp>
#include <string>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::audit {

/// The record of one action from the log in `dir`, its begin and end merged: `time` from begin, `ended` from end
/// (absent: interrupted). An error if there is none.
tl::expected<boost::json::object, Error> find_record(const std::string& dir, const std::string& id);

}  // namespace interlock::audit
