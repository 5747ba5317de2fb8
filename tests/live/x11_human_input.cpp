// Who uses the devices: a person (real devices), interlock, another program.
#include <csignal>
#include <sstream>

#include "tests/desktop/human.h"
#include "tests/live/x11_fixture.h"

namespace interlock::test {
namespace {

/// What the watch has reported so far.
struct Reported {
  int real = 0;
  platform::ForeignInput foreign;
  int panics = 0;
  bool panic_was_real = false;

  std::uint32_t foreign_events() const { return foreign.keys + foreign.buttons + foreign.motions; }
};

class WatchTest : public X11Test {
 protected:
  explicit WatchTest(bool real_devices) : X11Test({.window_manager = false, .real_devices = real_devices}) {
    ports.human->listen([this](const platform::HumanEvent& event) {
      if (std::get_if<platform::RealInput>(&event)) ++reported.real;
      if (const auto* foreign = std::get_if<platform::ForeignInput>(&event)) {
        reported.foreign.keys += foreign->keys;
        reported.foreign.buttons += foreign->buttons;
        reported.foreign.motions += foreign->motions;
      }
      if (const auto* panic = std::get_if<platform::PanicKey>(&event)) {
        ++reported.panics;
        reported.panic_was_real = panic->real;
      }
    });
    if (!until([&] { return ports.human->trouble().empty(); })) throw std::runtime_error(ports.human->trouble());
  }

  /// Runs the loop until the condition is true, or the time is over.
  bool until(const std::function<bool()>& condition, std::chrono::milliseconds limit = patience) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
      if (std::chrono::steady_clock::now() >= end) return false;
      loop.restart();
      loop.run_for(5ms);
    }
    return true;
  }
  void settle(std::chrono::milliseconds time) {
    until([] { return false; }, time);
  }
  bool pressed(platform::InputKind kind) {
    return until([&] {
      const auto press = ports.human->last_real_press();
      return press && press->kind == kind;
    });
  }
  Process xdotool(const std::vector<std::string>& words) {
    std::vector<std::string> command = {"xdotool"};
    command.insert(command.end(), words.begin(), words.end());
    return desktop.start(command);
  }

  Reported reported;
};

class RealDevices : public WatchTest {
 protected:
  RealDevices() : WatchTest(true) {}
  Human human{desktop};
};

class PlainDisplay : public WatchTest {
 protected:
  PlainDisplay() : WatchTest(false) {}
};

TEST_F(RealDevices, presses_of_real_devices_are_a_persons) {
  EXPECT_FALSE(ports.human->last_real_press());
  human.presses("a");
  EXPECT_TRUE(pressed(platform::InputKind::key));
  const auto between = std::chrono::steady_clock::now();
  human.clicks(300, 300);
  EXPECT_TRUE(pressed(platform::InputKind::button));
  EXPECT_GT(ports.human->last_real_press()->at, between);
  settle(1200ms);
  human.presses("b");
  settle(300ms);
  EXPECT_EQ(reported.foreign_events(), 0U);
}

TEST_F(RealDevices, a_program_is_not_taken_for_a_person) {
  settle(1200ms);
  xdotool({"key", "a", "click", "1"}).wait();
  EXPECT_TRUE(until([&] { return reported.foreign.keys == 1 && reported.foreign.buttons == 1; }))
      << reported.foreign.keys << " " << reported.foreign.buttons;
  EXPECT_FALSE(ports.human->last_real_press());
  EXPECT_FALSE(ports.human->last_activity());
}

TEST_F(RealDevices, a_bumped_mouse_is_not_a_hand_on_it) {
  human.moves(400, 400);
  human.moves(500, 400);
  ASSERT_TRUE(until([&] { return ports.human->last_activity().has_value(); }));
  settle(700ms);
  const auto before = ports.human->last_activity();
  human.does({"mousemove_relative", "3", "3"});
  human.does({"mousemove_relative", "--", "-2", "-3"});
  settle(200ms);
  const auto after = ports.human->last_activity();
  EXPECT_TRUE(before && after && before->at == after->at);
  settle(600ms);
  human.does({"mousemove_relative", "30", "10"});
  EXPECT_TRUE(until([&] { return ports.human->last_activity()->at > before->at; }));
  EXPECT_EQ(ports.human->last_activity()->kind, platform::InputKind::motion);
  EXPECT_FALSE(ports.human->last_real_press());
}

