/// The parts of each window that are painted over in a picture for a session: what its scope hides, fields with
/// secrets, text that is not reported to it either (daemon/pictures/redactions.h), and windows that are only for
/// people. Values in, values out.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "a11y/visible_tree.h"
#include "daemon/seeing/regions.h"
#include "gate/policy/policy.h"
#include "gate/readings/blinders.h"
#include "platform/window_system.h"

namespace interlock::daemon {

struct WindowMask {
  std::uint64_t client = 0;  ///< `Window::id`
  Rect rect;                 ///< where it was, as `Window::rect`
  bool whole = false;        ///< all of it, its frame too
  /// Static: why all of it ("protected", "secret", "scope", or the code of what could not be seen), or, where it is
  /// shown, the code of why its secret fields could not be searched for. Empty: neither.
  std::string_view why;
  Rects parts;  ///< in root pixels
  bool operator==(const WindowMask&) const = default;
};

/// A window whose tree was read, or why not.
struct ReadWindow {
  platform::StackedWindow stacked;
  Known<a11y::VisibleTree> tree;  ///< of a popup: not asked for, its application's window's has it
  /// Where `tree` could not be matched to the window: all that its program shows, or why not. `none`: not asked for.
  Known<a11y::VisibleTree> unplaced = none;
};

/// One mask a window, in their order. Where the session's scope hides something, what was not read whole is painted
/// over whole, but for terminals, which have nothing to press. A window that no tree could be matched to is painted
/// over whole if its program shows something, in whichever of its windows, that must be hidden
/// (docs/decisions/0024-what-could-not-be-matched.md).
std::vector<WindowMask> masks_of(const std::vector<ReadWindow>& windows, const gate::Policy& policy,
                                 const gate::Blinders& blinders);

/// `now` where both are the same, else painted over whole: what moved in between may be anywhere.
std::vector<WindowMask> settled_masks(const std::vector<WindowMask>& before, std::vector<WindowMask> now);

/// Where `stack` shows a window of `masks` that has moved, or one that is not among them; those are painted over whole.
bool fits(const std::vector<platform::Surface>& stack, const Rect& area, const std::vector<WindowMask>& masks);

/// What is to be painted over of a picture of `area`, in root pixels: what is covered is left as it is.
Rects parts_to_paint(const std::vector<platform::Surface>& stack, const Rect& area,
                     const std::vector<WindowMask>& masks);

/// The windows of which a part of `area` shows, by `Surface::client`.
std::vector<std::uint64_t> clients_shown(const std::vector<platform::Surface>& stack, const Rect& area);

}  // namespace interlock::daemon
