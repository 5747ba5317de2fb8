/// Where on the screen an action was aimed, drawn from what is on record: the window, the element, the point. For those
/// of which no picture was kept.
#pragma once

#include <string>

#include "ipc/message.h"

namespace interlock::cli {

/// An SVG element; empty where no window was seen.
std::string sketch(const ipc::json::object& record);

}  // namespace interlock::cli