TEST_F(RealDevices, the_panic_key_is_known_whatever_a_program_holds) {
  KeyChord chord{.modifiers = {}, .key = "Escape"};
  chord.modifiers.add(Modifier::shift);
  chord.modifiers.add(Modifier::super);
  ports.human->set_panic_key(chord);
  settle(200ms);
  EXPECT_EQ(ports.human->panic_key_trouble(), "");
  Client client(desktop.display());
  const ::Window window = client.window({0, 0, 600, 600}, {.title = "focused"});
  client.focus(window);

  human.presses("Escape");
  settle(200ms);
  EXPECT_EQ(reported.panics, 0);
  client.take(window);
  human.presses("shift+super+Escape");
  EXPECT_TRUE(until([&] { return reported.panics == 1; }));
  EXPECT_TRUE(reported.panic_was_real);
  bool escape = false;
  for (auto& event : client.take(window).events) {
    escape = escape || (event.type == KeyPress && XLookupKeysym(&event.xkey, 0) == XK_Escape);
  }
  EXPECT_FALSE(escape) << "the application got it";

  // Another modifier held by a program, and the keyboard grabbed by one: no grab of ours could report this.
  settle(500ms);
  xdotool({"keydown", "ctrl"}).wait();
  XGrabKeyboard(client.display(), window, False, GrabModeAsync, GrabModeAsync, CurrentTime);
  client.sync();
  human.presses("shift+super+Escape");
  EXPECT_TRUE(until([&] { return reported.panics == 2; }));
  EXPECT_TRUE(reported.panic_was_real);
  xdotool({"keyup", "ctrl"}).wait();
  XUngrabKeyboard(client.display(), CurrentTime);
  client.sync();

  settle(500ms);
  xdotool({"key", "shift+super+Escape"}).wait();
  EXPECT_TRUE(until([&] { return reported.panics == 3; }));
  EXPECT_FALSE(reported.panic_was_real);
}

TEST_F(PlainDisplay, a_panic_key_that_another_program_has_is_said) {
  Client client(desktop.display());
  XGrabKey(client.display(), XKeysymToKeycode(client.display(), XK_Escape), AnyModifier, client.root(), False,
           GrabModeAsync, GrabModeAsync);
  client.sync();
  ports.human->set_panic_key(KeyChord{.modifiers = {}, .key = "Escape"});
  EXPECT_TRUE(until([&] { return ports.human->panic_key_trouble().find("another program") != std::string::npos; }));
  ports.human->set_panic_key(KeyChord{.modifiers = {}, .key = "XF86Launch0815"});
  EXPECT_TRUE(until([&] { return ports.human->panic_key_trouble().find("no key") != std::string::npos; }));
  ports.human->set_panic_key(std::nullopt);
  EXPECT_TRUE(until([&] { return ports.human->panic_key_trouble().empty(); }));
}

