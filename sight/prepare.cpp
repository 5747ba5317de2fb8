#include "sight/prepare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace interlock::sight {

namespace {

constexpr std::int32_t margin = 10;  // white, around a line
constexpr double largest_factor = 5;
/// What stands further to the side of a line is not a part of it: a check box, an icon.
constexpr std::int32_t beside = 2;

/// The weights of Catmull and Rom's cubic.
float cubic(float x) {
  x = std::fabs(x);
  if (x < 1) return 1.5F * x * x * x - 2.5F * x * x + 1;
  return x < 2 ? -0.5F * x * x * x + 2.5F * x * x - 4 * x + 2 : 0;
}

/// For each place of a scaled row: the first pixel of the original that counts, and the weights from there on.
struct Weights {
  std::int32_t first = 0;
  std::vector<float> of;
};

std::vector<Weights> weights(std::int32_t scaled, double factor) {
  const auto shrink = static_cast<float>(std::min(1.0, factor));
  const float support = 2 / shrink;
  std::vector<Weights> all;
  for (std::int32_t i = 0; i < scaled; ++i) {
    const float centre = (static_cast<float>(i) + 0.5F) / static_cast<float>(factor) - 0.5F;
    Weights one;
    one.first = static_cast<std::int32_t>(std::floor(centre - support)) + 1;
    const auto last = static_cast<std::int32_t>(std::floor(centre + support));
    float sum = 0;
    for (std::int32_t k = one.first; k <= last; ++k) {
      one.of.push_back(cubic((static_cast<float>(k) - centre) * shrink));
      sum += one.of.back();
    }
    for (float& weight : one.of) weight /= sum;
    all.push_back(std::move(one));
  }
  return all;
}

std::size_t index(std::int32_t x, std::int32_t y, std::int32_t width) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
}

Grey scaled(const Grey& from, double factor) {
  Grey to{std::max(1, static_cast<std::int32_t>(std::lround(from.width * factor))),
          std::max(1, static_cast<std::int32_t>(std::lround(from.height * factor))),
          {}};
  std::vector<float> wide(static_cast<std::size_t>(to.width) * static_cast<std::size_t>(from.height));
  const auto across = weights(to.width, factor);
  for (std::int32_t y = 0; y < from.height; ++y) {
    for (std::int32_t x = 0; x < to.width; ++x) {
      const Weights& at = across[static_cast<std::size_t>(x)];
      float sum = 0;
      for (std::size_t k = 0; k < at.of.size(); ++k) {
        const auto source = std::clamp(at.first + static_cast<std::int32_t>(k), 0, from.width - 1);
        sum += at.of[k] * from.pixels[index(source, y, from.width)];
      }
      wide[index(x, y, to.width)] = sum;
    }
  }
  to.pixels.resize(static_cast<std::size_t>(to.width) * static_cast<std::size_t>(to.height));
  const auto down = weights(to.height, factor);
  for (std::int32_t y = 0; y < to.height; ++y) {
    const Weights& at = down[static_cast<std::size_t>(y)];
    for (std::int32_t x = 0; x < to.width; ++x) {
      float sum = 0.5F;
      for (std::size_t k = 0; k < at.of.size(); ++k) {
        const auto source = std::clamp(at.first + static_cast<std::int32_t>(k), 0, from.height - 1);
        sum += at.of[k] * wide[index(x, source, to.width)];
      }
      to.pixels[index(x, y, to.width)] = static_cast<std::uint8_t>(std::clamp(sum, 0.0F, 255.0F));
    }
  }
  return to;
}

Grey with_margin(const Grey& inner) {
  Grey outer{inner.width + 2 * margin, inner.height + 2 * margin, {}};
  outer.pixels.assign(static_cast<std::size_t>(outer.width) * static_cast<std::size_t>(outer.height), 255);
  for (std::int32_t y = 0; y < inner.height; ++y) {
    std::memcpy(&outer.pixels[index(margin, y + margin, outer.width)], &inner.pixels[index(0, y, inner.width)],
                static_cast<std::size_t>(inner.width));
  }
  return outer;
}

}  // namespace

