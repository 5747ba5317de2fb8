/// Distinguishes our own synthetic input from everybody else's. XTEST's events do not name their sender. But while we
/// hold the server grab nobody else can send any, so each section under our grab begins and ends with a mark in the
/// watch's stream of events, and exactly the events between the marks are ours. A mark is a client message with a
/// random number that is valid once: a program that sees one cannot use it. Shared by the display thread, which marks,
/// and the thread that watches.
#pragma once

#include <xcb/xcb.h>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace interlock::platform::x11 {

class OwnInput {
 public:
  /// Display thread, with the server grabbed: what follows is ours, until `end`. Needs no round trip.
  void begin(xcb_connection_t* x) { mark(x, true); }
  void end(xcb_connection_t* x) { mark(x, false); }

  /// The watch's window, to which marks are sent; 0: there is no watch.
  void watched_by(xcb_window_t window);
  /// The meaning of the message: true, a section begins; false, it ends; nothing: it is not a mark of ours.
  std::optional<bool> read(const xcb_client_message_event_t& message);

 private:
  void mark(xcb_connection_t* x, bool begins);

  std::mutex mutex_;
  xcb_window_t window_ = 0;
  std::map<std::uint64_t, bool> sent_;  ///< the numbers that are valid
};

}  // namespace interlock::platform::x11