// The origin must never be guessed: thousands of our events beside thousands of another program's.
TEST_F(PlainDisplay, each_foreign_event_is_found_and_none_of_ours_taken_for_one) {
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 600, 600}, {.title = "target"});
  client.focus(window);
  settle(1200ms);
  const auto ours = [&](int rounds) {
    for (int i = 0; i < rounds; ++i) {
      const Point at{200 + i % 100, 300};
      ASSERT_EQ(code(perform(Click{.at = at, .modifiers = {}}, window_at(at))), "complete");
      if (i % 10 == 0) {
        ASSERT_EQ(code(perform(Scroll{.at = at, .dy = 3, .modifiers = {}}, window_at(at))), "complete");
        ASSERT_EQ(code(perform(Type{"some text, typed"}, focused())), "complete");
        ASSERT_EQ(code(perform(Drag{.from = at, .to = {at.x + 60, 340}, .modifiers = {}}, window_at(at))), "complete");
        ASSERT_EQ(code(perform(KeyDown{{{}, "Shift_L"}}, focused())), "complete");
        release_all();
      }
      if (i % 50 == 0) {
        ASSERT_EQ(code(perform(Type{"äöüπ€"}, focused())), "complete");
      }
    }
  };
  ours(300);
  settle(300ms);
  EXPECT_EQ(reported.foreign_events(), 0U) << reported.foreign.keys << " keys, " << reported.foreign.buttons
                                           << " buttons, " << reported.foreign.motions << " motions";

  // A button that does nothing to the windows, pressed by xdotool all the time.
  constexpr std::uint32_t presses = 1000;
  auto other = xdotool({"click", "--repeat", std::to_string(presses), "--delay", "1", "9"});
  int rounds = 0;
  while (other.running()) {
    const Point at{200 + rounds % 100, 300};
    perform(Click{.at = at, .modifiers = {}}, window_at(at));
    if (++rounds % 5 == 0) perform(Type{"some text, typed"}, focused());
  }
  EXPECT_TRUE(until([&] { return reported.foreign.buttons >= presses; }));
  settle(300ms);
  EXPECT_GT(rounds, 5);
  EXPECT_EQ(reported.foreign.buttons, presses);
  EXPECT_EQ(reported.foreign.keys, 0U);
  EXPECT_EQ(reported.foreign.motions, 0U);
}

// After each change of the layout the watch requests it from the server and grabs the panic key again. Events that
// arrive with the answers must not wait until something else happens.
TEST_F(PlainDisplay, what_comes_while_the_layout_is_read_again_is_told_at_once) {
  ports.human->set_panic_key(parse_key_chords("super+Escape").value().front());
  settle(1200ms);
  Client client(desktop.display());
  int last = 0, first = 0;
  XDisplayKeycodes(client.display(), &first, &last);
  std::uint32_t presses = 0;
  for (auto later = 0us; later < 6ms; later += 50us) {
    KeySym symbol = presses % 2 == 0 ? XK_F20 : XK_F21;
    XChangeKeyboardMapping(client.display(), last, 1, &symbol, 1);
    client.sync();
    std::this_thread::sleep_for(later);  // from before the first to after the last of the watch's requests
    XTestFakeButtonEvent(client.display(), 9, True, 0);
    XTestFakeButtonEvent(client.display(), 9, False, 0);
    client.sync();
    ++presses;
    ASSERT_TRUE(until([&] { return reported.foreign.buttons == presses; })) << later.count() << " us after the change";
  }
}

TEST_F(PlainDisplay, a_mark_of_anothers_making_hides_nothing) {
  settle(1200ms);
  Client client(desktop.display());
  ::Window root = 0, parent = 0, *children = nullptr;
  unsigned count = 0;
  XQueryTree(client.display(), client.root(), &root, &parent, &children, &count);
  for (unsigned i = 0; i < count; ++i) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = children[i];
    event.xclient.message_type = XA_INTEGER;
    event.xclient.format = 32;
    XSendEvent(client.display(), children[i], False, 0, &event);
  }
  XFree(children);
  client.sync();
  xdotool({"key", "a"}).wait();
  EXPECT_TRUE(until([&] { return reported.foreign.keys == 1; }));
}

