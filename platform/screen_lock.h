/// Port: whether the screen is locked, and whether another user is at it.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace interlock::platform {

struct LockState {
  bool locked = false;  ///< or a screensaver is on, which is as good as locked
  bool away = false;    ///< the session is not the one in front
  bool operator==(const LockState&) const = default;
};

class ScreenLock {
 public:
  virtual ~ScreenLock() = default;
  /// Tells on the loop of each change, from now on, and of what is so already.
  virtual void watch(std::function<void(const LockState&)> changed) = 0;
  /// Who tells of locks: "logind, org.gnome.ScreenSaver"; empty: nobody does, and a lock is not noticed.
  virtual std::string watched() const = 0;
};

}  // namespace interlock::platform
