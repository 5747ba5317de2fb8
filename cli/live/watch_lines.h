/// One line for each event that watchers get.
#pragma once

#include <string>
#include <string_view>

#include "ipc/message.h"

namespace interlock::cli {

/// `clock`: the person's, because the event's own is in UTC.
std::string event_line(std::string_view event, ipc::json::object params, const std::string& clock);

/// "19:14:55", now, as the person's clock has it.
std::string clock_now();

}  // namespace interlock::cli
