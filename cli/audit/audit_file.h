/// Where the audit log is.
#pragma once

#include <string>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"

namespace interlock::cli {

/// Where the daemon says it writes; without a daemon, where the policy says; else the default.
std::string find_audit_log(const Options& options);

/// There is none in the folder `dir`.
Failure no_log(const std::string& dir, const std::string& otherwise);
/// A file of it could not be opened: why, by errno. `otherwise` is how this command is given another.
Failure unreadable_log(const std::string& path, const std::string& otherwise);

}  // namespace interlock::cli
