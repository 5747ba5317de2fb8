/// What was there, as `interlockctl check` reads it. A key that is missing is unknown, null is known to be none, and
/// {"unknown": "deadline"} says why it is unknown. The audit log's windows and elements can be read, too.
#pragma once

#include <tl/expected.hpp>

#include "ipc/message.h"
#include "values/observation.h"

namespace interlock::cli {

/// `where` is the observation's own place, for messages: "observation". Strict: an unknown key, role or state is an
/// error that names its place.
tl::expected<Observation, ipc::RpcError> decode_observation(const ipc::json::value& value, std::string_view where);

}  // namespace interlock::cli
