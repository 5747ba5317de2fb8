// What remains when a daemon is killed, and what happens when the display is.
#include <sys/wait.h>
#include <csignal>
#include <functional>
#include <sstream>

#include "tests/live/x11_fixture.h"

#include "platform/x11/unicode.h"  // after the rest: it includes X

namespace interlock::test {
namespace {

class X11Recovery : public X11Test {
 protected:
  X11Recovery() : X11Test(false) {}

  /// Runs `body` in a child process with its own ports, which is killed when it has reported that it is ready.
  void killed_while(const std::function<void(platform::Display&, asio::io_context&)>& body) {
    ports = {};
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      asio::io_context own;
      auto opened = platform::x11_backend(desktop.display())->open(own.get_executor(), state_dir());
      if (!opened) _exit(1);
      body(*opened, own);
      if (write(ready[1], "x", 1) != 1) _exit(1);
      while (true) ::pause();
    }
    char byte = 0;
    close(ready[1]);
    EXPECT_EQ(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  unsigned modifiers(Client& client) {
    ::Window a = 0, b = 0;
    int x = 0, y = 0, wx = 0, wy = 0;
    unsigned mask = 0;
    XQueryPointer(client.display(), client.root(), &a, &b, &x, &y, &wx, &wy, &mask);
    return mask;
  }
  std::string keymap() { return desktop.output({"xkbcomp", "-w", "0", desktop.display(), "-"}); }
};

template <class T>
T finish(asio::io_context& loop, asio::awaitable<T> work) {
  std::optional<T> result;
  asio::co_spawn(loop, std::move(work), [&](std::exception_ptr, T value) {
    result = std::move(value);
    loop.stop();
  });
  loop.restart();
  loop.run_for(patience);
  return std::move(*result);
}

TEST_F(X11Recovery, a_modifier_held_by_a_killed_daemon_is_released_at_the_next_start) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  client.focus(window);
  killed_while([](platform::Display& display, asio::io_context& own) {
    const auto view = finish(own, display.windows->focused_window(in(call_time)));
    Action down{.body = KeyDown{{{}, "Shift_L"}}, .confidence = {}, .intent = {}, .expect = {}};
    finish(own, display.injector->perform(down, view, in(call_time), {}));
    Action press{.body = MouseDown{.at = {200, 200}}, .confidence = {}, .intent = {}, .expect = {}};
    const auto at = finish(own, display.windows->window_at({200, 200}, in(call_time)));
    finish(own, display.injector->perform(press, at, in(call_time), {}));
  });
  EXPECT_EQ(modifiers(client) & (ShiftMask | Button1Mask), unsigned{ShiftMask | Button1Mask});
  open();
  EXPECT_EQ(modifiers(client), 0U);
}

TEST_F(X11Recovery, keys_borrowed_by_a_killed_daemon_are_given_back_at_the_next_start) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  client.focus(window);
  int taken = 0;
  // Killed in the middle, at different moments: before a key is borrowed, and while the first and the others are.
  for (int moment = 1; moment <= 12; ++moment) {
    const char* const layouts[] = {"us", "de", "fr", "ru", "us,ru"};
    desktop.output({"setxkbmap", "-layout", layouts[moment % 5]});
    XkbLockModifiers(client.display(), XkbUseCoreKbd, LockMask, moment % 2 ? LockMask : 0);
    client.sync();
    const auto before = keymap();
    killed_while([&](platform::Display& display, asio::io_context& own) {
      const auto view = finish(own, display.windows->focused_window(in(call_time)));
      std::string text = "aBc";
      for (char32_t c = 0x4e00; c < 0x4e00 + 100; ++c) text += platform::x11::utf8(c);
      Action type{.body = Type{text}, .confidence = {}, .intent = {}, .expect = {}};
      int asked = 0;
      const auto stop = [&own, &asked, moment] { return ++asked >= moment && (own.stop(), false); };
      asio::co_spawn(own, display.injector->perform(type, view, in(call_time), stop),
                     [](std::exception_ptr, platform::Delivery) {});
      own.restart();
      own.run_for(patience);
    });
    taken += keymap() != before;
    open();
    EXPECT_EQ(keymap(), before) << layouts[moment % 5] << ", moment " << moment;
    EXPECT_EQ(modifiers(client), moment % 2 ? unsigned{LockMask} : 0U) << "moment " << moment;
    client.take();
  }
  EXPECT_GE(taken, 6) << "too little was borrowed for this to prove anything";
}

TEST_F(X11Recovery, what_a_human_holds_is_left_alone) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 300, 200}, {.title = "target"});
  client.focus(window);
  Modifiers none;
  ASSERT_TRUE(perform(KeyDown{{none, "Control_L"}}, focused()).complete);
  EXPECT_EQ(modifiers(client), unsigned{ControlMask});
  EXPECT_EQ(code(perform(Type{"x"}, focused())), "modifier_held");
  release_all();
  EXPECT_EQ(modifiers(client), 0U);
  EXPECT_EQ(code(perform(Type{"x"}, focused())), "complete");
}

TEST_F(X11Recovery, a_lost_display_is_an_answer_and_not_the_end) {
  auto xterm = desktop.start({"xterm", "-geometry", "40x10+100+100"});
  platform::WindowView view;
  ASSERT_TRUE(eventually([&] {
    view = window_at({150, 150});
    return view.window.has_value();
  }));
  std::istringstream pids(read_file(desktop.dir() + "/pids"));
  pid_t server = 0;
  pids >> server;
  kill(server, SIGKILL);
  ASSERT_TRUE(eventually([&] { return window_at({150, 150}).window.why() == Unknown::no_display; }));
  EXPECT_EQ(code(perform(Click{.at = {150, 150}, .modifiers = {}}, view)), "no_display");
  EXPECT_EQ(code(perform(Type{"text"}, view)), "no_display");
  EXPECT_EQ(focused().window.why(), Unknown::no_display);
  release_all();
}

TEST_F(X11Recovery, a_display_lost_in_the_middle_of_a_text_is_an_answer_too) {
  auto xterm = desktop.start({"xterm", "-geometry", "40x10+100+100"});
  ASSERT_TRUE(eventually([&] { return window_at({150, 150}).window.has_value(); }));
  static Client* client = new Client(desktop.display());  // ends with the server; never closed
  XSetIOErrorExitHandler(
      client->display(), [](Display*, void*) {}, nullptr);
  client->focus(static_cast<::Window>(window_at({150, 150}).window->id));
  const auto view = focused();
  std::istringstream pids(read_file(desktop.dir() + "/pids"));
  pid_t server = 0;
  pids >> server;
  int asked = 0;
  const auto done = perform(Type{std::string(4000, 'x')}, view, call_time, [&] {
    if (++asked == 20) kill(server, SIGKILL);
    return false;
  });
  EXPECT_TRUE(code(done) == "no_display" || code(done) == "deadline") << code(done);
  EXPECT_LT(done.typed, 4000U);
}

TEST(X11Open, says_what_is_wrong_with_a_display_that_is_not_there) {
  asio::io_context loop;
  const auto opened = platform::x11_backend(":4711")->open(loop.get_executor(), "/nonexistent");
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().text().find(":4711"), std::string::npos) << opened.error().text();
}

}  // namespace
}  // namespace interlock::test
