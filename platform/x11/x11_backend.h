/// X displays as a backend: one connection and one thread for all ports, and a second of each for the input devices.
#pragma once

#include <memory>
#include <string>

#include "platform/backend.h"

namespace interlock::platform {

/// `name` as in $DISPLAY; empty: $DISPLAY. Opening fails without XTEST and XRes. The folder given to `open` contains
/// the record of borrowed keycodes, which the next start restores if this process is killed.
std::shared_ptr<Backend> x11_backend(const std::string& name);

/// Windows of interlock's own on the display `name` (empty: $DISPLAY), one at a time.
std::shared_ptr<Notifier> window_prompter(boost::asio::any_io_executor executor, const std::string& name,
                                          DrawText draw_text);

}  // namespace interlock::platform
