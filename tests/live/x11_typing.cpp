// Text and chords, read back from outside.
#include <csignal>
#include <sstream>

#include "tests/live/x11_fixture.h"

#include "platform/x11/unicode.h"  // after the rest: it includes X

#include <X11/extensions/XInput.h>

namespace interlock::test {
namespace {

class X11Typing : public X11Test {
 protected:
  X11Typing() : X11Test(false) {}

  /// An xterm that writes the text typed into it, as UTF-8, to a file: a separate X client, read from outside.
  void start_xterm() {
    xterm = desktop.start({"xterm", "-u8", "-geometry", "60x10+100+100", "-e", "sh", "-c",
                           "stty raw -echo; touch " + ready() + "; exec cat > " + typed()});
    ASSERT_TRUE(eventually([&] { return std::filesystem::exists(ready()); }));
    platform::WindowView view;
    ASSERT_TRUE(eventually([&] {
      view = window_at({200, 150});
      return view.window && view.window->app == "xterm";
    }));
    client.focus(static_cast<::Window>(view.window->id));
  }
  std::string ready() const { return desktop.dir() + "/ready"; }
  std::string typed() const { return desktop.dir() + "/typed"; }
  bool arrives(const std::string& text) {
    return eventually([&] { return read_file(typed()) == text; });
  }
  std::string keymap() { return desktop.output({"xkbcomp", "-w", "0", desktop.display(), "-"}); }

  Client client{desktop.display()};
  Process xterm;
};

const std::string ascii = [] {
  std::string text;
  for (char c = ' '; c <= '~'; ++c) text += c;
  return text;
}();

TEST_F(X11Typing, ascii_arrives_exactly_on_every_layout) {
  start_xterm();
  std::string all;
  for (const char* layout : {"us", "de", "fr", "ru", "us,ru"}) {
    desktop.output({"setxkbmap", layout});
    const auto before = keymap();
    const auto done = perform(Type{ascii}, focused());
    EXPECT_TRUE(done.complete) << layout << ": " << reason(done);
    EXPECT_EQ(done.typed, ascii.size());
    all += ascii;
    EXPECT_TRUE(arrives(all)) << layout << ": " << read_file(typed()).substr(all.size() - ascii.size());
    EXPECT_EQ(keymap(), before) << layout;
  }
}

/// 500 characters of many scripts.
std::pair<std::string, std::size_t> mixed_text() {
  std::string text;
  std::size_t count = 0;
  unsigned seed = 7;
  const auto random = [&](std::size_t below) { return (seed = seed * 1103515245U + 12345U) / 65536U % below; };
  const std::vector<std::string> some = {"é",  "À",  "ß", "Ý", "ñ", "α", "Ω", "λ", "ж", "Я", "щ", "ё", "中", "文", "字",
                                         "語", "한", "😀", "🚀", "€", "—", "“", "”", "…", "ł", "Ş", "ğ", "א",  "ع",  "ไ"};
  for (; count < 500; ++count)
    text += random(3) == 0 ? std::string(1, ascii[random(ascii.size())]) : some[random(some.size())];
  return {text, count};
}

TEST_F(X11Typing, five_hundred_mixed_characters_arrive_exactly_and_the_keymap_is_as_it_was) {
  start_xterm();
  const auto [text, count] = mixed_text();
  const auto before = keymap();
  const auto done = perform(Type{text}, focused());
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_EQ(done.typed, count);
  EXPECT_TRUE(arrives(text)) << read_file(typed());
  EXPECT_EQ(keymap(), before);
}

TEST_F(X11Typing, a_gtk_application_gets_them_too_even_when_it_is_slow) {
  // Each character keeps it busy for a while: it always lags behind.
  auto app = desktop.start({"/usr/bin/python3", "-c", R"(
import gi, sys, time
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
def changed(buffer):
    time.sleep(0.005)
    open(sys.argv[1], "w").write(buffer.props.text)
window = Gtk.Window(title="slow editor")
view = Gtk.TextView()
view.get_buffer().connect("changed", changed)
window.add(view)
window.set_default_size(500, 300)
window.show_all()
Gtk.main()
)",
                            typed()},
                           {{"GDK_BACKEND", "x11"}, {"GTK_IM_MODULE", "gtk-im-context-simple"}, {"NO_AT_BRIDGE", "1"}});
  platform::WindowView view;
  ASSERT_TRUE(eventually([&] {
    view = window_at({100, 100});
    return view.window && view.window->title == "slow editor";
  }));
  client.focus(static_cast<::Window>(view.window->id));
  const auto [text, count] = mixed_text();
  const auto before = keymap();
  const auto done = perform(Type{text}, focused());
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_EQ(done.typed, count);
  EXPECT_TRUE(arrives(text)) << read_file(typed());
  EXPECT_EQ(keymap(), before);
}

// Qt 5 answers pings in a different way.
TEST_F(X11Typing, a_qt_application_gets_them_too_and_one_that_has_stopped_gets_no_more) {
  auto app = desktop.start({"/usr/bin/python3", "-c", R"(
import sys
from PyQt5.QtWidgets import QApplication, QPlainTextEdit
app = QApplication([])
edit = QPlainTextEdit()
edit.setWindowTitle("Qt editor")
edit.textChanged.connect(lambda: open(sys.argv[1], "w").write(edit.toPlainText()))
edit.resize(500, 300)
edit.show()
app.exec_()
)",
                            typed()});
  platform::WindowView view;
  ASSERT_TRUE(eventually([&] {
    view = window_at({100, 100});
    return view.window && view.window->title == "Qt editor";
  }));
  client.focus(static_cast<::Window>(view.window->id));
  const auto [text, count] = mixed_text();
  const auto before = keymap();
  const auto start = std::chrono::steady_clock::now();
  auto done = perform(Type{text}, focused());
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_EQ(done.typed, count);
  EXPECT_TRUE(arrives(text)) << read_file(typed());
  std::cout << count << " characters in " << (std::chrono::steady_clock::now() - start) / 1ms << " ms\n";

