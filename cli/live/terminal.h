/// The terminal of interlockctl: whether there is one, and full-screen mode with single-key input.
#pragma once

#include <termios.h>

#include "cli/live/watch_view.h"

namespace interlock::cli {

/// True if standard input and output are a terminal that supports full-screen output.
bool on_terminal();
/// True unless NO_COLOR is set and not empty (https://no-color.org).
bool wants_colour();
WatchView::Size terminal_size();

/// From construction to destruction: the alternate screen, single-key input, and `title` as the window's title.
/// Terminating signals set `ended` instead, so that the terminal is restored; a change of size sets `resized`.
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
