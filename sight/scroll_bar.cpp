#include "sight/scroll_bar.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace interlock::sight {

namespace {

constexpr int least_border_step = 4;       // a smaller difference of colours is no border
constexpr int same_flat_colour = 8;        // of the trough before and behind the handle, and along it
constexpr int least_handle_contrast = 10;  // of the handle to its trough
constexpr std::int32_t most_mixed = 3;     // columns of mixed colours between two flat ones
constexpr std::int32_t lowest_handle = 3, highest_handle = 24, least_handle = 12;  // of a handle

int colour_step(const Picture& picture, std::int32_t x, std::int32_t other, std::int32_t y) {
  return distance(colour_of(picture.at(x, y)), colour_of(picture.at(other, y)));
}

/// Where the flat stretch of a row of pixels ends that begins at `x`.
std::int32_t flat_end(const Picture& picture, std::int32_t x, std::int32_t y) {
  std::int32_t end = x + 1;
  while (end < picture.width && colour_step(picture, end, end - 1, y) <= same_flat_colour &&
         colour_step(picture, end, x, y) <= same_flat_colour) {
    ++end;
  }
  return end;
}

/// A row of pixels of the trough and the handle: where they begin.
struct Piece {
  std::int32_t trough, handle;
};

constexpr std::int32_t at_border = 3;     // a trough that begins no further from the border has no arrow before it
constexpr std::int32_t least_trough = 3;  // of the stretches before the handle and behind it

/// Where a wide flat stretch of another colour begins behind a flat one from `x` to `end`.
std::optional<std::int32_t> handle_behind(const Picture& picture, std::int32_t x, std::int32_t end, std::int32_t y) {
  for (std::int32_t handle = end; handle <= end + most_mixed && handle < picture.width; ++handle) {
    if (flat_end(picture, handle, y) - handle < least_handle) continue;
    if (colour_step(picture, handle, x, y) < least_handle_contrast) return std::nullopt;
    return handle;
  }
  return std::nullopt;
}

/// Whether the trough's colour comes again behind the handle. (In between may be a pattern on the handle.)
bool trough_goes_on(const Picture& picture, std::int32_t trough, std::int32_t handle, std::int32_t last,
                    std::int32_t y) {
  for (std::int32_t x = flat_end(picture, handle, y); x < std::min(last, picture.width);) {
    const std::int32_t end = flat_end(picture, x, y);
    if (end - x >= least_trough && colour_step(picture, x, trough, y) <= same_flat_colour) return true;
    x = end;
  }
  return false;
}

/// In a row of pixels: the trough on both sides of the handle, or, at the right end, before it. The trough begins at
/// the border, or behind a button with an arrow. Behind that, a handle at the right end is not told from one at the
/// left end, because either side may be the trough.
std::optional<Piece> piece_in(const Picture& picture, std::int32_t border, std::int32_t last, std::int32_t y) {
  constexpr std::int32_t arrow = 28;
  for (std::int32_t x = border + 1; x <= border + arrow && x < picture.width;) {
    const std::int32_t end = flat_end(picture, x, y);
    const auto handle = end - x >= least_trough ? handle_behind(picture, x, end, y) : std::nullopt;
    const bool in_list = handle && *handle + least_handle <= last;
    if (in_list && (x - border <= at_border || trough_goes_on(picture, x, *handle, last, y))) return Piece{x, *handle};
    x = end;
  }
  return std::nullopt;
}

/// Of rows of pixels one below the other: what they have in common.
struct Handle {
  std::int32_t trough = 0, begin = 0;  ///< where the trough begins, where an arrow is widest, and where the handle does
  std::int32_t from = 0, rows = 0;     ///< the first row of pixels, and how many there are

  void add(const Piece& piece, std::int32_t y) {
    trough = rows == 0 ? piece.trough : std::max(trough, piece.trough);
    begin = rows == 0 ? piece.handle : std::min(begin, piece.handle);
    from = rows == 0 ? y : from;
    ++rows;
  }
};

bool handle_goes_on(const Handle& handle, const Piece& piece) {
  constexpr std::int32_t rounding = 4;  // corners
  return handle.rows > 0 && std::abs(piece.handle - handle.begin) <= rounding;
}

/// Whether the picture shows another colour above it and below it.
bool is_handle(const Picture& picture, const Handle& handle) {
  constexpr std::int32_t mixed = 2;  // rows of mixed colours at its edges
  const std::int32_t x = handle.begin + least_handle / 2;
  const auto inside = colour_of(picture.at(x, handle.from + handle.rows / 2));
  for (const std::int32_t y : {handle.from - mixed, handle.from + handle.rows - 1 + mixed}) {
    if (y >= 0 && y < picture.height && distance(colour_of(picture.at(x, y)), inside) < least_border_step) return false;
  }
  return true;
}

/// Whether it is a handle that stands further from the beginning of its trough than the trough's padding, or than an
/// arrow from the edge of its button.
bool is_away(const Picture& picture, const Handle& handle, std::int32_t border) {
  constexpr std::int32_t padding = 4, beside_arrow = 7;
  if (handle.rows < lowest_handle || handle.rows > highest_handle || !is_handle(picture, handle)) return false;
  return handle.begin - handle.trough > (handle.trough - border <= at_border ? padding : beside_arrow);
}

/// The row of pixels below which the border is not to be seen any more, or the end of the picture.
std::int32_t border_end(const Picture& picture, std::int32_t border, std::int32_t from) {
  constexpr std::int32_t most_gap = 4;  // a letter of the border's colour that touches it
  std::int32_t gap = 0;
  for (std::int32_t y = from; y < picture.height; ++y) {
    gap = colour_step(picture, border, border + 1, y) < least_border_step ? gap + 1 : 0;
    if (gap > most_gap) return y - gap;
  }
  return picture.height;
}

}  // namespace

bool is_scrolled_sideways(const Picture& picture, const Rect& text, std::int32_t border, std::int32_t right_end) {
  constexpr std::int32_t most_below = 28;  // where the bar is not inside the list's border: it stands close below it
  if (border < 0 || border + 2 >= picture.width) return false;
  const std::int32_t end = std::min(picture.height, border_end(picture, border, text.y) + most_below);
  Handle handle;
  for (std::int32_t y = bottom(text); y < end; ++y) {
    const auto piece = piece_in(picture, border, right_end, y);
    if (!piece || !handle_goes_on(handle, *piece)) {
      if (is_away(picture, handle, border)) return true;
      handle = {};
    }
    if (piece) handle.add(*piece, y);
  }
  return is_away(picture, handle, border);
}

}  // namespace interlock::sight
