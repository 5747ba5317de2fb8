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

/// By how many units an edge of what is drawn may lie outside of what is reported.
struct Inexact {
  double before = 0;  ///< the left and the upper edge
  double after = 0;   ///< the right and the lower edge
  bool operator==(const Inexact&) const = default;
};

/// Places that are reported from a corner, in units of `scale` pixels of the screen.
struct Grid {
  double x = 0;  ///< the corner, in units from the screen's
  double y = 0;
  double scale = 1;
  Inexact inexact{};
  /// All pixels that the place touches.
  Rect on_screen(const Rect& reported) const;
  /// The place of the pixel's centre.
  Point inside(Point pixel) const;
  bool operator==(const Grid&) const = default;
};

/// Converts an application's coordinates to root pixels. They are the same unless the toolkit counts from its own
/// window, or in other units, or differently in a part of it.
class Space {
 public:
  Space() = default;
  Space(Point origin, Coordinates coordinates_, double scale = 1)
      : coordinates(coordinates_),
        grid_{.x = static_cast<double>(origin.x), .y = static_cast<double>(origin.y), .scale = scale},
        hits_(grid_) {}
  Coordinates coordinates = Coordinates::screen;  ///< the type to request

  /// A part whose elements count from another corner: the one that LibreOffice draws itself.
  void set_drawn(Point corner) { set_part(Part::drawn, {.x = double(corner.x), .y = double(corner.y)}); }
  /// Hit tests count the pixels that the program draws, `client_scale` for one unit, as if the window's corner lay at
  /// `corner` (in units).
  void set_hits(Point corner, double client_scale) { hits_ = drawn_pixels(corner, client_scale); }
  /// Places in pages count them too.
  void set_pages(Point corner, double client_scale) { set_part(Part::pages, drawn_pixels(corner, client_scale)); }
  /// Places are whole units, and what is drawn has fractions of them: it may lie further outside, in popups also.
  void set_rounded();
  /// True if it must be known of each element whether it is in that part (a11y/nodes.h, is_in_part).
  bool mixed() const { return part_ != Part::none; }
  bool has_drawn() const { return part_ == Part::drawn; }
  bool has_pages() const { return part_ == Part::pages; }

  /// What a hit test at the pixel asks for.
  Point inside(Point at) const { return hits_.inside(at); }
  Rect on_screen(const Rect& rect, bool in_part = false) const { return (in_part ? of_part_ : grid_).on_screen(rect); }

  /// The space of a popup that counts from its own corner, which is at this place of the screen.
  Space in_popup(const Rect& popup, Coordinates requested) const;
  /// The space of what is in something that really lies at `really`, if these coordinates put it at `reported`.
  Space moved(const Rect& reported, const Rect& really) const;
  /// The corner of a rectangle of the screen, in these coordinates.
  Point inside_corner(const Rect& pixels) const;
  /// For places of which only the size matters, or how they lie to each other: in pixels, from the window's corner.
  Space sizes() const { return Space({}, coordinates, grid_.scale); }
  bool operator==(const Space&) const = default;

 private:
  enum class Part : std::uint8_t { none, drawn, pages };
  void set_part(Part part, const Grid& grid) {
    part_ = part;
    of_part_ = grid;
  }
  Grid drawn_pixels(Point corner, double client_scale) const;
  Grid grid_;
  Grid hits_;
  Part part_ = Part::none;
  Grid of_part_;
};
/// `window`: the window's client area; `frame`: the extents that its top-level accessible reports.
Space space_of(const Toolkit& toolkit, const Rect& window, const Rect& frame);

/// The toolkit's facts for a window with these places: there every program counts from a corner of its own window, and
/// what is said of popovers on X does not hold.
Toolkit on_display(Toolkit toolkit, const std::optional<SurfacePlaces>& surface);

/// Whether the places that a program reports are rounded from the pixels that it draws, and are exact to one unit only.
bool rounds_places(const Toolkit& toolkit, const SurfacePlaces& surface);

/// Where the coordinates of a top-level accessible of this size begin, in logical pixels: at the one of the window's
/// rectangles that has the same size, or below the title bar that the toolkit draws itself. Nothing: none fits, or
/// several in different places do. Where places are rounded, `client` may be one larger
/// or smaller, and the frame's place in the coordinates must be exactly that of `client` in `buffer`. Sizes seen: GTK 4
/// `client`, GTK 3 and Chromium `buffer`, Firefox `buffer` or `client` (then the frame is not at the corner of the
/// coordinates), Qt 6 its content.
std::optional<Point> origin_in(const Toolkit& toolkit, const SurfacePlaces& surface, const Rect& frame);

/// How far a top-level accessible's extents are from a window's client area, in pixels summed over the edges; nothing
/// if they cannot be the same window. Frames may include the window manager's decoration or a shadow. For extents
/// relative to the window only the sizes are compared.
std::optional<int> distance(const Toolkit& toolkit, const Rect& window, const Rect& frame);

/// The same within a pixel at each edge; for extents relative to the window, only in size.
bool same_place(const Toolkit& toolkit, const Rect& window, const Rect& node);

}  // namespace interlock::a11y
