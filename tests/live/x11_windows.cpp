// Which window is under a point, and which has the focus.
#include "tests/live/x11_fixture.h"

namespace interlock::test {
namespace {

class X11Windows : public X11Test {};

TEST_F(X11Windows, names_the_topmost_window_as_the_server_stacks_them) {
  Client client(desktop.display());
  const ::Window below = client.window({100, 100, 300, 200}, {.title = "below"});
  const ::Window above = client.window({200, 150, 300, 200}, {.title = "above"});
  const auto overlap = middle(client.rect(above));
  XRaiseWindow(client.display(), above);
  client.sync();
  ASSERT_TRUE(eventually([&] {
    const auto view = window_at(overlap);
    return view.window && view.window->title == "above";
  }));
  const auto view = window_at(overlap);
  EXPECT_EQ(view.window->id, above);
  EXPECT_EQ(view.window->wm_class, "Test");
  EXPECT_EQ(view.window->type, "normal");
  EXPECT_EQ(view.window->pid, Known<std::uint32_t>(static_cast<std::uint32_t>(getpid())));
  EXPECT_EQ(view.window->app, "live_x11");
  EXPECT_EQ(view.window->rect, client.rect(above));
  EXPECT_TRUE(view.popup.is_none());

  const Point both{client.rect(above).x + 5, client.rect(above).y + 5};
  ASSERT_TRUE(client.rect(below).contains(both));
  EXPECT_EQ(window_at(both).window->id, above);
  XRaiseWindow(client.display(), below);
  client.sync();
  EXPECT_TRUE(eventually([&] { return window_at(both).window->id == below; }));
}

TEST_F(X11Windows, sees_a_moved_window_where_it_is_and_the_bare_desktop_where_it_was) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 200, 100}, {.title = "mover"});
  const auto before = middle(client.rect(window));
  XMoveWindow(client.display(), window, 700, 500);
  client.sync();
  ASSERT_TRUE(eventually([&] { return client.rect(window).x >= 700; }));
  EXPECT_TRUE(window_at(before).window.is_none());
  EXPECT_EQ(window_at(middle(client.rect(window))).window->rect, client.rect(window));
}

TEST_F(X11Windows, a_frame_belongs_to_the_window_manager_and_names_the_client) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "framed"});
  platform::WindowView view;
  // A window manager that is still starting gives it a frame later.
  ASSERT_TRUE(eventually([&] {
    const auto rect = client.rect(window);
    view = window_at({rect.x + rect.width / 2, rect.y - 5});
    return view.window && view.window->type == "frame";
  }));
  EXPECT_EQ(view.window->app, "openbox");
  EXPECT_EQ(view.window->title, "framed");
  EXPECT_EQ(view.window->id, window);
  EXPECT_NE(view.window->pid, Known<std::uint32_t>(static_cast<std::uint32_t>(getpid())));
}

TEST_F(X11Windows, the_process_is_the_servers_word_not_the_windows) {
  auto xterm = desktop.start({"xterm", "-title", "honest", "-geometry", "40x10+100+100"});
  platform::WindowView view;
  ASSERT_TRUE(eventually([&] {
    view = focused();
    return view.window && view.window->title == "honest";
  }));
  desktop.output(
      {"xprop", "-id", std::to_string(view.window->id), "-f", "_NET_WM_PID", "32c", "-set", "_NET_WM_PID", "1"});
  view = window_at(middle(view.window->rect));
  ASSERT_TRUE(view.window);
  EXPECT_EQ(view.window->pid, Known<std::uint32_t>(static_cast<std::uint32_t>(xterm.pid())));
  EXPECT_EQ(view.window->app, "xterm");
}

TEST_F(X11Windows, titles_are_utf8_whatever_the_property_holds) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 200, 100}, {.title = "x"});
  const auto at = middle(client.rect(window));
  const unsigned char latin1[] = {'c', 'a', 'f', 0xe9};
  XChangeProperty(client.display(), window, XA_WM_NAME, XA_STRING, 8, PropModeReplace, latin1, 4);
  client.sync();
  EXPECT_EQ(window_at(at).window->title, "café");
  const std::string bad =
      "a\xff"
      "b";
  XChangeProperty(client.display(), window, XInternAtom(client.display(), "_NET_WM_NAME", False),
                  XInternAtom(client.display(), "UTF8_STRING", False), 8, PropModeReplace,
                  reinterpret_cast<const unsigned char*>(bad.data()), static_cast<int>(bad.size()));
  client.sync();
  EXPECT_EQ(window_at(at).window->title,
            "a\ufffd"
            "b");
}

