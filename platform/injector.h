/// Port: injects input. Every act names the window it is meant for, and reaches that window or nothing.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "platform/window_system.h"
#include "values/action.h"
#include "values/observation.h"

namespace interlock::platform {

/// Called between the steps of an act (chunks of text, points of a drag, repeats of a click); true ends the act there.
/// Called on the display thread: it must be cheap and thread-safe.
using Cancelled = std::function<bool()>;

/// Why an act was refused or ended early.
struct Refusal {
  std::string_view
      code;  ///< static: "window_changed", "focus_moved", "pointer_grabbed", "keyboard_grabbed",
             ///< "modifier_held", "unknown_key", "cancelled", "deadline", "no_display",
             ///< "pixels_changed" (the view's `shows`), "outside_screen", "no_record" (the record of borrowed keys
             ///< cannot be written), "busy" (another act is going on), "unsupported" (no primitive action)
  std::string reason;  ///< for people; names the window that was found instead
};

/// What an act really did.
struct Delivery {
  bool complete = false;           ///< everything asked for was injected
  std::size_t typed = 0;           ///< characters (code points) of a `type` that were injected
  std::optional<Refusal> refusal;  ///< set when not complete
};

/// The result of moving the pointer to the place of a press.
struct Arrival {
  bool was_there = false;  ///< nothing was sent: the pointer was there already, and the window was active if it must be
  std::optional<Refusal> refusal;  ///< set when the pointer is not there
};

class Injector {
 public:
  virtual ~Injector() = default;

  /// Moves the pointer to the place where `action` would press, under the same checks as the press, and makes the
  /// window active if the press would. Presses nothing. Returns when the application has read the motion; it waits at
  /// most `approach_limit` for one that does not answer.
  virtual boost::asio::awaitable<Arrival> approach(const Action& action, const WindowView& view, Deadline deadline,
                                                   Cancelled cancelled) = 0;
  static constexpr std::chrono::milliseconds approach_limit{500};

  /// Injects one primitive action (not Navigate, Sequence or Wait).
  /// Pointer actions: under one server grab, the window at the point must be `view`'s, with the same rectangle, and no
  /// other client may hold the pointer; a press also needs the screen to show the view's `shows`; else nothing is
  /// injected. A press in a window that is not active first makes it
  /// active, as a person's press does. Keyboard actions: the focused window must be `view`'s; this is checked again for
  /// each chunk of at most 16 characters. Changes of a window: it must still be the one that `view` shows; after a
  /// request to activate a window, the call waits a limited time for the window manager. Nothing is injected if
  /// `deadline` passed while it waited for the display; a `type` that has begun may take longer.
  virtual boost::asio::awaitable<Delivery> perform(const Action& action, const WindowView& view, Deadline deadline,
                                                   Cancelled cancelled) = 0;

  /// Releases every key and button that XTEST holds down, and restores what an earlier daemon that was killed left in
  /// the keymap.
  virtual boost::asio::awaitable<void> release_all() = 0;
};

}  // namespace interlock::platform
