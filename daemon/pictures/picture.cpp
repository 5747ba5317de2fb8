#include "daemon/pictures/picture.h"

#include <algorithm>
#include <cmath>

namespace interlock::daemon {
using platform::Image;

void paint_over(Image& image, Point origin, const Rects& parts) {
  const Rect all{0, 0, image.width, image.height};
  for (const Rect& part : parts) {
    const Rect here = overlap({part.x - origin.x, part.y - origin.y, part.width, part.height}, all);
    if (here.empty()) continue;
    for (int y = here.y; y < here.y + here.height; ++y) {
      const auto row = image.pixels.begin() + std::ptrdiff_t{y} * image.width + here.x;
      std::fill(row, row + here.width, painted_over);
    }
  }
}

void draw_cursor(Image& image, Point origin, const platform::CursorImage& cursor) {
  const auto blended = [](std::uint32_t below, std::uint32_t above, int shift, std::uint32_t alpha) {
    const std::uint32_t under = below >> shift & 0xFF;
    return std::min<std::uint32_t>(255, (above >> shift & 0xFF) + under * (255 - alpha) / 255) << shift;
  };
  const int left = cursor.at.x - origin.x, top = cursor.at.y - origin.y;
  for (int y = 0; y < cursor.image.height; ++y) {
    for (int x = 0; x < cursor.image.width; ++x) {
      const int to_x = left + x, to_y = top + y;
      if (to_x < 0 || to_y < 0 || to_x >= image.width || to_y >= image.height) continue;
      const std::uint32_t above =
          cursor.image.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(cursor.image.width) +
                              static_cast<std::size_t>(x)];
      auto& pixel = image.pixels[static_cast<std::size_t>(to_y) * static_cast<std::size_t>(image.width) +
                                 static_cast<std::size_t>(to_x)];
      const std::uint32_t alpha = above >> 24;
      pixel = blended(pixel, above, 16, alpha) | blended(pixel, above, 8, alpha) | blended(pixel, above, 0, alpha);
    }
  }
}

namespace {

/// The source pixels of a target pixel: the first, and the share of each, summing to `unit`.
struct Share {
  std::int32_t first = 0;
  std::vector<std::uint32_t> weights;
};
constexpr std::uint32_t unit = 1u << 12;  ///< 255 * unit * unit fits into 32 bits

std::vector<Share> shares(std::int32_t from, std::int32_t to) {
  std::vector<Share> all(static_cast<std::size_t>(to));
  for (std::int64_t i = 0; i < to; ++i) {
    // In units of which a source pixel has `to` and a target pixel `from`.
    const std::int64_t begin = i * from, end = begin + from;
    Share& share = all[static_cast<std::size_t>(i)];
    share.first = static_cast<std::int32_t>(begin / to);
    std::uint32_t given = 0;
    for (std::int64_t pixel = share.first; pixel * to < end; ++pixel) {
      const std::int64_t part = std::min(end, (pixel + 1) * to) - std::max(begin, pixel * to);
      share.weights.push_back(static_cast<std::uint32_t>(part * unit / from));
      given += share.weights.back();
    }
    share.weights[share.weights.size() / 2] += unit - given;  // the rounding error
  }
  return all;
}

}  // namespace

Image made_smaller(const Image& image, std::int32_t width, std::int32_t height) {
  width = std::clamp(width, 1, image.width);
  height = std::clamp(height, 1, image.height);
  if (width == image.width && height == image.height) return image;
  const auto columns = shares(image.width, width), rows = shares(image.height, height);
  Image small{width, height, {}};
  small.pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  // Rows first: each source row is read once, in order.
  std::vector<std::uint32_t> red(static_cast<std::size_t>(image.width)), green(red), blue(red);
  for (const Share& row : rows) {
    std::fill(red.begin(), red.end(), 0);
    std::fill(green.begin(), green.end(), 0);
    std::fill(blue.begin(), blue.end(), 0);
    for (std::size_t i = 0; i < row.weights.size(); ++i) {
      const std::uint32_t weight = row.weights[i];
      const auto* source = image.pixels.data() + (static_cast<std::size_t>(row.first) + i) * red.size();
      for (std::size_t x = 0; x < red.size(); ++x) {
        red[x] += (source[x] >> 16 & 0xFF) * weight;
        green[x] += (source[x] >> 8 & 0xFF) * weight;
        blue[x] += (source[x] & 0xFF) * weight;
      }
    }
    for (const Share& column : columns) {
      std::uint64_t r = 0, g = 0, b = 0;
      for (std::size_t i = 0; i < column.weights.size(); ++i) {
        const std::size_t x = static_cast<std::size_t>(column.first) + i;
        r += std::uint64_t{red[x]} * column.weights[i];
        g += std::uint64_t{green[x]} * column.weights[i];
        b += std::uint64_t{blue[x]} * column.weights[i];
      }
      constexpr std::uint64_t half = std::uint64_t{unit} * unit / 2;
      const auto mean = [](std::uint64_t sum) { return static_cast<std::uint32_t>((sum + half) / (unit * unit)); };
      small.pixels.push_back(mean(r) << 16 | mean(g) << 8 | mean(b));
    }
  }
  return small;
}

double scale_for(const Rect& area, const Fit& fit) {
  double scale = fit.scale.value_or(1);
  if (fit.max_width) scale = std::min(scale, double(*fit.max_width) / area.width);
  if (fit.max_height) scale = std::min(scale, double(*fit.max_height) / area.height);
  return scale;
}

}  // namespace interlock::daemon
