/// What differs from toolkit to toolkit, measured: which application speaks how, and where its coordinates begin.
#pragma once

#include <optional>
#include <string_view>

#include "values/geometry.h"

namespace interlock::a11y {

/// Whose origin coordinates have: AtspiCoordType.
enum class Coordinates : std::uint32_t { screen = 0, window = 1 };

enum class Toolkit : std::uint8_t { gtk3, gtk4, qt, chromium, gecko, vcl, other };

/// From Application.ToolkitName and Version, and the application's name: LibreOffice calls itself "soffice", of GTK.
Toolkit toolkit_from(std::string_view name, std::string_view version, std::string_view application = "");

/// True for those that answer all properties of an object at once: at-spi2-core's own bridge and GTK 4. Qt does not.
bool gives_all_properties(Toolkit toolkit);

/// The coordinates in which an application can say where something is. GTK 4 knows no screen: 4.8 answers questions
/// about it as if they were about the window, 4.18 answers (0, 0).
Coordinates coordinates_of(Toolkit toolkit);

/// Where an application's coordinates begin, in root pixels. All but GTK 4 speak in root pixels already; GTK 4 knows
/// nothing but its own window, inside of the shadow it draws around itself; and LibreOffice, where its window is not
/// GTK's.
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
/// `window`: the X window's client area; `frame`: the extents its top-level accessible reports.
Space space_of(Toolkit toolkit, const Rect& window, const Rect& frame);

/// How far a top-level accessible's extents are from an X window's client area, in pixels summed over the edges;
/// nothing when they cannot be the same window. Frames may include the window manager's decoration or a shadow.
std::optional<int> distance(Toolkit toolkit, const Rect& window, const Rect& frame);

/// The same to within a pixel at each edge; for GTK 4, which knows no place on the screen, in size.
bool same_place(Toolkit toolkit, const Rect& window, const Rect& node);

}  // namespace interlock::a11y
