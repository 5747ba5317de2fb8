/// Draws where on the screen an action was aimed, from the record: the window, the element, the point. For actions
/// without a picture.
#pragma once

#include <string>

#include "ipc/message.h"

namespace interlock::cli {

/// Returns an SVG element; empty if no window was seen.
std::string sketch(const ipc::json::object& record);

}  // namespace interlock::cli
