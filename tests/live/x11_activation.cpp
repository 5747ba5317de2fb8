// A click makes a window active, as a person's does, and no passive grab prevents the click from reaching its window.
#include <map>

#include "tests/live/x11_fixture.h"

namespace interlock::test {
namespace {

class X11Activation : public X11Test {
 protected:
  explicit X11Activation(bool window_manager = true) : X11Test(window_manager) {}

  ::Window active() {
    const Atom name = XInternAtom(client.display(), "_NET_ACTIVE_WINDOW", False);
    Atom type = 0;
    int format = 0;
    unsigned long count = 0, more = 0;
    unsigned char* data = nullptr;
    XGetWindowProperty(client.display(), client.root(), name, 0, 1, False, XA_WINDOW, &type, &format, &count, &more,
                       &data);
    const ::Window window = count ? *reinterpret_cast<::Window*>(data) : 0;
    if (data) XFree(data);
    return window;
  }
  ::Window focus() {
    ::Window window = 0;
    int revert = 0;
    XGetInputFocus(client.display(), &window, &revert);
    return window;
  }
  /// Two windows side by side; the second is active.
  void two_windows() {
    first = client.window({60, 60, 300, 200}, {.title = "first"});
    second = client.window({600, 60, 300, 200}, {.title = "second"});
    client.focus(second);
    ASSERT_TRUE(eventually([&] { return active() == second; }));
    client.take();
  }
  std::string click_at(Point at, Click click = {.modifiers = {}}) {
    click.at = at;
    return code(perform(click, window_at(at)));
  }

