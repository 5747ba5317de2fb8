/// The ports of a desk that only look: its pictures, its clipboard, facts about its windows.
#pragma once

#include <memory>

#include "platform/clipboard.h"
#include "platform/desk/link.h"
#include "platform/display_access.h"
#include "platform/human_input.h"
#include "platform/screen.h"
#include "platform/window_queries.h"

namespace interlock::platform::desk_line {

std::shared_ptr<Screen> desk_screen(std::shared_ptr<Link> link);
std::shared_ptr<Clipboard> desk_clipboard(std::shared_ptr<Link> link);
std::shared_ptr<HumanInput> desk_human_input(const std::shared_ptr<Link>& link);
std::shared_ptr<WindowQueries> desk_queries(std::shared_ptr<Link> link);
/// A Wayland socket admits whoever may open it: nobody by a list.
std::shared_ptr<DisplayAccess> desk_access();

}  // namespace interlock::platform::desk_line
