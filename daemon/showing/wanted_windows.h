/// Finds the windows that a request of `observe` names.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <vector>

#include <tl/expected.hpp>

#include "daemon/desk/observer.h"
#include "daemon/sessions/refs.h"
#include "ipc/message.h"

namespace interlock::daemon {

/// A requested window, with its popups and the windows that cover it.
struct WantedWindow {
  Window window;
  bool active = false;
  std::vector<Rect> popups;
  std::vector<Rect> above;
};

struct WantedWindows {
  std::vector<WantedWindow> wanted;  ///< from the topmost down
  std::vector<Window> on_screen;     ///< all windows of applications, likewise
};

boost::asio::awaitable<tl::expected<WantedWindows, ipc::RpcError>> wanted_windows(Eyes eyes, const Refs& refs,
                                                                                  const ipc::Observe& call,
                                                                                  platform::Deadline deadline);

}  // namespace interlock::daemon
