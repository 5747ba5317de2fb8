/// Which accessible frame of a program stands for which of its windows. One frame stands for one window: a dialog that
/// has no frame of its own must not be read as the window behind it, however close both lie.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "a11y/toolkit.h"
#include "values/geometry.h"
#include "values/program_window.h"

namespace interlock::a11y {

/// A top-level accessible (frame, dialog, window).
struct Frame {
  Toolkit toolkit;
  Rect extents;  ///< as it reports them; empty if it does not
  std::string name;
  bool active = false;
  bool showing = false;
  bool popup = false;  ///< by its role: a menu or tip of GTK 3
};

/// Whether there are as many frames as windows, and as many that are shown: else a window has none yet.
bool each_has_a_frame(const std::vector<Frame>& frames, const std::vector<ProgramWindow>& windows);

/// The frame that stands for `windows[wanted]`; nothing if none does, or if several could. A frame
/// with the window's title may lie up to a decoration's width away from it, any other must lie exactly where the window
/// lies; and no other window of the program fits the frame better. If several windows with the same title lie at the
/// same place, each must have a frame, and the active window gets the active one.
/// On a display without coordinates only sizes are compared (a11y/space.h, origin_in), and another window's frame may
/// have the same size: the frame must be shown, and be the window's by its title, or every window must have one.
std::optional<std::size_t> frame_of(const std::vector<Frame>& frames, const std::vector<ProgramWindow>& windows,
                                    std::size_t wanted);

}  // namespace interlock::a11y
