/// Where an application's coordinates begin, and which of its nodes lies where a window lies.
#pragma once

#include <cstdint>
#include <optional>

#include "a11y/toolkit.h"
#include "values/geometry.h"

namespace interlock::a11y {

/// Whose origin coordinates have: AtspiCoordType.
enum class Coordinates : std::uint32_t { screen = 0, window = 1 };

/// The coordinates in which an application can say where something is.
Coordinates coordinates_of(const Toolkit& toolkit);

/// From an application's coordinates to root pixels. They are the same unless the toolkit counts from its own window,
/// or draws a part of it itself.
class Space {
 public:
  Space() = default;
  Space(Point origin_, Coordinates coordinates_) : origin(origin_), coordinates(coordinates_) {}
  Point origin;
  Coordinates coordinates = Coordinates::screen;  ///< to ask in
  Point drawn;                                    ///< where the places begin of what LibreOffice draws itself
  /// True where it has to be known of an element who draws it.
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
/// `window`: the window's client area; `frame`: the extents its top-level accessible reports.
Space space_of(const Toolkit& toolkit, const Rect& window, const Rect& frame);

/// How far a top-level accessible's extents are from a window's client area, in pixels summed over the edges; nothing
/// if they cannot be the same window. Frames may include the window manager's decoration or a shadow. Of extents that
/// are relative to the window only the sizes are compared.
std::optional<int> distance(const Toolkit& toolkit, const Rect& window, const Rect& frame);

/// The same to within a pixel at each edge; of extents that are relative to the window, in size.
bool same_place(const Toolkit& toolkit, const Rect& window, const Rect& node);

}  // namespace interlock::a11y
