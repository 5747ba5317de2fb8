/// Tries the ways to bypass interlock from inside the sandbox of `interlockctl run`.
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
  std::string mediation;  ///< how interlockd classified the trying process; empty: it could not be asked
};

/// Writes and parses the output of `interlockctl doctor --try`.
ipc::json::object to_json(const Attempt& attempt);
tl::expected<Attempt, std::string> attempt_from_json(const std::string& text);

/// Starts this program again by `interlockctl run`, with the network and folders that an agent would get, to try the
/// ways. The error is the launcher's: why no sandbox was made.
tl::expected<Attempt, std::string> try_confined(const doctor::Ways& ways, const Confined& as,
                                                const std::string& control_socket);

}  // namespace interlock::cli
