/// The least that a checked click can cost: the same questions and the same click, asked straight out by a program that
/// knows the window, the application and nothing else. What `bench_click` holds interlock against.
#pragma once

#include <memory>
#include <string>

#include "values/geometry.h"

namespace interlock::bench {

class BareParts {
 public:
  /// Connects to $DISPLAY and to the accessibility bus of $DBUS_SESSION_BUS_ADDRESS, and finds the accessible frame
  /// and the coordinates by which the element `name` is at `at`, and how many hit tests lead there. Throws when it
  /// cannot.
  BareParts(Point at, const std::string& name);
  ~BareParts();

  /// Window under the point, its class, title and real process, in one xcb batch.
  void window();
  /// Element at the point, hit test by hit test, then its role, name, states and extents in one pipelined batch; gives
  /// its name.
  std::string element();
  void move(Point to);
  /// Waits until a click before has been worked off: nobody holds the pointer (a window manager looks at clicks first),
  /// and the application answers.
  void settle();
  /// XTest motion, press, release, XSync.
  void click();
  /// libxdo's own move and click, with no check.
  void xdo_click();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace interlock::bench
