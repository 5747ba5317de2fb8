/// Finds the top-level accessible (frame, dialog, window) of an X window.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "a11y/directory.h"
#include "a11y/factory.h"
#include "a11y/frame_match.h"
#include "a11y/vcl.h"
#include "values/observation.h"

namespace interlock::a11y {

struct TopLevel {
  Ref ref;
  Toolkit toolkit;
  Space space;
  std::optional<Drawn> drawn;  ///< LibreOffice's
  bool sure = true;            ///< false: remembered, and not yet confirmed
  /// On a display without coordinates: pixels of the screen for a logical one.
  std::optional<double> scale;
  /// Open popups of its program, if what is in them counts from their own corners.
  std::vector<SurfacePlaces> popups;
  /// What is in a popup has other places than what is in the window (a11y/popup_places.h), also before it is listed.
  bool has_own_corners() const { return scale && toolkit.popups_count_from_own_corner; }
};

/// Remembers the accessible of each X window; a remembered one is verified each time, by its extents or by those of an
/// element in it (docs/decisions/0005-what-a-look-may-remember.md).
class TopLevels {
 public:
  TopLevels() = default;
  explicit TopLevels(WindowsOf windows_of) : windows_of_(std::move(windows_of)) {}

  /// Among the applications' children the one that stands for the window (a11y/frame_match.h). nothing_at_point if none
  /// does.
  /// With `later` a remembered one may come back that is not `sure`: the caller confirms it.
  enum class Verify { now, later };
  Awaitable<Seen<TopLevel>> find(Look look, std::vector<Application> applications, Window window,
                                 Verify when = Verify::now);
  /// Whether the remembered top-level is still `window`'s, after its own hit test returned this element. If it is not,
  /// it is forgotten.
  Awaitable<bool> confirm(Look look, std::uint64_t window, Known<Element> seen);

  /// A top-level accessible, beside a window that may be its.
  struct Entry {
    Ref ref;
    Toolkit toolkit;
    Rect window;
    std::optional<SurfacePlaces> surface;
    Rect frame;
    Point corner;  ///< as its screen coordinates say, if hit tests count from there
    /// Places of its elements, by path, at a time when its own extents were `frame`.
    std::map<std::string, Rect> landmarks = {};
  };
  struct Candidates {
    std::vector<Entry> entries;
    std::vector<Frame> frames;                    ///< of each entry
    Unknown failure = Unknown::nothing_at_point;  ///< the reason if none of them matches
  };
  /// The applications' top-levels.
  static Awaitable<Candidates> candidates(Look look, std::vector<Application> applications, Window window);
  /// The windows of the process, `window` among them; popups are none.
  Awaitable<Seen<std::vector<ProgramWindow>>> windows_beside(Look look, Window window) const;

 private:
  static constexpr std::size_t max_known = 256;
  static constexpr std::size_t max_landmarks = 64;  ///< of one window
  Awaitable<bool> still(Look look, Entry entry);
  Awaitable<Seen<TopLevel>> completed(Look look, Window window, TopLevel top) const;
  WindowsOf windows_of_;

  std::map<std::uint64_t, Entry> known_;
};

}  // namespace interlock::a11y