  app.signal(SIGSTOP);
  done = perform(Type{"abcж"}, focused());
  EXPECT_EQ(code(done), "deadline");
  EXPECT_EQ(done.typed, 3U) << "the layout has these";
  app.signal(SIGCONT);
  EXPECT_TRUE(arrives(text + "abc")) << read_file(typed());
  EXPECT_EQ(keymap(), before);
}

TEST_F(X11Typing, newline_is_return_tab_is_tab_and_caps_lock_changes_nothing) {
  start_xterm();
  desktop.output({"xdotool", "key", "Caps_Lock"});
  const auto done = perform(Type{"Ab\tcD\né"}, focused());
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_TRUE(arrives("Ab\tcD\ré")) << read_file(typed());
  ::Window a = 0, b = 0;
  int x = 0, y = 0, wx = 0, wy = 0;
  unsigned mask = 0;
  XQueryPointer(client.display(), client.root(), &a, &b, &x, &y, &wx, &wy, &mask);
  EXPECT_EQ(mask, unsigned{LockMask}) << "Caps Lock is the human's";
}

// A person may give one keyboard its own layout; it stays that keyboard's, and none of its keys is borrowed.
TEST_F(X11Typing, a_keyboard_with_a_layout_of_its_own_keeps_it) {
  start_xterm();
  std::string device;
  int known = 0;
  XDeviceInfo* devices = XListInputDevices(client.display(), &known);
  for (int i = 0; i < known; ++i) {
    if (std::string_view(devices[i].name) == "Xvfb keyboard") device = std::to_string(devices[i].id);
  }
  XFreeDeviceList(devices);
  desktop.output({"setxkbmap", "-layout", "us"});
  desktop.output({"setxkbmap", "-device", device, "-layout", "fr"});
  const auto own = [&] { return desktop.output({"xkbcomp", "-w", "0", "-i", device, desktop.display(), "-"}); };
  const auto before = keymap(), own_before = own();
  ASSERT_NE(own_before, before);
  const auto [text, count] = mixed_text();
  const auto done = perform(Type{text}, focused());
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_TRUE(arrives(text)) << read_file(typed());
  EXPECT_EQ(keymap(), before);
  EXPECT_EQ(own(), own_before);
}

TEST_F(X11Typing, what_is_no_text_is_refused_before_anything_is_typed) {
  start_xterm();
  EXPECT_EQ(code(perform(Type{"abc\x1b[A"}, focused())), "unknown_key");
  EXPECT_EQ(code(perform(Type{"abc\xff"}, focused())), "unknown_key");
  EXPECT_EQ(code(perform(Key{{{{}, "a"}, {{}, "NoSuchKey"}}}, focused())), "unknown_key");
  EXPECT_TRUE(perform(Type{"!"}, focused()).complete);
  EXPECT_TRUE(arrives("!")) << read_file(typed());
}

TEST_F(X11Typing, chords_arrive_and_leave_nothing_held) {
  start_xterm();
  Modifiers none, ctrl, shift;
  ctrl.add(Modifier::ctrl);
  shift.add(Modifier::shift);
  const auto done = perform(
      Key{{{none, "a"}, {ctrl, "a"}, {shift, "b"}, {none, "B"}, {none, "é"}, {none, "Return"}, {none, "percent"}}},
      focused());
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_TRUE(
      arrives("a\x01"
              "BBé\r%"))
      << read_file(typed());
  char keys[32];
  XQueryKeymap(client.display(), keys);
  for (const char byte : keys) EXPECT_EQ(byte, 0);
}

