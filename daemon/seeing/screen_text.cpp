#include "daemon/seeing/screen_text.h"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "daemon/seeing/changed_parts.h"
#include "daemon/seeing/shared_portions.h"
#include "sight/text_blocks.h"

namespace interlock::daemon {

namespace {

/// No pixel has this value: the highest byte of a pixel is not compared.
constexpr std::uint32_t unknown = 0xFF000000, colour = 0x00FFFFFF;

std::size_t offset(std::int32_t x, std::int32_t y, std::int32_t width) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
}

Rect moved(const Rect& rect, const Rect& area) {
  return {rect.x + area.x, rect.y + area.y, rect.width, rect.height};
}

/// The rest of `area` without `holes`, which do not overlap.
Rects rest_of(const Rect& area, const Rects& holes) {
  Rects left{area};
  for (const Rect& hole : holes) {
    Rects next;
    for (const Rect& part : left) subtract(part, hole, next);
    left = std::move(next);
  }
  return left;
}

}  // namespace

void ScreenText::make_room(const Rect& area) {
  const std::int32_t width = std::max(width_, area.x + area.width), height = std::max(height_, area.y + area.height);
  if (width == width_ && height == height_) return;
  std::vector<std::uint32_t> larger(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), unknown);
  for (std::int32_t y = 0; y < height_; ++y) {
    const auto row = pixels_.begin() + static_cast<std::ptrdiff_t>(offset(0, y, width_));
    std::copy(row, row + width_, larger.begin() + static_cast<std::ptrdiff_t>(offset(0, y, width)));
  }
  pixels_ = std::move(larger);
  width_ = width;
  height_ = height;
}

Rect ScreenText::changed(const View& view, const Rect& part) const {
  Rect found;
  for (std::int32_t y = part.y; y < part.y + part.height; ++y) {
    std::int32_t first = part.x, end = part.x + part.width;
    const auto differs = [&](std::int32_t x) {
      const std::uint32_t now = view.image.pixels[offset(x - view.area.x, y - view.area.y, view.image.width)];
      return x >= width_ || y >= height_ || pixels_[offset(x, y, width_)] != (now & colour);
    };
    while (first < end && !differs(first)) ++first;
    if (first == end) continue;
    while (!differs(end - 1)) --end;
    const Rect row{first, y, end - first, 1};
    found = found.empty() ? row : sight::united(found, row);
  }
  return found;
}

bool ScreenText::is_known(const View& view, const Rect& part) const {
  for (std::int32_t y = part.y; y < part.y + part.height; ++y) {
    if (!changed(view, {part.x, y, part.width, 1}).empty()) return false;
  }
  return true;
}

void ScreenText::forget(const Rect& part) {
  const Rect here = overlap(part, {0, 0, width_, height_});
  for (std::int32_t y = here.y; y < here.y + here.height; ++y) {
    const auto row = pixels_.begin() + static_cast<std::ptrdiff_t>(offset(here.x, y, width_));
    std::fill(row, row + here.width, unknown);
  }
}

void ScreenText::forget() {
  *this = {};
}

Rects ScreenText::places_in(const View& view) const {
  Rects places;
  for (const sight::Word& word : words_) {
    const Rect here = overlap(word.place, view.area);
    if (!here.empty()) places.push_back(moved(here, {-view.area.x, -view.area.y, 0, 0}));
  }
  return places;
}

void ScreenText::forget_changed(const View& view) {
  std::erase_if(words_, [&](const sight::Word& word) {
    const Rect here = overlap(word.place, view.area);
    if (here.empty() || is_known(view, here)) return false;
    forget(word.place);
    return true;
  });
}

Rects ScreenText::unread(const View& view, std::size_t readers) {
  make_room(view.area);
  if (is_known(view, view.area)) return {};
  const Rect whole{0, 0, view.image.width, view.image.height};
  const sight::Picture picture{view.image.width, view.image.height, view.image.pixels};
  const Rects blocks = divided_blocks(picture, sight::text_blocks(picture), places_in(view));
  forget_changed(view);
  const auto changed_in = [&](const Rect& part) {
    const Rect here = changed(view, moved(part, view.area));
    return here.empty() ? here : moved(here, {-view.area.x, -view.area.y, 0, 0});
  };
  for (const Rect& part : rest_of(whole, blocks)) {
    if (const Rect here = changed_in(part); !here.empty()) learn(view, moved(here, view.area), {});
  }
  Rects known = places_in(view), same, parts;  // what need not be read again, and what must
  for (const Rect& block : blocks) {
    const Rects found = changed_parts(picture, block, known, changed_in);
    parts.insert(parts.end(), found.begin(), found.end());
    if (found.empty()) same.push_back(block);
  }
  known.insert(known.end(), same.begin(), same.end());
  Rects portions = united_parts(parts, known, portion);
  // A portion that has a part of an unchanged block has all of it: no word is cut.
  const auto is_cut = [&](const Rect& block) {
    return std::any_of(portions.begin(), portions.end(),
                       [&](const Rect& part) { return !overlap(part, block).empty(); });
  };
  for (auto rest = same.end(); (rest = std::partition(same.begin(), same.end(), std::not_fn(is_cut))) != same.end();) {
    parts.insert(parts.end(), rest, same.end());
    same.erase(rest, same.end());
    portions = united_parts(parts, known, portion);
  }
  portions = shared_portions(picture, portions, readers);
  for (Rect& part : portions) part = moved(part, view.area);
  return portions;
}

void ScreenText::learn(const View& view, const Rect& part, const std::vector<sight::Word>& words) {
  make_room(view.area);  // all may have been forgotten while the part was read
  std::erase_if(words_, [&](const sight::Word& word) {
    const Rect both = overlap(word.place, part);
    if (!both.empty() && both != word.place) forget(word.place);
    return !both.empty();
  });
  for (std::int32_t y = part.y; y < part.y + part.height; ++y) {
    for (std::int32_t x = part.x; x < part.x + part.width; ++x) {
      pixels_[offset(x, y, width_)] =
          view.image.pixels[offset(x - view.area.x, y - view.area.y, view.image.width)] & colour;
    }
  }
  words_.insert(words_.end(), words.begin(), words.end());
}

Rects ScreenText::unread_tiles(const View& view) const {
  Rects tiles;
  const Rect& area = view.area;
  for (std::int32_t y = area.y / tile * tile; y < area.y + area.height; y += tile) {
    for (std::int32_t x = area.x / tile * tile; x < area.x + area.width; x += tile) {
      const Rect part = overlap({x, y, tile, tile}, area);
      if (is_known(view, part)) continue;
      const bool goes_on = !tiles.empty() && tiles.back().y == part.y && tiles.back().x + tiles.back().width == part.x;
      if (goes_on) {
        tiles.back().width += part.width;
      } else {
        tiles.push_back(part);
      }
    }
  }
  return tiles;
}

}  // namespace interlock::daemon
