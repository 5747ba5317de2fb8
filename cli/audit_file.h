/// Where the audit log is.
#pragma once

#include <string>

#include "cli/commands.h"

namespace interlock::cli {

/// Where the daemon says it writes; without a daemon, where the policy says; else the default.
std::string find_audit_log(const Options& options);

}  // namespace interlock::cli