TEST_F(X11Windows, a_menu_is_a_popup_of_its_own_applications_window) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 400, 300}, {.title = "app"});
  const Rect menu_rect{150, 150, 100, 80};
  const ::Window menu = client.window(
      menu_rect,
      {.title = "menu", .override_redirect = true, .type = "_NET_WM_WINDOW_TYPE_POPUP_MENU", .transient_for = window});
  const auto view = window_at(middle(menu_rect));
  ASSERT_TRUE(view.window);
  EXPECT_EQ(view.window->id, window);
  EXPECT_EQ(view.popup, Known<Rect>(menu_rect));
  EXPECT_EQ(hit_of(view).window, menu);
}

TEST_F(X11Windows, a_menu_that_a_menu_opened_is_a_popup_of_the_window) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 400, 300}, {.title = "app"});
  const ::Window active = client.window({560, 100, 200, 100}, {.title = "has the focus"});
  EXPECT_TRUE(eventually([&] { return focused().window && focused().window->id == active; }));
  const char* const type = "_NET_WM_WINDOW_TYPE_POPUP_MENU";
  ::Window above = window;
  for (const int x : {150, 250, 350}) {
    const Rect rect{x, 150, 100, 80};
    above = client.window(rect, {.title = "menu", .override_redirect = true, .type = type, .transient_for = above});
    const auto view = window_at(middle(rect));
    ASSERT_TRUE(view.window);
    EXPECT_EQ(view.window->id, window) << x;
    EXPECT_EQ(view.popup, Known<Rect>(rect));
  }
}

TEST_F(X11Windows, menus_that_are_there_for_each_other_belong_to_the_active_window) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 400, 300}, {.title = "app"});
  EXPECT_TRUE(eventually([&] { return focused().window && focused().window->id == window; }));
  const Rect rect{150, 150, 100, 80};
  const ::Window one = client.window({300, 150, 100, 80}, {.title = "menu", .override_redirect = true});
  const ::Window other = client.window(rect, {.title = "menu", .override_redirect = true, .transient_for = one});
  XSetTransientForHint(client.display(), one, other);
  client.sync();
  const auto view = window_at(middle(rect));
  ASSERT_TRUE(view.window);
  EXPECT_EQ(view.window->id, window);
}

TEST_F(X11Windows, all_that_is_on_the_screen_the_lowest_first) {
  Client client(desktop.display());
  const ::Window below = client.window({100, 100, 300, 200}, {.title = "below"});
  const ::Window above = client.window({200, 150, 300, 200}, {.title = "above"});
  const ::Window menu = client.window({250, 180, 80, 60}, {.title = "menu", .override_redirect = true});
  const ::Window gone = client.window({600, 150, 300, 200}, {.title = "gone"});
  XRaiseWindow(client.display(), below);
  XRaiseWindow(client.display(), menu);
  XUnmapWindow(client.display(), gone);
  client.sync();
  std::vector<std::uint64_t> ids;
  std::vector<bool> right;  // only if the window manager has finished with them
  EXPECT_TRUE(eventually([&] {
    const auto stack = run(ports.windows->windows_in_order(in(call_time)));
    ids.clear();
    right.clear();
    if (!stack) return false;
    for (const auto& each : *stack) {
      if (each.window.wm_class != "Test") continue;
      ids.push_back(each.window.id);
      right.push_back(each.popup == (each.window.id == menu) && each.window.rect == client.rect(each.window.id));
    }
    return ids == std::vector<std::uint64_t>{above, below, menu} && right == std::vector<bool>{true, true, true};
  })) << testing::PrintToString(ids)
      << testing::PrintToString(right);
}

