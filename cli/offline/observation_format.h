/// Reads the observation of a line of `interlockctl check`. A missing key is unknown, null is `none`, and {"unknown":
/// "deadline"} is unknown with a reason. Windows and elements of the audit log have the same format.
#pragma once

#include <tl/expected.hpp>

#include "ipc/message.h"
#include "values/observation.h"

namespace interlock::cli {

/// `where`: the observation's place for messages, "observation". Strict: an unknown key, role or state is an error that
/// names its place.
tl::expected<Observation, ipc::RpcError> decode_observation(const ipc::json::value& value, std::string_view where);

}  // namespace interlock::cli
