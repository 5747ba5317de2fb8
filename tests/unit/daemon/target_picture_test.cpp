// The part of the screen that a question shows: the target, outlined, and nothing that must be hidden.
#include "daemon/pictures/target_picture.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "platform/notify/icon.h"
#include "tests/unit/gate/cases.h"

namespace interlock::daemon {
namespace {
using namespace std::chrono_literals;

constexpr std::uint32_t ground = 0x123456, secret = 0xABCDEF;

bool covers(const Rect& all, const Rect& part) {
  return overlap(all, part) == part;
}

/// One window on the whole of `area`, with `parts` in it that contain a secret.
MaskedCapture screen(const Rect& area, const Rects& parts, std::string_view why = {}) {
  MaskedCapture taken;
  taken.capture.area = area;
  taken.capture.image = {area.width, area.height,
                         std::vector<std::uint32_t>(static_cast<std::size_t>(area.width * area.height), ground)};
  for (const Rect& part : parts) {
    for (int y = part.y; y < part.y + part.height; ++y) {
      for (int x = part.x; x < part.x + part.width; ++x)
        taken.capture.image.pixels[static_cast<std::size_t>((y - area.y) * area.width + x - area.x)] = secret;
    }
  }
  taken.capture.surfaces = {{.id = 1, .client = 1, .rect = area, .client_rect = area, .covers = {area}}};
  taken.masks = {{.client = 1, .rect = area, .whole = false, .why = why, .parts = parts}};
  return taken;
}

std::uint32_t pixel(const platform::Image& image, int x, int y) {
  return image.pixels[static_cast<std::size_t>(y * image.width + x)];
}

TEST(TargetPicture, ShowsTheTargetWithItsSurroundings) {
  for (const Rect place : {Rect{500, 300, 100, 30}, {500, 300, 290, 130}, {10, 10, 900, 200}, {10, 10, 60, 600}}) {
    const Rect area = picture_area(place);
    EXPECT_TRUE(covers(area, {place.x - 1, place.y - 1, place.width + 2, place.height + 2})) << place.width;
    EXPECT_EQ(area.width, area.height * 2) << place.width;
  }
  const Rect huge = picture_area({0, 0, 3840, 2160});
  EXPECT_EQ(huge.width, 4 * target_picture_width) << "no more than that is taken, however large the target";
  EXPECT_TRUE(huge.contains({0, 0})) << "its beginning";
}

TEST(TargetPicture, PointsAtTheElementElseAtThePointElseAtTheWindow) {
  Observation seen;
  const Action click{Click{.at = {50, 60}}};
  EXPECT_TRUE(target_place(click, seen)->contains({50, 60}));
  const Action type{Type{.text = "x"}};
  EXPECT_FALSE(target_place(type, seen));
  seen.window = gate::cases::window();
  seen.window->rect = {1, 2, 3, 4};
  EXPECT_EQ(target_place(type, seen), (Rect{1, 2, 3, 4}));
  auto element = gate::cases::element(Role::push_button, "Submit");
  element.extents = {40, 50, 30, 20};
  seen.element = element;
  EXPECT_EQ(target_place(click, seen), element.extents);
}

TEST(TargetPicture, IsSmallAndOutlinesTheTargetWithoutDrawingOnIt) {
  for (const Rect place : {Rect{500, 300, 100, 30}, {100, 100, 1000, 500}}) {
    const auto picture = target_picture(screen(picture_area(place), {}), place);
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->image.width, target_picture_width);
    EXPECT_EQ(picture->image.height, target_picture_height);
    const Rect& target = picture->target;
    EXPECT_EQ(pixel(picture->image, target.x + 1, target.y + 1), ground);
    EXPECT_NE(pixel(picture->image, target.x - 2, target.y + 1), ground);
    EXPECT_NE(pixel(picture->image, target.x + 1, target.y + target.height + 1), ground);
  }
}

TEST(TargetPicture, ShowsNoSecret) {
  const Rect place{500, 300, 100, 30};
  const auto shows = [&](const MaskedCapture& taken) {
    const auto picture = target_picture(taken, place);
    if (!picture) return false;
    return std::find(picture->image.pixels.begin(), picture->image.pixels.end(), secret) != picture->image.pixels.end();
  };
  auto unmasked = screen(picture_area(place), {{480, 340, 80, 20}});
  unmasked.masks[0].parts.clear();
  EXPECT_TRUE(shows(unmasked)) << "else the rest of this test says nothing";
  EXPECT_FALSE(shows(screen(picture_area(place), {{480, 340, 80, 20}})));
  for (Rects PrivateParts::*hidden : {&PrivateParts::parts, &PrivateParts::unread}) {
    auto with_text = unmasked;
    with_text.private_text.*hidden = {{480, 340, 80, 20}};
    EXPECT_FALSE(shows(with_text)) << "personal data, or text that has not been read";
  }
  auto failed = unmasked;
  failed.private_text.failed = true;
  EXPECT_FALSE(target_picture(failed, place));
  unmasked.masks[0].whole = true;
  EXPECT_FALSE(shows(unmasked));
  unmasked.masks.clear();
  EXPECT_FALSE(shows(unmasked)) << "a window that nobody looked into";
}

TEST(TargetPicture, IsNoneWhereNotAllCouldBeLookedFor) {
  const Rect place{500, 300, 100, 30};
  for (const char* why : {"cut_short", "deadline", "disconnected", "unstable"}) {
    EXPECT_FALSE(target_picture(screen(picture_area(place), {}, why), place)) << why;
  }
  EXPECT_TRUE(target_picture(screen(picture_area(place), {}, "not_accessible"), place))
      << "as in a screenshot: a terminal has no fields";
  EXPECT_FALSE(target_picture(screen({0, 0, 100, 100}, {}), place)) << "the target is elsewhere";
}

/// A display that never answers.
struct Stuck final : platform::Screen {
  boost::asio::awaitable<Known<platform::Capture>> capture(std::optional<Rect>, bool, platform::Deadline) override {
    boost::asio::steady_timer never(co_await boost::asio::this_coro::executor, 1h);
    co_await never.async_wait(boost::asio::use_awaitable);
    co_return none;
  }
};

TEST(TargetPicture, IsNotWaitedFor) {
  boost::asio::io_context io;
  const auto session =
      std::make_shared<Session>(Session{.id = "s1", .name = "a", .gate = gate::SafetyGate(gate::cases::compiled({}))});
  const auto taker = picture_taker({.windows = nullptr, .tree = nullptr, .screen = std::make_shared<Stuck>()}, session,
                                   Rect{1, 1, 10, 10}, 20ms);
  bool came = false;
  boost::asio::co_spawn(
      io,
      [&]() -> boost::asio::awaitable<void> {
        const auto picture = co_await taker();
        EXPECT_FALSE(picture);
        came = true;
      },
      [](std::exception_ptr) {});
  io.run_for(5s);
  EXPECT_TRUE(came);
}

/// A display that encodes its pictures: the answer to more than a pixel comes after a second, if that is waited for.
struct Slow final : platform::Screen {
  boost::asio::awaitable<Known<platform::Capture>> capture(std::optional<Rect> area, bool,
                                                           platform::Deadline deadline) override {
    const bool is_large = !area || area->width > 1;
    if (is_large && deadline - std::chrono::steady_clock::now() < 1s) co_return Unknown::deadline;
    co_return platform::Capture{.area = {0, 0, 2, 1}, .image = {2, 1, {1, 2}}};
  }
};

TEST(MaskedCapture, APictureMayTakeLongerThanALook) {
  boost::asio::io_context io;
  const auto session =
      std::make_shared<Session>(Session{.id = "s1", .name = "a", .gate = gate::SafetyGate(gate::cases::compiled({}))});
  const Eyes eyes{.windows = nullptr, .tree = nullptr, .screen = std::make_shared<Slow>()};
  const CaptureOrder order{.each = 100ms};
  Known<MaskedCapture> taken = none;
  boost::asio::co_spawn(
      io, [&]() -> boost::asio::awaitable<void> { taken = co_await capture_masked(eyes, session, order); },
      [](std::exception_ptr) {});
  io.run_for(5s);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->capture.image.pixels.size(), 2U);
}

TEST(NotificationIcon, IsASquareAroundTheTarget) {
  const Rect place{500, 300, 100, 30};
  const auto picture = target_picture(screen(picture_area(place), {}), place);
  ASSERT_TRUE(picture);
  const auto icon = platform::notify::icon_of(*picture);
  EXPECT_EQ(icon.width, icon.height);
  EXPECT_GE(icon.width, place.width + 8) << "with its outline";
  EXPECT_EQ(icon.pixels.size(), static_cast<std::size_t>(icon.width * icon.height));
  const Rect wide{100, 100, 250, 30};
  EXPECT_EQ(platform::notify::icon_of(*target_picture(screen(picture_area(wide), {}), wide)).width,
            target_picture_width);
}

}  // namespace
}  // namespace interlock::daemon
