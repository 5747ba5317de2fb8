/// Questions in the desk's own layer above everything: interlock draws the picture and decides what answers it, the
/// desk shows it and reports who pressed where. One question at a time.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>

#include "platform/backend.h"
#include "platform/desk/link.h"
#include "platform/notifier.h"

namespace interlock::platform::desk_line {

/// `link` may be null: then no question can be shown, and `ask` reports `why`.
std::shared_ptr<Notifier> desk_prompter(boost::asio::any_io_executor executor, std::shared_ptr<Link> link, Error why,
                                        DrawText draw_text);

}  // namespace interlock::platform::desk_line
