/// Windows, as a desk reports them, as the port's values; and the ports that only look.
#pragma once

#include <memory>
#include <optional>

#include "platform/backend.h"
#include "platform/desk/link.h"
#include "platform/window_system.h"

namespace interlock::platform::desk_line {

/// What the injector expects when it acts on a view.
struct DeskHandle final : ViewHandle {
  std::uint64_t line = 0;  ///< the connection to the desk that said so
  std::uint64_t window = 0;
  std::uint32_t receiver = 0;
  std::optional<Rect> surface;
  std::optional<Rect> popup;
  bool active = false;
};
/// Null for a view in which nothing was found.
const DeskHandle* handle_of(const WindowView& view);

/// `receiver`: the process that gets the event; 0: the window's own.
interlock::Window window_from(const wire::Window& window, std::uint32_t receiver = 0);
ProgramWindow program_window_from(const wire::Window& window);
bool is_popup(const wire::Window& window);
bool is_shown(const wire::Window& window);

std::shared_ptr<WindowSystem> desk_windows(std::shared_ptr<Link> link);

}  // namespace interlock::platform::desk_line
