/// Runs draw-text, the program that draws the texts of prompt windows (docs/decisions/0010-prompt-window.md).
#pragma once

#include <string>

#include "platform/backend.h"

namespace interlock::daemon {

/// The draw-text that was installed with this interlockd, or built with it.
std::string draw_text_program();

/// Starts `program` for each request and ends it after 10 s. What it writes on standard error is in the daemon's log.
platform::DrawText text_drawer(std::string program);

}  // namespace interlock::daemon