// A client's input to another's window by XSendEvent makes no raw events; RECORD shows the requests.
TEST_F(PlainDisplay, keys_and_clicks_that_a_program_sends_to_anothers_window_are_found) {
  EXPECT_EQ(ports.human->sent_events_trouble(), "");
  settle(1200ms);
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 400, 400}, {.title = "target"});
  const ::Window focused = client.window({600, 100, 300, 300}, {.title = "focused"});
  client.focus(focused);  // xdotool injects by XTEST if the window has the focus
  client.take();
  xdotool({"key", "--window", std::to_string(window), "a", "b"}).wait();
  xdotool({"click", "--window", std::to_string(window), "1"}).wait();
  EXPECT_TRUE(until([&] { return reported.foreign.keys == 2 && reported.foreign.buttons == 1; }))
      << reported.foreign.keys << " keys, " << reported.foreign.buttons << " buttons";
  const auto got = client.take(window);
  EXPECT_EQ(got.keys, 2) << "they arrived, and not by XTEST:";
  for (const auto& event : got.events) EXPECT_TRUE(event.type != KeyPress || event.xkey.send_event);
  EXPECT_FALSE(ports.human->last_real_press());

  // A burst is noticed, also after an event that all clients get. The server loses a few of its requests now and then
  // (4 of 30,000 were lost in bursts of 500).
  KeySym symbol = XK_F20;
  XChangeKeyboardMapping(client.display(), 254, 1, &symbol, 1);
  client.sync();
  XEvent key{};
  key.xkey.type = KeyPress;
  key.xkey.keycode = 38;
  Client other(desktop.display());
  for (int i = 0; i < 500; ++i) XSendEvent(other.display(), window, False, KeyPressMask, &key);
  other.sync();
  EXPECT_TRUE(until([&] { return reported.foreign.keys > 450; })) << reported.foreign.keys;
}

TEST_F(PlainDisplay, other_events_that_programs_send_are_no_input) {
  settle(1200ms);
  Client client(desktop.display());
  const ::Window window = client.window({100, 100, 400, 400}, {.title = "embedder"});
  Client plug(desktop.display());
  const ::Window inside = plug.window({10, 10, 100, 100}, {.title = "plug", .parent = window});
  XEvent event{};
  // To a window inside of its own, as an embedder passes keys on.
  event.xkey.type = KeyPress;
  event.xkey.keycode = 38;
  XSendEvent(client.display(), inside, False, KeyPressMask, &event);
  XSendEvent(client.display(), window, False, KeyPressMask, &event);
  client.sync();
  // What clients and window managers tell each other.
  Client other(desktop.display());
  event = {};
  event.xclient.type = ClientMessage;
  event.xclient.window = window;
  event.xclient.message_type = XInternAtom(other.display(), "_NET_ACTIVE_WINDOW", False);
  event.xclient.format = 32;
  for (const ::Window to : {window, other.root()})
    XSendEvent(other.display(), to, False, SubstructureRedirectMask | SubstructureNotifyMask, &event);
  for (const int type : {KeyRelease, ButtonRelease, ConfigureNotify, SelectionNotify, MotionNotify}) {
    event = {};
    event.type = type;
    XSendEvent(other.display(), window, False, 0, &event);
  }
  other.sync();
  // The order of requests is kept, so what is before this one would have been counted.
  event = {};
  event.xbutton.type = ButtonPress;
  event.xbutton.button = 1;
  XSendEvent(other.display(), window, False, ButtonPressMask, &event);
  other.sync();
  EXPECT_TRUE(until([&] { return reported.foreign.buttons == 1; }));
  EXPECT_EQ(reported.foreign_events(), 1U) << reported.foreign.keys << " keys";
}

TEST_F(PlainDisplay, without_a_display_nothing_is_known_and_it_says_so) {
  std::istringstream pids(read_file(desktop.dir() + "/pids"));
  pid_t server = 0;
  pids >> server;
  kill(server, SIGKILL);
  EXPECT_TRUE(until([&] { return !ports.human->trouble().empty(); }));
  EXPECT_FALSE(ports.human->last_real_press());
  // A server that comes back on the same display is watched again.
  std::filesystem::remove("/tmp/.X" + desktop.display().substr(1) + "-lock");  // which a killed one leaves
  auto again = desktop.start({"Xvfb", desktop.display(), "-noreset", "-nolisten", "tcp", "-nolisten", "local"});
  EXPECT_TRUE(until([&] { return ports.human->trouble().empty(); })) << ports.human->trouble();
}

}  // namespace
}  // namespace interlock::test
