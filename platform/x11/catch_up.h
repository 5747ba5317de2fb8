/// Waits until an application has processed what it was sent. Clients read the keymap again when they process the event
/// about its change, and they then read the *current* map; so it must not change again before they have.
///
/// The application is asked by _NET_WM_PING (EWMH), whose answer comes after everything that was sent before it. For an
/// application without it (xterm) the kernel is asked: a local process that sleeps while the X server has nothing more
/// for it has caught up. For all others this cannot be known, and they are given time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "platform/window_system.h"
#include "platform/x11/connection.h"
#include "platform/x11/process.h"
#include "values/known.h"

namespace interlock::platform::x11 {

/// A process that slept for this long without a break has nothing to do. Measured: on an idle machine, 10 ms after a
/// change of the map lose 43 % of the characters, 30 ms none.
inline constexpr std::chrono::milliseconds rest{30};
/// The wait for a process that cannot be read; for one that is never idle, this much of its own processor time.
inline constexpr std::chrono::milliseconds silent_settle{250};
/// The longest wait for an application.
inline constexpr std::chrono::milliseconds catch_up_limit{3000};

class CatchUp {
 public:
  explicit CatchUp(const Connection& x) : x_(x) {}
  ~CatchUp();
  CatchUp(const CatchUp&) = delete;
  CatchUp& operator=(const CatchUp&) = delete;

  /// Sends the ping.
  void ask(xcb_window_t window);
  /// The same, but only for applications that answer _NET_WM_PING; false: this one does not, and was not asked.
  bool ping(xcb_window_t window);
  /// True once the application has caught up or its window is gone. Call it again until then.
  bool answered();
  /// Stops waiting for an answer. Until then the server reports to us all that happens to windows.
  void end();

 private:
  bool ping_answered();
  bool at_rest();

  const Connection& x_;
  xcb_window_t window_ = 0;
  std::uint32_t stamp_ = 0;
  bool pinged_ = false;
  Known<std::uint32_t> pid_;
  std::optional<Work> begun_, seen_;
  std::chrono::steady_clock::time_point asked_, rests_since_;
};

}  // namespace interlock::platform::x11
