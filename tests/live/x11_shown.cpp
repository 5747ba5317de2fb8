// Presses that were judged by pixels: they are sent only while the screen shows these.
#include <random>

#include "tests/live/x11_fixture.h"

namespace interlock::test {
namespace {

class Shown : public X11Test {
 protected:
  Shown() : X11Test(false), window(client.window({100, 100, 300, 200}, {.override_redirect = true})) {
    paint(0x112233);
  }

  void paint(unsigned long colour) {
    XSetWindowBackground(client.display(), window, colour);
    XClearWindow(client.display(), window);
    client.sync();
  }
  platform::WindowView seen_with(Rect area) {
    auto view = window_at(at);
    const auto taken = run(ports.screen->capture(area, false, in(call_time)));
    if (!taken) throw std::runtime_error("no picture was taken");
    view.shows = std::make_shared<const platform::ShownPart>(platform::ShownPart{taken->area, taken->image});
    return view;
  }
  int presses() { return client.take(window).presses; }

  Client client{desktop.display()};
  ::Window window;
  const Point at{200, 180};
  const Rect label{160, 170, 80, 20};
};

TEST_F(Shown, APressWhosePixelsAreStillThereIsSent) {
  const auto done = perform(Click{.at = at, .modifiers = {}}, seen_with(label));
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_EQ(presses(), 1);
}

TEST_F(Shown, WhatChangesElsewhereDoesNotMatter) {
  const auto view = seen_with(label);
  XFillRectangle(client.display(), window, DefaultGC(client.display(), 0), 0, 0, 50, 50);
  client.sync();
  EXPECT_TRUE(perform(Click{.at = at, .modifiers = {}}, view).complete);
}

TEST_F(Shown, PixelsThatChangedAreNeverPressed) {
  std::mt19937 random(23);
  const auto below = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
  constexpr int rounds = 1000;
  client.take();
  for (int round = 0; round < rounds; ++round) {
    paint(0x112233);
    const auto view = seen_with(label);
    // One pixel of the label, in one of the 255 other shades.
    XSetForeground(client.display(), DefaultGC(client.display(), 0),
                   0x112233UL ^ static_cast<unsigned long>(1 + below(255)));
    XDrawPoint(client.display(), window, DefaultGC(client.display(), 0), 60 + below(80), 70 + below(20));
    client.sync();
    const auto done = perform(Click{.at = at, .modifiers = {}}, view);
    ASSERT_FALSE(done.complete) << round;
    ASSERT_EQ(done.refusal->code, "pixels_changed") << round;
  }
  EXPECT_EQ(presses(), 0);
}

TEST_F(Shown, MovingThereNeedsNoPixels) {
  const auto view = seen_with(label);
  paint(0x445566);
  EXPECT_TRUE(perform(Move{.at = at}, view).complete);
}

}  // namespace
}  // namespace interlock::test
