/// Tells our own synthetic input from everybody else's. XTEST's events do not say who sent them. But while we hold the
/// server nobody else can send any; so each section under our server grab is opened and closed by a mark in the watch's
/// stream of events, and what lies between is ours, exactly. A mark is a client message that carries a random number,
/// good once: who sees one cannot use it. Shared by the display thread, which marks, and the thread that watches.
#pragma once

#include <xcb/xcb.h>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace interlock::platform::x11 {

class OwnInput {
 public:
  /// Display thread, with the server grabbed: what follows is ours, until `end`. Costs no round trip.
  void begin(xcb_connection_t* x) { mark(x, true); }
  void end(xcb_connection_t* x) { mark(x, false); }

  /// The watch's window that marks are sent to; 0: nobody watches.
  void watched_by(xcb_window_t window);
  /// What the message means: true, a section begins; false, it ends; nothing: it is no mark of ours.
  std::optional<bool> read(const xcb_client_message_event_t& message);

 private:
  void mark(xcb_connection_t* x, bool begins);

  std::mutex mutex_;
  xcb_window_t window_ = 0;
  std::map<std::uint64_t, bool> sent_;  ///< the numbers that are good
};

}  // namespace interlock::platform::x11
