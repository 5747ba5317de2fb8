/// The lines of `status` about the devices: whether they are watched, the panic key, what other programs injected.
#pragma once

#include <string>

#include "ipc/message.h"

namespace interlock::cli {

/// `human` of the daemon's status, in one line.
std::string human_line(const ipc::json::object& human);
/// Whether the screen is locked, and which service reports it.
std::string screen_line(const ipc::json::object& human);
/// "2 key presses, 1 motion" from an object of counts, or "nothing".
std::string injected(const ipc::json::object& foreign);

}  // namespace interlock::cli