TEST_F(X11Typing, a_key_held_by_two_acts_works_between_them) {
  start_xterm();
  Modifiers none;
  EXPECT_TRUE(perform(KeyDown{{none, "Control_L"}}, focused()).complete);
  EXPECT_TRUE(perform(Key{{{none, "b"}}}, focused()).complete);
  EXPECT_TRUE(perform(KeyUp{{none, "Control_L"}}, focused()).complete);
  EXPECT_TRUE(perform(Key{{{none, "b"}}}, focused()).complete);
  EXPECT_TRUE(
      arrives("\x02"
              "b"))
      << read_file(typed());
}

// The focus moves to another window in the middle of a long text: only what was typed so far arrives.
TEST_F(X11Typing, no_character_follows_the_focus_elsewhere) {
  start_xterm();
  const ::Window thief = client.window({600, 500, 200, 100}, {.title = "thief"});
  client.take();
  const auto view = focused();
  int asked = 0;
  const auto done = perform(Type{std::string(2000, 'k')}, view, call_time, [&] {
    if (++asked == 30) client.focus(thief);
    return false;
  });
  EXPECT_EQ(code(done), "focus_moved");
  EXPECT_NE(reason(done).find("thief"), std::string::npos) << reason(done);
  EXPECT_GT(done.typed, 0U);
  EXPECT_LT(done.typed, 2000U);
  EXPECT_TRUE(arrives(std::string(done.typed, 'k'))) << read_file(typed()).size() << " of " << done.typed;
  EXPECT_EQ(client.take(thief).keys, 0);
}

TEST_F(X11Typing, a_thief_at_any_moment_gets_no_character) {
  start_xterm();
  const ::Window thief = client.window({600, 500, 200, 100}, {.title = "thief"});
  const auto view = focused();
  const auto own = static_cast<::Window>(view.window->id);
  Client hostile(desktop.display());
  std::string expected;
  int broken_off = 0;
  for (int i = 0; i < 100 && broken_off < 20; ++i) {
    client.focus(own);
    std::thread steal([&, i] {
      std::this_thread::sleep_for(std::chrono::microseconds(700 * (i % 20)));
      hostile.focus(thief);
    });
    const auto done = perform(Type{std::string(1000, 'k')}, view);
    steal.join();
    broken_off += !done.complete;
    expected.append(done.typed, 'k');
  }
  EXPECT_TRUE(arrives(expected)) << read_file(typed()).size() << " of " << expected.size();
  EXPECT_EQ(client.take(thief).keys, 0);
  EXPECT_GE(broken_off, 20) << "the thief was too slow for this to prove anything";
}

TEST_F(X11Typing, a_cancelled_text_ends_at_once) {
  start_xterm();
  int asked = 0;
  const auto done = perform(Type{std::string(500, 'k')}, focused(), call_time, [&] { return ++asked > 5; });
  EXPECT_EQ(code(done), "cancelled");
  EXPECT_TRUE(arrives(std::string(done.typed, 'k')));
  EXPECT_LT(done.typed, 100U);
}

TEST_F(X11Typing, a_foreign_keyboard_grab_is_found) {
  start_xterm();
  Client hostile(desktop.display());
  ASSERT_EQ(XGrabKeyboard(hostile.display(), hostile.root(), False, GrabModeAsync, GrabModeAsync, CurrentTime),
            GrabSuccess);
  hostile.take();
  EXPECT_EQ(code(perform(Type{"secret"}, focused())), "keyboard_grabbed");
  EXPECT_EQ(code(perform(Key{{{{}, "Escape"}}}, focused())), "keyboard_grabbed") << "no window manager's menu is open";
  EXPECT_EQ(hostile.take().keys, 0);
}

// While a long text is typed, another agent's look at the display is not delayed.
TEST_F(X11Typing, others_can_look_meanwhile) {
  start_xterm();
  const auto view = focused();
  // So many different ones that keys are borrowed many times.
  std::string text;
  for (char32_t c = 0x4e00; c < 0x4e00 + 600; ++c) text += platform::x11::utf8(c);
  bool typing = true;
  int looks = 0, late = 0;
  const auto looking = [&]() -> asio::awaitable<void> {
    while (typing) {
      const auto seen = co_await ports.windows->window_at({200, 150}, in(call_time));
      ++looks;
      late += !seen.window;
      asio::steady_timer timer(loop, 5ms);
      co_await timer.async_wait(asio::use_awaitable);
    }
  };
  asio::co_spawn(loop, looking, [](std::exception_ptr) {});
  const auto typing_it = [&]() -> asio::awaitable<platform::Delivery> {
    Action action{.body = Type{text}, .confidence = {}, .intent = {}, .expect = {}};
    auto done = co_await ports.injector->perform(action, view, in(call_time), {});
    typing = false;
    co_return done;
  };
  const auto done = run(typing_it());
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_GT(looks, 20);
  EXPECT_EQ(late, 0);
}

}  // namespace
}  // namespace interlock::test
