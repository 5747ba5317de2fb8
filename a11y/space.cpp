#include "a11y/space.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace interlock::a11y {
namespace {

/// Widest decoration or shadow seen: a GTK 3 frame's title bar is 20 to 40 pixels, GNOME's shadows are 26.
constexpr int widest_border = 64;

/// Qt 6.8 draws a border of 1 pixel and a title bar of 39.
constexpr int widest_own_border = 8;

// Numbers from an application are untrusted: wide enough that no sum of them overflows.
std::int64_t right_of(const Rect& r) {
  return std::int64_t{r.x} + r.width;
}
std::int64_t bottom_of(const Rect& r) {
  return std::int64_t{r.y} + r.height;
}
int gap(std::int64_t a, std::int64_t b) {
  return static_cast<int>(std::min<std::int64_t>(std::abs(a - b), 1 << 20));
}

/// Far less than a pixel: what is left of a whole number after calculations.
constexpr double nearly_nothing = 1e-6;

std::int32_t to_int(double value) {
  constexpr double least = INT32_MIN, most = INT32_MAX;
  return static_cast<std::int32_t>(std::clamp(value, least, most));
}

/// A rectangle of a desk in logical pixels. A desk rounds its edges, so this is exact if those are whole numbers and no
/// pixel is larger than a logical one.
Rect logical(const Rect& pixels, double scale) {
  const auto edge = [scale](std::int64_t at) { return to_int(std::round(static_cast<double>(at) / scale)); };
  const std::int32_t left = edge(pixels.x), top = edge(pixels.y);
  return {left, top, edge(right_of(pixels)) - left, edge(bottom_of(pixels)) - top};
}

/// Where coordinates begin in which `frame` is at this place.
Point from(const Rect& place, const Rect& frame) {
  const auto less = [](std::int64_t a, std::int64_t b) { return to_int(static_cast<double>(a - b)); };
  return {less(place.x, frame.x), less(place.y, frame.y)};
}

/// For a frame whose size is rounded: it must lie in `place` as that does in all that the program draws, to the unit.
std::optional<Point> rounded_origin(const Rect& place, const Rect& buffer, const Rect& frame) {
  if (gap(place.width, frame.width) > 1 || gap(place.height, frame.height) > 1) return std::nullopt;
  const Point corner = from(place, frame);
  return corner == Point{buffer.x, buffer.y} ? std::optional(corner) : std::nullopt;
}

}  // namespace

Rect Grid::on_screen(const Rect& reported) const {
  if (reported.empty()) return reported;
  const double left = std::floor((x + reported.x - inexact.before) * scale + nearly_nothing);
  const double top = std::floor((y + reported.y - inexact.before) * scale + nearly_nothing);
  const double right =
      std::ceil((x + static_cast<double>(right_of(reported)) + inexact.after) * scale - nearly_nothing);
  const double bottom =
      std::ceil((y + static_cast<double>(bottom_of(reported)) + inexact.after) * scale - nearly_nothing);
  return {to_int(left), to_int(top), to_int(right - left), to_int(bottom - top)};
}

Point Grid::inside(Point pixel) const {
  constexpr double centre = 0.5;
  return {to_int(std::floor((pixel.x + centre) / scale - x)), to_int(std::floor((pixel.y + centre) / scale - y))};
}

Grid Space::drawn_pixels(Point corner, double client_scale) const {
  // An element's place on the screen is multiplied, and then the window's corner is subtracted, which was not.
  const auto begin = [client_scale](double window, double corner_of_window) {
    return window * client_scale - corner_of_window * (client_scale - 1);
  };
  return {.x = begin(grid_.x, corner.x), .y = begin(grid_.y, corner.y), .scale = grid_.scale / client_scale};
}

// Firefox drops the fractions of a place and of its size, each less than a unit, so the right edge may lie almost two
// units further. One more at each edge is for the desk, which puts windows and what they draw on whole pixels.
void Space::set_rounded() {
  grid_.inexact = {.before = 1, .after = 3};
}

Space Space::in_popup(const Rect& popup, Coordinates requested) const {
  const Rect units = logical(popup, grid_.scale);
  Space inside({units.x, units.y}, requested, grid_.scale);
  inside.grid_.inexact = grid_.inexact;
  return inside;
}

