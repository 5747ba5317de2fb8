/// The daemon's own words to its operator: one line each on stderr, with the syslog level in front that the journal
/// understands ("<4>..."). Never what an agent typed.
#pragma once

#include <string_view>

#include "values/error.h"

namespace interlock::daemon {

void log_info(std::string_view line);
void log_warning(std::string_view line);
void log_error(const Error& error);

}  // namespace interlock::daemon