namespace {

/// The line and so many pixels around it, in shades between the ink (black) and the background (white).
Grey inked(const Picture& picture, const TextLine& line, const Colour& ground, const Rect& limits,
           std::int32_t around) {
  const Rect area{line.place.x - around, line.place.y - around, line.place.width + 2 * around,
                  line.place.height + 2 * around};
  const Rect inside{std::max(limits.x, 0), std::max(limits.y, 0), std::min(right(limits), picture.width),
                    std::min(bottom(limits), picture.height)};  // right and bottom in place of width and height
  // How far each pixel is on the way from the background's colour to the ink's.
  std::array<double, 3> axis{};
  double length = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    axis[i] = line.darkest[i] - ground[i];
    length += axis[i] * axis[i];
  }
  length = std::max(length, 1.0);
  Grey grey{area.width, area.height, {}};
  grey.pixels.assign(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height), 255);
  const std::int32_t left = std::max({line.place.x - beside, area.x, inside.x});
  const std::int32_t right_end = std::min({right(line.place) + beside, right(area), inside.width});
  for (std::int32_t y = std::max(area.y, inside.y); y < std::min(bottom(area), inside.height); ++y) {
    for (std::int32_t x = left; x < right_end; ++x) {
      const Colour colour = colour_of(picture.at(x, y));
      double way = 0;
      for (std::size_t i = 0; i < 3; ++i) way += (colour[i] - ground[i]) * axis[i];
      grey.pixels[index(x - area.x, y - area.y, area.width)] =
          static_cast<std::uint8_t>(255 * (1 - std::clamp(way / length, 0.0, 1.0)));
    }
  }
  return grey;
}

/// Light text on a dark ground: most pixels are ground, and darker than the mean.
bool is_on_dark(const Grey& grey) {
  std::array<std::size_t, 256> counts{};
  std::uint64_t sum = 0;
  for (const std::uint8_t shade : grey.pixels) {
    ++counts[shade];
    sum += shade;
  }
  const auto ground = static_cast<std::uint64_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  return ground * grey.pixels.size() < sum;
}

}  // namespace

std::int32_t usual_around(const TextLine& line) {
  return std::max(3, static_cast<std::int32_t>(line.place.height * 0.3));
}

Grey prepare_line(const Picture& picture, const TextLine& line, const Colour& ground, const Rect& limits,
                  double wanted_height) {
  const double height = std::max(4, line.place.height);
  const double factor = height > wanted_height ? std::max(0.5, wanted_height / height)
                                               : std::clamp(wanted_height / height, 1.0, largest_factor);
  return with_margin(scaled(inked(picture, line, ground, limits, usual_around(line)), factor));
}

Grey prepare_strip(const Picture& picture, const TextLine& line, const Colour& ground, const Rect& limits,
                   std::int32_t height, std::int32_t around) {
  const Grey grey = inked(picture, line, ground, limits, around);
  const Grey near = scaled(grey, static_cast<double>(height) / grey.height);
  Grey strip{near.width, height, {}};  // rounding makes it a row higher or lower
  strip.pixels.assign(static_cast<std::size_t>(strip.width) * static_cast<std::size_t>(height), 255);
  const std::size_t same = std::min(strip.pixels.size(), near.pixels.size());
  std::copy_n(near.pixels.begin(), same, strip.pixels.begin());
  return strip;
}

Grey prepare_page(const Picture& picture, double factor) {
  Grey grey{picture.width, picture.height, {}};
  grey.pixels.reserve(picture.pixels.size());
  for (const std::uint32_t pixel : picture.pixels) {
    const Colour colour = colour_of(pixel);
    grey.pixels.push_back(static_cast<std::uint8_t>((colour[0] * 299 + colour[1] * 587 + colour[2] * 114) / 1000));
  }
  if (is_on_dark(grey)) {
    for (std::uint8_t& shade : grey.pixels) shade = static_cast<std::uint8_t>(255 - shade);
  }
  return factor == 1 ? grey : scaled(grey, factor);
}

}  // namespace interlock::sight
