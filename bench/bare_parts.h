/// The minimum cost of a checked click: the same requests and the same click, made directly by a program that knows the
/// window and the application and nothing else. `bench_click` compares interlock with it.
#pragma once

#include <memory>
#include <string>

#include "values/geometry.h"

namespace interlock::bench {

class BareParts {
 public:
  /// Connects to $DISPLAY and to the accessibility bus of $DBUS_SESSION_BUS_ADDRESS, and finds the accessible frame,
  /// the coordinates by which the element `name` is at `at`, and the number of hit tests that lead there. Throws if it
  /// cannot.
  BareParts(Point at, const std::string& name);
  ~BareParts();

  /// Window under the point, its class, title and real process, in one xcb batch.
  void window();
  /// Element at the point, hit test by hit test, then its role, name, states and extents in one pipelined batch;
  /// returns its name.
  std::string element();
  void move(Point to);
  /// Waits until an earlier click has been processed: no client holds the pointer (a window manager inspects clicks
  /// first), and the application answers.
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
