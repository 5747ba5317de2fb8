#include "daemon/pictures/target_picture.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cmath>

#include "daemon/pictures/picture.h"
#include "values/unknown.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using platform::Picture;
using std::chrono::steady_clock;

namespace {

constexpr std::int32_t beside = 12;       ///< pixels shown around a place that fills the picture
constexpr std::int32_t most_smaller = 4;  ///< times
constexpr std::int32_t around_a_point = 24;
constexpr std::uint32_t pen = 0xD01010, around_the_pen = 0xFFFFFF;

/// `wanted` about `length`, but so that its beginning is shown.
std::int32_t begin_of(std::int32_t at, std::int32_t length, std::int32_t shown) {
  return length + 2 * beside > shown ? at - beside : at - (shown - length) / 2;
}

/// The edge of `rect` in one colour, one pixel wide.
void draw_edge(platform::Image& image, const Rect& rect, std::uint32_t colour) {
  const auto set = [&](std::int32_t x, std::int32_t y) {
    if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
    image.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)] =
        colour;
  };
  for (std::int32_t x = rect.x; x < rect.x + rect.width; ++x) {
    set(x, rect.y);
    set(x, rect.y + rect.height - 1);
  }
  for (std::int32_t y = rect.y; y < rect.y + rect.height; ++y) {
    set(rect.x, y);
    set(rect.x + rect.width - 1, y);
  }
}

Rect grown(const Rect& rect, std::int32_t by) {
  return {rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by};
}

/// A window that could not be read in time, or that moved, may contain a secret that was not found.
bool all_found(const std::vector<WindowMask>& masks) {
  const auto code = [](Unknown why) { return describe(why).code; };
  return std::none_of(masks.begin(), masks.end(), [&](const WindowMask& mask) {
    return mask.why == "cut_short" || mask.why == code(Unknown::deadline) || mask.why == code(Unknown::disconnected) ||
           mask.why == code(Unknown::unstable);
  });
}

}  // namespace

std::optional<Rect> target_place(const Action& action, const Observation& observation) {
  const auto& element = target_element(action, observation);
  if (element && !element->extents.empty()) return element->extents;
  if (const auto at = pointer_target(action)) {
    return Rect{at->x - around_a_point / 2, at->y - around_a_point / 2, around_a_point, around_a_point};
  }
  if (observation.window && !observation.window->rect.empty()) return observation.window->rect;
  return std::nullopt;
}

Rect picture_area(const Rect& place) {
  constexpr double wide = target_picture_width, high = target_picture_height;
  const double times = std::clamp(std::max((place.width + 2 * beside) / wide, (place.height + 2 * beside) / high), 1.0,
                                  double(most_smaller));
  const auto width = static_cast<std::int32_t>(std::ceil(wide * times));
  const auto height = static_cast<std::int32_t>(std::ceil(high * times));
  return {begin_of(place.x, place.width, width), begin_of(place.y, place.height, height), width, height};
}

std::shared_ptr<const Picture> target_picture(MaskedCapture taken, const Rect& place) {
  if (!all_found(taken.masks) || taken.private_text.failed) return nullptr;
  const Rect area = taken.capture.area;
  if (area.empty() || overlap(area, place).empty()) return nullptr;
  auto picture = std::make_shared<Picture>();
  picture->image = std::move(taken.capture.image);
  paint_over(picture->image, {area.x, area.y}, parts_to_paint(taken.capture.surfaces, area, taken.masks));
  paint_over(picture->image, {area.x, area.y}, taken.private_text.parts);
  paint_over(picture->image, {area.x, area.y}, taken.private_text.unread);
  const double scale = scale_for(area, {.max_width = target_picture_width, .max_height = target_picture_height});
  const auto scaled = [&](std::int32_t length) { return static_cast<std::int32_t>(std::lround(length * scale)); };
  if (scale < 1) picture->image = made_smaller(picture->image, scaled(area.width), scaled(area.height));
  picture->target = {scaled(place.x - area.x), scaled(place.y - area.y), scaled(place.width), scaled(place.height)};
  // Just outside it, in two colours: one of them is visible on any background.
  draw_edge(picture->image, grown(picture->target, 4), around_the_pen);
  draw_edge(picture->image, grown(picture->target, 3), pen);
  draw_edge(picture->image, grown(picture->target, 2), pen);
  draw_edge(picture->image, grown(picture->target, 1), around_the_pen);
  return picture;
}

namespace {

struct Taking {
  explicit Taking(const asio::any_io_executor& executor) : over(executor) {}
  asio::steady_timer over;
  std::shared_ptr<const Picture> picture;
};

asio::awaitable<void> take(std::shared_ptr<Taking> taking, Eyes eyes, std::shared_ptr<const Session> session,
                           Rect place, std::chrono::milliseconds limit) {
  const CaptureOrder order{.area = picture_area(place), .cursor = false, .attempts = 2, .each = limit};
  auto taken = co_await capture_masked(std::move(eyes), std::move(session), order);
  if (taken) taking->picture = target_picture(std::move(*taken.get()), place);
  taking->over.cancel();
}

asio::awaitable<std::shared_ptr<const Picture>> take_in_time(Eyes eyes, std::shared_ptr<const Session> session,
                                                             Rect place, std::chrono::milliseconds limit) {
  const auto executor = co_await asio::this_coro::executor;
  const auto taking = std::make_shared<Taking>(executor);
  taking->over.expires_after(limit);
  // A separate coroutine: it is left behind if an application hangs or a question is cancelled.
  asio::co_spawn(executor, take(taking, std::move(eyes), std::move(session), place, limit), asio::detached);
  co_await taking->over.async_wait(asio::as_tuple(asio::use_awaitable));
  co_return std::exchange(taking->picture, nullptr);
}

}  // namespace

std::function<asio::awaitable<std::shared_ptr<const Picture>>()> picture_taker(Eyes eyes,
                                                                               std::shared_ptr<const Session> session,
                                                                               std::optional<Rect> place,
                                                                               std::chrono::milliseconds limit) {
  if (!place || !eyes.screen) return {};
  return [eyes = std::move(eyes), session = std::move(session), place = *place, limit] {
    return take_in_time(eyes, session, place, limit);
  };
}

}  // namespace interlock::daemon