Space Space::moved(const Rect& reported, const Rect& really) const {
  const Point by = from(logical(really, grid_.scale), logical(reported, grid_.scale));
  return Space({to_int(grid_.x + by.x), to_int(grid_.y + by.y)}, coordinates, grid_.scale);
}

Point Space::inside_corner(const Rect& pixels) const {
  const Rect units = logical(pixels, grid_.scale);
  return {to_int(std::round(units.x - grid_.x)), to_int(std::round(units.y - grid_.y))};
}

Coordinates coordinates_of(const Toolkit& toolkit) {
  return toolkit.extents_relative_to_window ? Coordinates::window : Coordinates::screen;
}

Space space_of(const Toolkit& toolkit, const Rect& window, const Rect& frame) {
  if (!toolkit.extents_relative_to_window) return {};
  // The shadow is as wide on the left as on the right; GTK 4.8 has none at the top that only its frame leaves out.
  if (!distance(toolkit, window, frame)) return Space({window.x, window.y}, coordinates_of(toolkit));
  const int border_x = std::max(0, (window.width - frame.width) / 2);
  const int border_y = std::max(0, (window.height - frame.height) / 2);
  return Space({window.x + border_x, window.y + border_y}, coordinates_of(toolkit));
}

Toolkit on_display(Toolkit toolkit, const std::optional<SurfacePlaces>& surface) {
  if (!surface) return toolkit;
  toolkit.extents_relative_to_window = true;
  toolkit.popovers_report_parents_corner = false;
  return toolkit;
}

bool rounds_places(const Toolkit& toolkit, const SurfacePlaces& surface) {
  return toolkit.rounds_drawn_pixels &&
         std::abs(surface.client_scale - std::round(surface.client_scale)) > nearly_nothing;
}

std::optional<Point> origin_in(const Toolkit& toolkit, const SurfacePlaces& surface, const Rect& frame) {
  if (frame.empty()) return std::nullopt;
  std::optional<Point> origin;
  const Rect client = logical(surface.client, surface.scale);
  const Rect buffer = logical(surface.buffer, surface.scale);
  for (const Rect& place : {buffer, logical(surface.frame, surface.scale), client}) {
    if (place.width != frame.width || place.height != frame.height) continue;
    const Point corner = from(place, frame);
    if (origin && *origin != corner) return std::nullopt;
    origin = corner;
  }
  if (!origin && rounds_places(toolkit, surface)) {
    return rounded_origin(client, buffer, frame);
  }
  if (origin || !toolkit.counts_below_own_title) return origin;
  // A border of the same width at both sides and the bottom; the rest of the height is the title bar.
  const std::int64_t borders = std::int64_t{client.width} - frame.width;
  const std::int64_t border = borders / 2;
  const std::int64_t title = std::int64_t{client.height} - frame.height - border;
  const bool plausible =
      borders % 2 == 0 && border >= 0 && border <= widest_own_border && title > border && title <= widest_border;
  if (!plausible) return std::nullopt;
  return from({client.x + static_cast<std::int32_t>(border), client.y + static_cast<std::int32_t>(title), 0, 0}, frame);
}

std::optional<int> distance(const Toolkit& toolkit, const Rect& window, const Rect& frame) {
  if (frame.empty() || window.empty()) return std::nullopt;
  const int right = gap(right_of(window), right_of(frame));
  const int bottom = gap(bottom_of(window), bottom_of(frame));
  const int left = gap(window.x, frame.x);
  const int top = gap(window.y, frame.y);
  const int wide = gap(window.width, frame.width);
  const int high = gap(window.height, frame.height);
  if (toolkit.extents_relative_to_window) {
    if (wide > widest_border || high > widest_border) return std::nullopt;
    return wide + high;
  }
  if (std::max({left, top, right, bottom}) > widest_border) return std::nullopt;
  return left + top + right + bottom;
}

bool same_place(const Toolkit& toolkit, const Rect& window, const Rect& node) {
  if (node.empty()) return false;
  if (toolkit.extents_relative_to_window)
    return gap(window.width, node.width) <= 2 && gap(window.height, node.height) <= 2;
  return gap(window.x, node.x) <= 1 && gap(window.y, node.y) <= 1 && gap(right_of(window), right_of(node)) <= 1 &&
         gap(bottom_of(window), bottom_of(node)) <= 1;
}

}  // namespace interlock::a11y
