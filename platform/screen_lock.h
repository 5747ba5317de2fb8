/// Port: whether the screen is locked, and whether another user's session is in front.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace interlock::platform {

struct LockState {
  bool locked = false;  ///< or a screensaver is on, which counts as locked
  bool away = false;    ///< the session is not the one in front
  bool operator==(const LockState&) const = default;
};

class ScreenLock {
 public:
  virtual ~ScreenLock() = default;
  /// Reports each change on the loop from now on, and first the present state.
  virtual void watch(std::function<void(const LockState&)> changed) = 0;
  /// The services that report locks: "logind, org.gnome.ScreenSaver"; empty: none, so a lock is not noticed.
  virtual std::string watched() const = 0;
};

}  // namespace interlock::platform
