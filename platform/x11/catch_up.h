/// Has an application worked off what it was sent? Clients read the keymap again when they get to the event about its
/// change, and they read the map of *that* moment; so it must not change again before they have.
///
/// Asked by _NET_WM_PING (EWMH), whose answer comes after all that was sent before it. Of applications without it
/// (xterm) the kernel knows: a process of this machine that has nothing to do, while the X server has nothing more for
/// it, has caught up. Of the rest nobody knows, and they are given time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "platform/window_system.h"
#include "platform/x11/connection.h"
#include "platform/x11/process.h"
#include "values/known.h"

namespace interlock::platform::x11 {

/// A process that slept for so long, all of it, has nothing to do. Measured: on an idle machine 10 ms after a change of
/// the map lose 43 % of the characters, 30 ms none.
inline constexpr std::chrono::milliseconds rest{30};
/// For a process that cannot be looked at; for one that is never at rest, so much of its own processor time.
inline constexpr std::chrono::milliseconds silent_settle{250};
/// At most so long is an application waited for.
inline constexpr std::chrono::milliseconds catch_up_limit{3000};

class CatchUp {
 public:
  explicit CatchUp(const Connection& x) : x_(x) {}
  ~CatchUp();
  CatchUp(const CatchUp&) = delete;
  CatchUp& operator=(const CatchUp&) = delete;

  /// Sends the question.
  void ask(xcb_window_t window);
  /// The same for applications alone that answer _NET_WM_PING; false: this one does not, and was not asked.
  bool ping(xcb_window_t window);
  /// True once the application has caught up, or its window is gone. To be asked again until then.
  bool answered();
  /// No answer is waited for any more. Until then the server tells us all that happens to windows.
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
