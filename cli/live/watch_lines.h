/// Formats one line for each event that watchers get.
#pragma once

#include <string>
#include <string_view>

#include "ipc/message.h"

namespace interlock::cli {

/// `clock`: local time, because the event's own time is in UTC.
std::string event_line(std::string_view event, ipc::json::object params, const std::string& clock);

/// The current local time, "19:14:55".
std::string clock_now();

}  // namespace interlock::cli
