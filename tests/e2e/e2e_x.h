/// Direct access to the X server for end-to-end tests: what is pressed, where the pointer is, hostile windows.
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "values/geometry.h"

typedef struct _XDisplay Display;

namespace interlock::test {

/// One connection to the X server.
class X {
 public:
  explicit X(const std::string& display);  ///< throws if it cannot connect
  ~X();
  X(const X&) = delete;
  X& operator=(const X&) = delete;

  bool is_down(const std::string& keysym);  ///< is this key pressed, by anyone
  bool anything_down();                     ///< any key or button
  Point pointer();
  bool pointer_is_grabbed();  ///< by another client
  /// Puts a window above all others, without the window manager; it goes with this connection.
  void cover(Rect area);
  void focus(unsigned long window);  ///< at once, without the window manager
  void move(unsigned long window, Point to);
  /// Waits until the window manager has handled all earlier requests, from any client. False if it does not answer.
  bool await_window_manager();
  Display* display() const { return display_; }

 private:
  Display* display_;
};

/// An override-redirect window of its own connection that covers `area` and leaves it at random times, as fast as it
/// can, and counts the button presses it gets.
class Trap {
 public:
  /// When it returns, the window is there.
  Trap(const std::string& display, Rect area, unsigned seed);
  ~Trap();
  int presses() const { return presses_; }
  /// Ends it and counts all presses that are still in transit.
  void stop();

 private:
  void run();
  X x_;
  unsigned long window_ = 0;
  unsigned seed_;
  std::atomic<bool> stop_{false};
  std::atomic<int> presses_{0};
  std::thread thread_;
};

}  // namespace interlock::test
