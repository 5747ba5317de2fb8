/// Finds the audit log.
#pragma once

#include <string>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"

namespace interlock::cli {

/// The folder that the daemon reports; without a daemon, the policy's; else the default.
std::string find_audit_log(const Options& options);

/// The failure: there is no log in the folder `dir`.
Failure no_log(const std::string& dir, const std::string& otherwise);
/// The failure: a file of the log could not be opened (reason: errno). `otherwise`: the option that names another log.
Failure unreadable_log(const std::string& path, const std::string& otherwise);

}  // namespace interlock::cli