TEST_F(X11Windows, a_popup_is_not_believed_to_belong_to_another_process) {
  auto xterm = desktop.start({"xterm", "-title", "victim", "-geometry", "60x20+100+100"});
  platform::WindowView victim;
  ASSERT_TRUE(eventually([&] {
    victim = focused();
    return victim.window && victim.window->title == "victim";
  }));
  Client client(desktop.display());
  const auto at = middle(victim.window->rect);
  const ::Window overlay =
      client.window({at.x - 50, at.y - 50, 100, 100}, {.title = "fake menu",
                                                       .override_redirect = true,
                                                       .type = "_NET_WM_WINDOW_TYPE_POPUP_MENU",
                                                       .transient_for = static_cast<::Window>(victim.window->id)});
  const auto view = window_at(at);
  ASSERT_TRUE(view.window);
  EXPECT_EQ(view.window->id, overlay);
  EXPECT_EQ(view.window->pid, Known<std::uint32_t>(static_cast<std::uint32_t>(getpid())));
}

TEST_F(X11Windows, a_window_put_into_another_applications_window_shows_its_own_process) {
  auto xterm = desktop.start({"xterm", "-title", "victim", "-geometry", "60x20+100+100"});
  platform::WindowView victim;
  ASSERT_TRUE(eventually([&] {
    victim = focused();
    return victim.window && victim.window->title == "victim";
  }));
  Client client(desktop.display());
  client.window({0, 0, 50, 50},
                {.title = "trap", .parent = static_cast<::Window>(victim.window->id), .input_class = InputOnly});
  const auto view = window_at({victim.window->rect.x + 25, victim.window->rect.y + 25});
  ASSERT_TRUE(view.window);
  EXPECT_EQ(view.window->title, "victim");
  EXPECT_EQ(view.window->app, "live_x11");
}

TEST_F(X11Windows, the_focus_is_a_top_level_window_even_when_a_child_has_it) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 400, 300}, {.title = "app"});
  const ::Window child = client.window({10, 10, 50, 50}, {.title = "child", .parent = window});
  platform::WindowView view;
  // A window manager may still be giving the focus to the new window, and takes it away from the child then.
  eventually([&] {
    client.focus(child);
    view = focused();
    return view.window && view.window->id == window;
  });
  ASSERT_TRUE(view.window);
  EXPECT_EQ(view.window->id, window);
}

class X11BareWindows : public X11Test {
 protected:
  X11BareWindows() : X11Test(false) {}
};

TEST_F(X11BareWindows, no_focus_is_none_and_the_pointers_window_has_it_where_no_window_was_given_it) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 400, 300}, {.title = "app"});
  client.focus(0);
  EXPECT_TRUE(focused().window.is_none());
  XSetInputFocus(client.display(), PointerRoot, RevertToPointerRoot, CurrentTime);
  XWarpPointer(client.display(), 0, client.root(), 0, 0, 0, 0, 200, 200);
  client.sync();
  EXPECT_EQ(focused().window->id, window);
}

TEST_F(X11BareWindows, keys_without_a_focus_reach_who_waits_for_a_shortcut_and_text_is_not_lost) {
  Client client(desktop.display());
  client.focus(PointerRoot);
  XGrabKey(client.display(), XKeysymToKeycode(client.display(), XK_F7), AnyModifier, client.root(), False,
           GrabModeAsync, GrabModeAsync);
  client.sync();
  const auto nobody = focused();
  ASSERT_TRUE(nobody.window.is_none());
  client.take();
  const auto struck = perform(Key{{{{}, "F7"}}}, nobody);
  EXPECT_TRUE(struck.complete) << reason(struck);
  EXPECT_EQ(client.take().keys, 1);
  EXPECT_EQ(code(perform(Type{"lost"}, nobody)), "focus_moved");

  const ::Window window = client.window({100, 100, 400, 300}, {.title = "came up"});
  client.focus(window);
  EXPECT_EQ(code(perform(Key{{{{}, "F7"}}}, nobody)), "focus_moved") << "someone has the focus by now";
  EXPECT_EQ(client.take().keys, 0);
}

}  // namespace
}  // namespace interlock::test
