/// The origin of an application's coordinates, and which of its nodes is in the place of a window.
#pragma once

#include <cstdint>
#include <optional>

#include "a11y/toolkit.h"
#include "values/geometry.h"
#include "values/surface_places.h"

namespace interlock::a11y {

/// Values of AtspiCoordType.
enum class Coordinates : std::uint32_t { screen = 0, window = 1 };

/// The coordinates in which an application can report places.
Coordinates coordinates_of(const Toolkit& toolkit);

/// Converts an application's coordinates to root pixels. They are the same unless the toolkit counts from its own
/// window, or draws a part of it itself.
class Space {
 public:
  Space() = default;
  Space(Point origin_, Coordinates coordinates_) : origin(origin_), coordinates(coordinates_) {}
  Point origin;
  Coordinates coordinates = Coordinates::screen;  ///< the type to request
  Point drawn;                                    ///< origin of the part that LibreOffice draws itself
  /// True if it must be known of each element which toolkit draws it.
  bool mixed() const { return drawn != Point{}; }
  Point inside(Point at) const { return {sum(at.x, -origin.x), sum(at.y, -origin.y)}; }
  Rect on_screen(const Rect& rect) const { return from(origin, rect); }
  Rect drawn_on_screen(const Rect& rect) const { return from(drawn, rect); }

 private:
  static Rect from(Point begin, const Rect& rect) {
    if (rect.empty()) return rect;
    return {sum(rect.x, begin.x), sum(rect.y, begin.y), rect.width, rect.height};
  }
  static std::int32_t sum(std::int64_t a, std::int64_t b) { return static_cast<std::int32_t>(a + b); }
};
/// `window`: the window's client area; `frame`: the extents that its top-level accessible reports.
Space space_of(const Toolkit& toolkit, const Rect& window, const Rect& frame);

/// The toolkit's facts for a window with these places: there every program counts from a corner of its own window.
Toolkit on_display(Toolkit toolkit, const std::optional<SurfacePlaces>& surface);

/// Where the coordinates of a top-level accessible of this size begin: at the one of the window's rectangles that has
/// the same size, or below the title bar that the toolkit draws itself. Nothing: none fits, or several in different
/// places do. Sizes seen: GTK 4 `client`, GTK 3 and Chromium and Firefox `buffer`, Qt 6 its content.
std::optional<Point> origin_in(const Toolkit& toolkit, const SurfacePlaces& surface, const Rect& frame);

/// How far a top-level accessible's extents are from a window's client area, in pixels summed over the edges; nothing
/// if they cannot be the same window. Frames may include the window manager's decoration or a shadow. For extents
/// relative to the window only the sizes are compared.
std::optional<int> distance(const Toolkit& toolkit, const Rect& window, const Rect& frame);

/// The same within a pixel at each edge; for extents relative to the window, only in size.
bool same_place(const Toolkit& toolkit, const Rect& window, const Rect& node);

}  // namespace interlock::a11y
