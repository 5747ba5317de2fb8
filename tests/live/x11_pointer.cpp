// Clicks, drags and the wheel: they reach their window, once, or nothing.
#include <atomic>

#include "tests/live/x11_fixture.h"

namespace interlock::test {
namespace {

class X11Pointer : public X11Test {
 protected:
  Client client{desktop.display()};
};

/// Without a window manager: only X's stacking order, and nothing that reacts to being raised.
class X11BarePointer : public X11Test {
 protected:
  X11BarePointer() : X11Test(false) {}
  Client client{desktop.display()};
};

TEST_F(X11Pointer, a_click_arrives_once_at_the_window_it_is_meant_for) {
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  const auto at = middle(client.rect(window));
  const auto view = window_at(at);
  client.take();
  const auto done = perform(Click{.at = at, .modifiers = {}}, view);
  ASSERT_TRUE(done.complete) << reason(done);
  // openbox inspects a left click first and then passes it on.
  int presses = 0, releases = 0;
  EXPECT_TRUE(eventually([&] {
    const auto got = client.take(window);
    presses += got.presses;
    releases += got.releases;
    return presses > 0 && releases > 0;
  }));
  std::this_thread::sleep_for(50ms);  // the time for a second one, which must not come
  EXPECT_EQ(presses + client.take(window).presses, 1);
}

TEST_F(X11Pointer, count_button_and_modifiers_arrive_and_nothing_stays_down) {
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  const auto at = middle(client.rect(window));
  const auto view = window_at(at);
  client.take();
  Modifiers modifiers;
  modifiers.add(Modifier::ctrl);
  modifiers.add(Modifier::shift);
  const auto done = perform(Click{.at = at, .button = Button::right, .count = 3, .modifiers = modifiers}, view);
  ASSERT_TRUE(done.complete) << reason(done);
  const auto got = client.take(window);
  EXPECT_EQ(got.presses, 3);
  for (const auto& event : got.events) {
    if (event.type != ButtonPress) continue;
    EXPECT_EQ(event.xbutton.button, 3U);
    EXPECT_EQ(event.xbutton.state & (ShiftMask | ControlMask), unsigned{ShiftMask | ControlMask});
  }
  ::Window a = 0, b = 0;
  int x = 0, y = 0, wx = 0, wy = 0;
  unsigned mask = 1;
  XQueryPointer(client.display(), client.root(), &a, &b, &x, &y, &wx, &wy, &mask);
  EXPECT_EQ(mask, 0U);
}

TEST_F(X11Pointer, the_wheel_turns_as_often_as_asked) {
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  const auto at = middle(client.rect(window));
  const auto view = window_at(at);
  client.take();
  ASSERT_TRUE(perform(Scroll{.at = at, .dx = -2, .dy = 40, .modifiers = {}}, view).complete);
  int down = 0, left = 0;
  for (const auto& event : client.take(window).events) {
    down += event.type == ButtonPress && event.xbutton.button == 5;
    left += event.type == ButtonPress && event.xbutton.button == 6;
  }
  EXPECT_EQ(down, 40);
  EXPECT_EQ(left, 2);
}

TEST_F(X11Pointer, a_drag_presses_once_moves_and_releases_at_its_end) {
  const ::Window window = client.window({100, 100, 500, 300}, {.title = "target"});
  const auto rect = client.rect(window);
  const Point from{rect.x + 20, rect.y + 20}, to{rect.x + 320, rect.y + 220};
  const auto view = window_at(from);
  client.take();
  ASSERT_TRUE(perform(Drag{.from = from, .to = to, .modifiers = {}}, view).complete);
  const auto got = client.take(window);
  EXPECT_EQ(got.presses, 1);
  ASSERT_EQ(got.releases, 1);
  EXPECT_EQ(got.events.back().type, ButtonRelease);
  EXPECT_EQ(got.events.back().xbutton.x, 320);
  int motions = 0;
  for (const auto& event : got.events) motions += event.type == MotionNotify;
  EXPECT_GT(motions, 5);
}

TEST_F(X11Pointer, a_cancelled_drag_is_dropped_where_it_was_taken) {
  const ::Window window = client.window({100, 100, 500, 300}, {.title = "target"});
  const auto rect = client.rect(window);
  const Point from{rect.x + 20, rect.y + 20}, to{rect.x + 320, rect.y + 220};
  client.take();
  int asked = 0;
  const auto done =
      perform(Drag{.from = from, .to = to, .modifiers = {}}, window_at(from), call_time, [&] { return ++asked > 5; });
  EXPECT_EQ(code(done), "cancelled");
  const auto got = client.take(window);
  ASSERT_EQ(got.releases, 1);
  EXPECT_EQ(got.events.back().xbutton.x, 20);
}

TEST_F(X11Pointer, a_button_held_over_two_acts_is_held_and_released) {
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  const auto at = middle(client.rect(window));
  client.take();
  ASSERT_TRUE(perform(MouseDown{.at = at}, window_at(at)).complete);
  EXPECT_TRUE(eventually([&] { return client.take(window).presses == 1; }));
  const auto up = perform(MouseUp{.at = {at.x + 10, at.y}}, window_at(at));
  ASSERT_TRUE(up.complete) << reason(up);
  EXPECT_TRUE(eventually([&] { return client.take(window).releases == 1; }));
}

TEST_F(X11BarePointer, a_covered_moved_resized_or_closed_target_gets_nothing) {
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  const auto at = middle(client.rect(window));
  const auto view = window_at(at);
  client.take();

  const ::Window cover = client.window({150, 150, 200, 100}, {.title = "cover"});
  auto done = perform(Click{.at = at, .modifiers = {}}, view);
  EXPECT_EQ(code(done), "window_changed");
  EXPECT_NE(reason(done).find("cover"), std::string::npos) << reason(done);
  XDestroyWindow(client.display(), cover);

  XMoveWindow(client.display(), window, 101, 100);
  client.sync();
  EXPECT_EQ(code(perform(Click{.at = at, .modifiers = {}}, view)), "window_changed");
  XMoveResizeWindow(client.display(), window, 100, 100, 301, 200);
  client.sync();
  EXPECT_EQ(code(perform(Click{.at = at, .modifiers = {}}, view)), "window_changed");
  XDestroyWindow(client.display(), window);
  client.sync();
  EXPECT_EQ(code(perform(Click{.at = at, .modifiers = {}}, view)), "window_changed");
  EXPECT_EQ(client.take().presses, 0);
}

TEST_F(X11BarePointer, outside_of_the_screen_is_refused) {
  EXPECT_EQ(code(perform(Click{.at = {5000, 10}, .modifiers = {}}, window_at({5000, 10}))), "outside_screen");
  EXPECT_EQ(code(perform(Click{.at = {-1, 10}, .modifiers = {}}, window_at({-1, 10}))), "outside_screen");
  EXPECT_EQ(code(perform(Click{.at = {70000, 10}, .modifiers = {}}, window_at({70000, 10}))), "outside_screen");
}

// The project's main promise: an adversary that raises, moves and swaps windows all the time never gets a click that
// was meant for another window. Both windows accept clicks, and many arrive, so that the test can fail.
TEST_F(X11BarePointer, no_click_reaches_a_window_it_was_not_meant_for) {
  Client victim(desktop.display());
  const Rect place{200, 200, 300, 200};
  const ::Window target = victim.window(place, {.title = "target"});
  const ::Window other = client.window(place, {.title = "other"});
  const Point at = middle(place);
  std::atomic<bool> stop = false;
  std::thread adversary([&] {
    Client hostile(desktop.display());
    for (unsigned i = 0; !stop; ++i) {
      const ::Window window = i % 2 ? target : other;
      if (i % 7 == 6) {
        XMoveWindow(hostile.display(), other, 600, 500);
        hostile.sync();
        XMoveWindow(hostile.display(), other, place.x, place.y);
      }
      XRaiseWindow(hostile.display(), window);
      hostile.sync();
      std::this_thread::sleep_for(std::chrono::microseconds(150 + i * 37 % 600));
    }
  });
  int meant_for_target = 0, meant_for_other = 0, refused = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto view = window_at(at);
    ASSERT_TRUE(view.window);
    const auto done = perform(Click{.at = at, .modifiers = {}}, view);
    if (!done.complete) {
      EXPECT_EQ(code(done), "window_changed") << reason(done);
      ++refused;
    } else {
      ++(view.window->id == target ? meant_for_target : meant_for_other);
    }
  }
  stop = true;
  adversary.join();
  EXPECT_EQ(victim.take(target).presses, meant_for_target);
  EXPECT_EQ(client.take(other).presses, meant_for_other);
  EXPECT_GT(meant_for_target, 50);
  EXPECT_GT(meant_for_other, 50);
  EXPECT_GT(refused, 10) << "the adversary was too slow for this to prove anything";
  std::cout << "target " << meant_for_target << ", other " << meant_for_other << ", refused " << refused << "\n";
}

TEST_F(X11Pointer, a_foreign_grab_is_found_and_none_is_no_false_alarm) {
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  const auto at = middle(client.rect(window));
  const auto view = window_at(at);
  Client hostile(desktop.display());
  client.take();

  ASSERT_EQ(XGrabPointer(hostile.display(), hostile.root(), False, ButtonPressMask, GrabModeAsync, GrabModeAsync, 0, 0,
                         CurrentTime),
            GrabSuccess);
  hostile.sync();
  EXPECT_EQ(code(perform(Click{.at = at, .modifiers = {}}, view)), "pointer_grabbed");
  XUngrabPointer(hostile.display(), CurrentTime);

  EXPECT_EQ(hostile.take().presses, 0);

  for (int i = 0; i < 50; ++i) ASSERT_EQ(code(perform(Click{.at = at, .modifiers = {}}, view)), "complete");
  int presses = 0;
  EXPECT_TRUE(eventually([&] { return (presses += client.take(window).presses) >= 50; })) << presses;
  EXPECT_EQ(presses, 50);
}

TEST_F(X11Pointer, the_grab_of_the_targets_own_menu_is_no_obstacle) {
  const ::Window window = client.window({100, 100, 400, 300}, {.title = "app"});
  const Rect place{150, 150, 100, 80};
  const ::Window menu = client.window(
      place,
      {.title = "menu", .override_redirect = true, .type = "_NET_WM_WINDOW_TYPE_POPUP_MENU", .transient_for = window});
  ASSERT_EQ(
      XGrabPointer(client.display(), menu, True, ButtonPressMask, GrabModeAsync, GrabModeAsync, 0, 0, CurrentTime),
      GrabSuccess);
  client.take();
  const auto done = perform(Click{.at = middle(place), .modifiers = {}}, window_at(middle(place)));
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_EQ(client.take(menu).presses, 1);
}

TEST_F(X11Pointer, a_tooltip_of_the_target_excuses_no_grab) {
  const ::Window window = client.window({100, 100, 400, 300}, {.title = "app"});
  const auto at = middle(client.rect(window));
  client.window({600, 600, 80, 20}, {.title = "tip", .override_redirect = true, .type = "_NET_WM_WINDOW_TYPE_TOOLTIP"});
  Client hostile(desktop.display());
  ASSERT_EQ(XGrabPointer(hostile.display(), hostile.root(), False, ButtonPressMask, GrabModeAsync, GrabModeAsync, 0, 0,
                         CurrentTime),
            GrabSuccess);
  EXPECT_EQ(code(perform(Click{.at = at, .modifiers = {}}, window_at(at))), "pointer_grabbed");
  EXPECT_EQ(hostile.take().presses, 0);
}

TEST_F(X11Pointer, a_held_server_is_answered_by_the_deadline_and_nothing_follows) {
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  const auto at = middle(client.rect(window));
  const auto view = window_at(at);
  client.take();
  Client holder(desktop.display());
  XGrabServer(holder.display());
  holder.sync();
  const auto done = perform(Click{.at = at, .modifiers = {}}, view, 150ms);
  const auto blind = run(ports.windows->window_at(at, in(150ms)));
  EXPECT_EQ(code(done), "deadline");
  EXPECT_EQ(blind.window, Known<interlock::Window>(Unknown::deadline));
  XUngrabServer(holder.display());
  holder.sync();
  EXPECT_TRUE(window_at(at).window);  // the turn of the abandoned click has passed
  EXPECT_EQ(client.take(window).presses, 0);
  EXPECT_EQ(code(perform(Click{.at = at, .modifiers = {}}, view)), "complete");
}

}  // namespace
}  // namespace interlock::test
