/// The terminal that interlockctl runs on: whether it is one, and a full screen of it with keys that need no Enter.
#pragma once

#include <termios.h>

#include "cli/live/watch_view.h"

namespace interlock::cli {

/// Standard input and output are a terminal that can be drawn on.
bool on_terminal();
/// Colours are wanted: by https://no-color.org not where NO_COLOR is set and not empty.
bool wants_colour();
WatchView::Size terminal_size();

/// From construction to destruction: the alternate screen, keys one by one, the window titled `title`. The signals that
/// end a program set `ended` instead, so that the terminal is left as it was; a change of size sets `resized`.
class FullScreen {
 public:
  explicit FullScreen(const char* title);
  ~FullScreen();
  FullScreen(const FullScreen&) = delete;
  FullScreen& operator=(const FullScreen&) = delete;

  static bool ended();
  static bool take_resized();

 private:
  termios before_{};
};

}  // namespace interlock::cli
