/// Parses a line of the wire as a JSON object. Part of the decoder.
#pragma once

#include <boost/json.hpp>
#include <string_view>

#include <tl/expected.hpp>

#include "desks/wire/reader.h"

namespace interlock::desk {

/// Errors: not valid UTF-8, not one JSON object, nested too deeply, too long.
tl::expected<boost::json::object, Mistake> object_of(std::string_view line);

}  // namespace interlock::desk
