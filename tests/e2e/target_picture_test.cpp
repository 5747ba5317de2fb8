// What a question shows of its target: the target as it is on the screen, outlined, and nothing secret beside it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <sstream>

#include "tests/e2e/e2e_picture.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

// A busy machine may not have the picture in time: then the question is asked again.
std::string target_picture_policy(const std::string& channel) {
  return "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\n  prompt: " + channel +
         "\n  denial_memory_s: 0\n  max_denials: 0\n";
}

constexpr std::uint32_t pen = 0xD01010, picture_grey = 0x808080;

/// The outline's red, scaled down with its white; not the orange of the icon that is there otherwise.
bool is_reddish(std::uint32_t colour) {
  const int red = colour >> 16 & 0xFF, green = colour >> 8 & 0xFF, blue = colour & 0xFF;
  return red - green > 40 && std::abs(green - blue) < 16;
}

/// Where in `part` of the screen such a colour is; empty if nowhere.
Rect box_of(const Picture& screen, const Rect& part, const std::function<bool(std::uint32_t)>& wanted) {
  int left = screen.width, top = screen.height, right = -1, bottom = -1;
  for (int y = std::max(0, part.y); y < std::min(screen.height, part.y + part.height); ++y) {
    for (int x = std::max(0, part.x); x < std::min(screen.width, part.x + part.width); ++x) {
      if (!wanted(screen.at(x, y))) continue;
      left = std::min(left, x), right = std::max(right, x);
      top = std::min(top, y), bottom = std::max(bottom, y);
    }
  }
  return right < 0 ? Rect{} : Rect{left, top, right - left + 1, bottom - top + 1};
}

/// The mean brightness of a part of it, 0 to 255.
double brightness(const Picture& screen, const Rect& part) {
  double sum = 0;
  for (int y = part.y; y < part.y + part.height; ++y) {
    for (int x = part.x; x < part.x + part.width; ++x) {
      const auto colour = screen.at(x, y);
      sum += (colour >> 16 & 0xFF) + (colour >> 8 & 0xFF) + (colour & 0xFF);
    }
  }
  return sum / 3 / part.width / part.height;
}

class TargetPicture : public testing::Test {
 protected:
  explicit TargetPicture(const std::string& channel = "window", const std::string& notifier = "none")
      : world({.desktop = {.notifier = notifier}, .policy = target_picture_policy(channel)}),
        form(start_gtk3(world.desktop(), "GTK form", "20,20")) {
    world.wait_until_seen(form.centre("Submit Order"), "Submit Order");
    world.desktop().output({"xdotool", "mousemove", "5", "5"});
    before = still_screen_of(world.desktop().display());
  }
  Rect shown(const std::string& window_class) {
    try {
      std::istringstream ids(world.desktop().output({"xdotool", "search", "--onlyvisible", "--class", window_class}));
      for (unsigned long id = 0; ids >> id;) {
        const auto rect = window_rect(world.desktop(), id);
        if (rect.width > 100) return rect;
      }
    } catch (const std::exception&) {  // none, or it has just closed
    }
    return {};
  }
  /// Asks until the question comes with its picture; returns the screen at that time, and the outline's place on it.
  std::pair<Picture, Rect> asked_with_picture(const std::string& window_class,
                                              const std::function<bool(std::uint32_t)>& outline) {
    auto agent = world.agent("shop");
    for (int tries = 0; tries < 20; ++tries) {
      auto asked = agent.act_later(click(form.centre("Submit Order")));
      const auto id = world.pending_id();
      EXPECT_TRUE(eventually([&] { return !shown(window_class).empty(); })) << world.daemon_log();
      auto screen = still_screen_of(world.desktop().display());
      prompt = shown(window_class);
      const Rect box = box_of(screen, prompt, outline);
      world.ctl({"deny", id});
      asked.get();
      if (!box.empty()) return {std::move(screen), box};
    }
    return {};
  }

  World world;
  App form;
  Picture before;
  Rect prompt;
};

TEST_F(TargetPicture, IsOutlinedInThePromptWindowWithoutSecrets) {
  const auto [screen, outline] = asked_with_picture("interlock-prompt", [](auto colour) { return colour == pen; });
  ASSERT_FALSE(outline.empty()) << "no picture";
  const Rect place = form.place("Submit Order"), secret = form.place("answer");
  // The outline is 3 pixels outside the target.
  const Rect target = {outline.x + 3, outline.y + 3, outline.width - 6, outline.height - 6};
  const double scale = double(target.width) / place.width;
  EXPECT_NEAR(target.height, place.height * scale, 2) << "it has the target's form";
  EXPECT_NEAR(brightness(screen, target), brightness(before, place), 4) << "it is not the target that is shown";
  // The visible part of the field above is completely grey.
  const int bottom = target.y - static_cast<int>(std::lround((place.y - secret.y - secret.height) * scale));
  const Rect seen = {target.x + 20, bottom - 12, target.width - 40, 10};
  for (int y = seen.y; y < seen.y + seen.height; ++y) {
    for (int x = seen.x; x < seen.x + seen.width; ++x) ASSERT_EQ(screen.at(x, y), picture_grey) << x << "," << y;
  }
}

class InNotification : public TargetPicture {
 protected:
  InNotification() : TargetPicture("notification", "xfce4-notifyd") {}
};

TEST_F(InNotification, IsBesideTheText) {
  const auto [screen, outline] = asked_with_picture("xfce4-notifyd", is_reddish);
  ASSERT_FALSE(outline.empty()) << "no picture";
  EXPECT_LT(outline.x + outline.width, prompt.x + prompt.width / 3) << "where an icon stands";
  EXPECT_GE(outline.width, 30) << "the target is most of it";
}

}  // namespace
}  // namespace interlock::test