  Client client{desktop.display()};
  ::Window first = 0, second = 0;
};

class X11BareActivation : public X11Activation {
 protected:
  X11BareActivation() : X11Activation(false) {}
};

// openbox grabs the keyboard for its switcher when it reads the key, and ends the grab when it sees Alt released.
TEST_F(X11Activation, a_switcher_opened_by_a_chord_is_closed_again) {
  const auto one = desktop.start({"xterm", "-geometry", "20x5+100+100", "-e", "cat"});
  ASSERT_TRUE(eventually([&] { return focused().window && focused().window->app == "xterm"; }));
  const auto other = desktop.start({"xterm", "-geometry", "20x5+700+500", "-e", "cat"});
  ASSERT_TRUE(eventually([&] {
    const auto view = window_at({750, 530});
    return view.window && view.window->app == "xterm";
  }));
  Modifiers alt;
  alt.add(Modifier::alt);
  for (int i = 0; i < 5; ++i) {
    const auto before = focused();
    ASSERT_TRUE(before.window);
    const auto done = perform(Key{{{alt, "Tab"}}}, before);
    ASSERT_TRUE(done.complete) << reason(done);
    ASSERT_TRUE(eventually([&] {
      const auto after = focused();
      return after.window && after.window->id != before.window->id;
    })) << "the switcher did not switch, chord "
        << i;
  }
}

// openbox's switcher holds the keyboard while Alt is down.
TEST_F(X11Activation, escape_closes_a_switcher_that_holds_the_keyboard) {
  const auto one = desktop.start({"xterm", "-geometry", "20x5+100+100", "-e", "cat"});
  ASSERT_TRUE(eventually([&] { return focused().window && focused().window->app == "xterm"; }));
  const auto other = desktop.start({"xterm", "-geometry", "20x5+700+500", "-e", "cat"});
  // The switcher closes when a new window gets the focus, as each does.
  ASSERT_TRUE(eventually([&] {
    const auto there = window_at({750, 530}).window, active = focused().window;
    return there && active && active->id == there->id;
  }));
  const KeyChord alt{{}, "Alt_L"};
  const auto press = [&](const char* key) { return code(perform(Key{{{{}, key}}}, focused())); };
  ASSERT_EQ(code(perform(KeyDown{alt}, focused())), "complete");
  ASSERT_EQ(press("Tab"), "complete");
  ASSERT_TRUE(eventually([&] { return press("a") == "keyboard_grabbed"; })) << "the switcher is open";
  EXPECT_EQ(press("Return"), "keyboard_grabbed");
  EXPECT_EQ(press("Escape"), "complete");
  EXPECT_TRUE(eventually([&] { return press("F9") == "complete"; })) << "the switcher is closed";
  EXPECT_EQ(code(perform(KeyUp{alt}, focused())), "complete");
}

TEST_F(X11Activation, a_click_into_an_inactive_window_makes_it_active_before_it_is_over) {
  two_windows();
  for (const auto target : {first, second, first}) {
    for (const auto button : {Button::left, Button::middle, Button::right}) {
      client.focus(target == first ? second : first);
      ASSERT_TRUE(eventually([&] { return active() != target; }));
      client.take();
      ASSERT_EQ(click_at(middle(client.rect(target)), {.button = button, .count = 2, .modifiers = {}}), "complete");
      EXPECT_EQ(active(), target);
      EXPECT_EQ(client.take(target).presses, 2);
    }
  }
  // Text typed right after it goes there.
  const auto typed = perform(Type{"abc"}, focused());
  ASSERT_TRUE(typed.complete) << reason(typed);
  EXPECT_EQ(client.take(first).keys, 3);
}

TEST_F(X11Activation, a_click_into_an_inactive_window_brings_it_to_the_top) {
  two_windows();
  const ::Window under = client.window({60, 400, 300, 200}, {.title = "under"});
  const ::Window over = client.window({200, 450, 300, 200}, {.title = "over"});
  client.focus(over);
  ASSERT_TRUE(eventually([&] { return active() == over; }));
  const auto rect = client.rect(under);
  const Point common{client.rect(over).x + 20, client.rect(over).y + 20};
  ASSERT_EQ(window_at(common).window->id, over);
  ASSERT_EQ(click_at({rect.x + 20, rect.y + 20}), "complete");
  EXPECT_TRUE(eventually([&] { return window_at(common).window->id == under; }));
}

TEST_F(X11Activation, a_drag_and_a_held_button_make_it_active_and_arrive_once) {
  two_windows();
  const auto rect = client.rect(first);
  const Point from{rect.x + 20, rect.y + 20}, to{rect.x + 220, rect.y + 120};
  ASSERT_TRUE(perform(Drag{.from = from, .to = to, .modifiers = {}}, window_at(from)).complete);
  EXPECT_EQ(active(), first);
  const auto dragged = client.take(first);
  EXPECT_EQ(dragged.presses, 1);
  EXPECT_EQ(dragged.releases, 1);

  const auto at = middle(client.rect(second));
  ASSERT_TRUE(perform(MouseDown{.at = at}, window_at(at)).complete);
  EXPECT_EQ(active(), second);
  EXPECT_EQ(client.take(second).presses, 1);
  // While our button is down, further buttons go to the same application.
  ASSERT_EQ(click_at(at, {.button = Button::right, .modifiers = {}}), "complete");
  ASSERT_TRUE(perform(MouseUp{.at = at}, window_at(at)).complete);
  const auto rest = client.take(second);
  EXPECT_EQ(rest.presses, 1);
  EXPECT_EQ(rest.releases, 2);
}

TEST_F(X11Activation, the_wheel_and_the_pointer_alone_activate_nothing) {
  two_windows();
  const auto at = middle(client.rect(first));
  ASSERT_TRUE(perform(Scroll{.at = at, .dx = 0, .dy = 3, .modifiers = {}}, window_at(at)).complete);
  ASSERT_TRUE(perform(Move{.at = at}, window_at(at)).complete);
  EXPECT_EQ(client.take(first).presses, 3);
  EXPECT_EQ(active(), second);
}

TEST_F(X11Activation, docks_popups_and_windows_that_never_take_the_focus_are_clicked_and_left_alone) {
  two_windows();
  const ::Window dock = client.window({0, 700, 400, 40}, {.title = "dock", .type = "_NET_WM_WINDOW_TYPE_DOCK"});
  const ::Window popup =
      client.window({400, 500, 100, 80}, {.title = "popup", .override_redirect = true, .transient_for = second});
  const ::Window keys = client.window({60, 400, 200, 100}, {.title = "keyboard on the screen"});
  ASSERT_TRUE(eventually([&] { return active() == keys; })) << "a new window is given the focus, once";
  XWMHints hints{};
  hints.flags = InputHint;
  hints.input = False;
  XSetWMHints(client.display(), keys, &hints);
  client.focus(second);
  ASSERT_TRUE(eventually([&] { return active() == second; }));
  for (const auto window : {dock, popup, keys}) {
    // No click may wait for an activation that does not happen; a busy machine can delay one.
    const auto click_is_quick = [&] {
      client.take();
      const auto start = std::chrono::steady_clock::now();
      EXPECT_EQ(click_at(middle(client.rect(window))), "complete");
      EXPECT_EQ(client.take(window).presses, 1);
      EXPECT_EQ(active(), second);
      return std::chrono::steady_clock::now() - start < 250ms;
    };
    EXPECT_TRUE(eventually(click_is_quick)) << "each click waited";
  }
}

TEST_F(X11Activation, a_title_bars_button_is_the_window_managers) {
  two_windows();
  Atom closing = XInternAtom(client.display(), "WM_DELETE_WINDOW", False);
  XSetWMProtocols(client.display(), first, &closing, 1);
  client.sync();
  const auto rect = client.rect(first);
  const auto title = window_at({rect.x + 100, rect.y - 8});
  ASSERT_TRUE(title.window);
  ASSERT_EQ(title.window->type, "frame");
  const int bar = rect.y - hit_of(title).rect.y;
  client.take();
  // openbox: the last button of its title bar closes.
  ASSERT_EQ(click_at({rect.x + rect.width - bar / 2, rect.y - bar / 2}), "complete");
  bool asked_to_close = false;
  EXPECT_TRUE(eventually([&] {
    for (const auto& event : client.take(first).events) {
      asked_to_close =
          asked_to_close || (event.type == ClientMessage && static_cast<Atom>(event.xclient.data.l[0]) == closing);
    }
    return asked_to_close;
  }));
  // A drag of the title bar moves the window.
  const Point from{rect.x + 100, rect.y - 8}, to{from.x + 100, from.y + 150};
  ASSERT_TRUE(perform(Drag{.from = from, .to = to, .modifiers = {}}, window_at(from)).complete);
  EXPECT_TRUE(eventually([&] { return client.rect(first).x == rect.x + 100 && client.rect(first).y == rect.y + 150; }));
}

// A client that grabs a button on the root window or on the target itself gets none of our clicks.
TEST_F(X11Activation, passive_grabs_of_others_get_nothing) {
  two_windows();
  Client hostile(desktop.display());
  const auto at = middle(client.rect(second));
  for (const auto window : {hostile.root(), second}) {
    for (const int mode : {GrabModeAsync, GrabModeSync}) {
      // openbox has grabbed the left button on the window already; it cannot be grabbed twice.
      const unsigned button = window == second ? 6 : 1;
      XGrabButton(hostile.display(), button, AnyModifier, window, True, ButtonPressMask, mode, GrabModeAsync, 0, 0);
      hostile.sync();
      client.take();
      if (button == 1) {
        ASSERT_EQ(click_at(at, {.count = 2, .modifiers = {}}), "complete");
      } else {
        ASSERT_TRUE(perform(Scroll{.at = at, .dx = -2, .dy = 0, .modifiers = {}}, window_at(at)).complete);
      }
      EXPECT_EQ(client.take(second).presses, 2);
      EXPECT_EQ(hostile.take().presses, 0);
      XUngrabButton(hostile.display(), button, AnyModifier, window);
    }
  }
}

// xterm's menus depend on a passive grab of xterm's own (Xt); a click past it must open them all the same.
TEST_F(X11Activation, an_applications_own_passive_grab_is_not_missed) {
  auto terminal = desktop.start({"xterm", "-geometry", "60x20+100+100", "-T", "menus", "-e", "sleep", "600"});
  const Point at{250, 200};
  ASSERT_TRUE(eventually([&] {
    const auto view = window_at(at);
    return view.window && view.window->title == "menus" && focused().window == view.window;
  }));
  const auto left_edge = [&] {
    const auto rect = client.rect(window_at(at).window->id);
    return hit_of(window_at({rect.x + 4, rect.y + 50})).receiver;
  };
  const auto text_area = left_edge();
  ASSERT_TRUE(perform(KeyDown{{{}, "Control_L"}}, focused()).complete);
  ASSERT_TRUE(perform(MouseDown{.at = at, .button = Button::middle}, window_at(at)).complete);
  platform::WindowView menu;
  ASSERT_TRUE(eventually([&] { return (menu = window_at({at.x, at.y + 30})).popup.has_value(); }));
  const Point first_item{at.x, menu.popup->y + 55};
  const auto moved = perform(Move{.at = first_item}, menu);
  EXPECT_TRUE(moved.complete) << reason(moved);
  const auto up = perform(MouseUp{.at = first_item, .button = Button::middle}, menu);
  EXPECT_TRUE(up.complete) << reason(up);
  release_all();
  EXPECT_TRUE(eventually([&] { return !window_at(first_item).popup; })) << "the menu goes when its button goes up";
  EXPECT_TRUE(eventually([&] { return left_edge() != text_area; })) << "its first item shows a scroll bar there";
}

TEST_F(X11BareActivation, without_ewmh_a_managed_window_is_given_the_focus_and_others_are_not) {
  const ::Window managed = client.window({60, 60, 300, 200}, {.title = "managed"});
  const ::Window other = client.window({600, 60, 300, 200}, {.title = "other"});
  const Atom state = XInternAtom(client.display(), "WM_STATE", False);
  const std::array<long, 2> normal = {NormalState, 0};
  XChangeProperty(client.display(), managed, state, state, 32, PropModeReplace,
                  reinterpret_cast<const unsigned char*>(normal.data()), 2);
  client.focus(other);
  ASSERT_EQ(click_at(middle(client.rect(managed))), "complete");
  EXPECT_EQ(client.take(managed).presses, 1);
  EXPECT_EQ(focus(), managed);
  ASSERT_EQ(click_at(middle(client.rect(other))), "complete");
  EXPECT_EQ(focus(), managed) << "without a window manager windows take the focus themselves";
}

}  // namespace
}  // namespace interlock::test
