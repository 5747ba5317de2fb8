/// Has an application worked off what it was sent? Asked by _NET_WM_PING (EWMH), whose answer comes after all that was
/// sent before it; applications without it (xterm) get time instead.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

class CatchUp {
 public:
  explicit CatchUp(const Connection& x) : x_(x) {}
  ~CatchUp();
  CatchUp(const CatchUp&) = delete;
  CatchUp& operator=(const CatchUp&) = delete;

  /// Sends the question; false: the window's application does not answer such.
  bool ask(xcb_window_t window);
  /// True once it has answered, or its window is gone.
  bool answered();
  /// No answer is waited for any more. Until then the server tells us all that happens to windows.
  void end();

 private:
  const Connection& x_;
  xcb_window_t window_ = 0;
  std::uint32_t stamp_ = 0;
};

}  // namespace interlock::platform::x11
