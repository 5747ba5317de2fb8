/// Trying the ways past interlock from inside the sandbox of `interlockctl run`.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/sandbox/sandbox.h"
#include "doctor/tries.h"
#include "ipc/message.h"

namespace interlock::cli {

struct Attempt {
  std::vector<doctor::Result> results;
  std::string mediation;  ///< what interlockd said of whoever tried; empty: it could not be asked
};

/// What `interlockctl doctor --try` prints, and its reading.
ipc::json::object to_json(const Attempt& attempt);
tl::expected<Attempt, std::string> attempt_from_json(const std::string& text);

/// Starts this very program by `interlockctl run`, with the same network and folders as an agent would get, and has it
/// try. The error is the launcher's word: why no sandbox was made.
tl::expected<Attempt, std::string> try_confined(const doctor::Ways& ways, const Confined& as,
                                                const std::string& control_socket);

}  // namespace interlock::cli
