/// Where on the screen an action was aimed, drawn from what is on record: the window, the element, the point. The audit
/// log holds no pictures of the screen.
#pragma once

#include <string>

#include "ipc/message.h"

namespace interlock::cli {

/// An SVG element; empty where no window was seen.
std::string sketch(const ipc::json::object& record);

}  // namespace interlock::cli
