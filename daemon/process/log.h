/// Log messages of the daemon: one line each on stderr, with the syslog level prefix that the journal understands
/// ("<4>..."). They never contain text that an agent typed, nor
/// a secret that was typed by name.
#pragma once

#include <string_view>

#include "values/error.h"

namespace interlock::daemon {

void log_info(std::string_view line);
void log_warning(std::string_view line);
void log_error(const Error& error);

}  // namespace interlock::daemon
