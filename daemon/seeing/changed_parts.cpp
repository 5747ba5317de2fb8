#include "daemon/seeing/changed_parts.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "sight/text_blocks.h"

namespace interlock::daemon {

namespace {

using sight::bottom;
using sight::Picture;
using sight::right;
using sight::united;

/// Rows without a change between two that have one: more are the space between lines.
constexpr std::int32_t between_lines = 4;

/// Texts that are further apart, and further than their height, which blanks in large letters are not, do not belong to
/// one line: that of a window may begin behind a part of another's.
constexpr std::int32_t between_texts = 10;

bool is_inside(const Rect& inner, const Rect& outer) {
  return overlap(inner, outer) == inner;
}

/// All pixels have one colour.
bool is_plain(const Picture& shown, const Rect& area) {
  for (std::int32_t y = area.y; y < bottom(area); ++y) {
    for (std::int32_t x = area.x; x < right(area); ++x) {
      if (((shown.at(x, y) ^ shown.at(area.x, area.y)) & 0xFFFFFFU) != 0) return false;
    }
  }
  return true;
}

/// Up and down to a blank row, or to the edges of the block. A blank row has one colour to both sides of the part, too:
/// a stroke of a letter has one within.
void grow_to_blank_rows(const Picture& shown, const Rect& block, Rect& part) {
  constexpr std::int32_t beside = 8;
  const auto is_blank = [&](std::int32_t y) {
    return is_plain(shown, overlap({part.x - beside, y, part.width + 2 * beside, 1}, shown.area()));
  };
  while (part.y > block.y && !is_blank(part.y - 1)) {
    --part.y;
    ++part.height;
  }
  while (bottom(part) < bottom(block) && !is_blank(bottom(part))) ++part.height;
}

/// To both sides as far as letters stand no further apart than in a word. A blank column has one colour above and below
/// the part, too.
void grow_to_blank_columns(const Picture& shown, const Rect& block, Rect& part) {
  const std::int32_t blank = std::max(2, part.height / 5);
  const auto has_ink = [&](std::int32_t x) {
    return !is_plain(shown, overlap({x, part.y - 1, 1, part.height + 2}, shown.area()));
  };
  for (std::int32_t x = part.x - 1; x >= block.x && part.x - x <= blank + 1; --x) {
    if (!has_ink(x)) continue;
    part.width += part.x - x;
    part.x = x;
  }
  for (std::int32_t x = right(part); x < right(block) && x - right(part) <= blank; ++x) {
    if (has_ink(x)) part.width = x + 1 - part.x;
  }
}

/// The changed rows of a block, as one rectangle for those that are close to each other.
Rects changed_rows(const Rect& block, const ChangedPixels& changed) {
  Rects rows;
  for (std::int32_t y = block.y; y < bottom(block); ++y) {
    const Rect row = changed({block.x, y, block.width, 1});
    if (row.empty()) continue;
    if (!rows.empty() && y - bottom(rows.back()) < between_lines) {
      rows.back() = united(rows.back(), row);
    } else {
      rows.push_back(row);
    }
  }
  return rows;
}

Rect grown(const Picture& shown, const Rect& block, const Rects& words, Rect part) {
  grow_to_blank_rows(shown, block, part);
  // Letters that come after a word stand less than this beside it.
  const std::int32_t beside = std::max(4, part.height / 2);
  Rect reach{part.x - beside, part.y, part.width + 2 * beside, part.height};
  for (Rect before; before != part; reach = part) {
    before = part;
    for (const Rect& word : words) {
      if (!overlap(word, reach).empty()) part = united(part, word);
    }
    grow_to_blank_rows(shown, block, part);
    grow_to_blank_columns(shown, block, part);
  }
  return part;
}

void unite_overlapping(Rects& parts) {
  for (std::size_t i = 0; i < parts.size();) {
    const auto other = std::find_if(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end(),
                                    [&](const Rect& part) { return !overlap(part, parts[i]).empty(); });
    if (other == parts.end()) {
      ++i;
      continue;
    }
    parts[i] = united(parts[i], *other);
    parts.erase(other);
    i = 0;
  }
}

}  // namespace

Rects divided_blocks(const Picture& shown, const Rects& blocks, const Rects& words) {
  Rects divided;
  for (const Rect& block : blocks) {
    std::vector<std::int32_t> heights;
    for (const Rect& word : words) {
      if (!overlap(word, block).empty()) heights.push_back(word.height);
    }
    if (heights.empty()) {
      divided.push_back(block);
      continue;
    }
    const auto middle = heights.begin() + std::ssize(heights) / 2;
    std::nth_element(heights.begin(), middle, heights.end());
    Picture part{block.width, block.height, {}};
    for (std::int32_t y = block.y; y < bottom(block); ++y) {
      for (std::int32_t x = block.x; x < right(block); ++x) part.pixels.push_back(shown.at(x, y));
    }
    for (const Rect& each : sight::text_blocks(part, std::max(between_texts, *middle)))
      divided.push_back({each.x + block.x, each.y + block.y, each.width, each.height});
  }
  return divided;
}

Rects changed_parts(const Picture& shown, const Rect& block, const Rects& words, const ChangedPixels& changed) {
  Rects parts;
  for (const Rect& rows : changed_rows(block, changed)) parts.push_back(grown(shown, block, words, rows));
  unite_overlapping(parts);
  return parts;
}

Rects united_parts(const Rects& parts, const Rects& known, std::int64_t most) {
  Rects apart = parts;
  unite_overlapping(apart);
  Rects portions;
  for (const Rect& portion : sight::united_blocks(apart, most)) {
    const bool wasteful = std::any_of(known.begin(), known.end(), [&](const Rect& each) {
      return !overlap(each, portion).empty() &&
             std::none_of(apart.begin(), apart.end(), [&](const Rect& part) { return is_inside(each, part); });
    });
    if (!wasteful) {
      portions.push_back(portion);
      continue;
    }
    for (const Rect& part : apart) {
      if (is_inside(part, portion)) portions.push_back(part);
    }
  }
  unite_overlapping(portions);
  return portions;
}

}  // namespace interlock::daemon
