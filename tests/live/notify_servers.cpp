// The notifier against real notification servers, answered by real clicks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <csignal>
#include <fstream>
#include <optional>
#include <sstream>

#include "platform/dbus/connection.h"
#include "platform/factory.h"
#include "tests/desktop/desktop.h"

namespace interlock::platform {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr const char* name = "org.freedesktop.Notifications";
constexpr const char* path = "/org/freedesktop/Notifications";

struct Offset {
  int x;
  int y;
};
/// A server, and where it draws the buttons, from the lower right corner of its window. Measured for two actions and
/// the default theme.
struct ServerCase {
  const char* program;
  std::optional<Offset> approve;
  std::optional<Offset> deny;
};

void PrintTo(const ServerCase& server, std::ostream* out) {
  *out << server.program;
}

constexpr ServerCase servers[] = {
    {"dunst", std::nullopt, std::nullopt},
    {"xfce4-notifyd", Offset{-149, -31}, Offset{-57, -31}},
    {"mate-notification-daemon", Offset{-130, -27}, Offset{-65, -27}},
    {"notification-daemon", Offset{-144, -37}, Offset{-79, -37}},
};

struct Rect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

const Prompt prompt{"7", "Agent 'shop' wants to click 'Submit Order'",
                    "push button 'Submit Order' & <b>more</b>\nin Shop - Chromium\nirreversible: it pays"};

class World {
 public:
  explicit World(const std::string& server) : desktop({.notifier = server, .accessibility = false}), server_(server) {
    desktop.adopt();
    notifier = desktop_notifier(loop.get_executor());
  }

  /// Starts to ask; the answer is in `reply` once the loop has run.
  void ask(const Prompt& asked = prompt) {
    reply.reset();
    failed_by_exception = false;
    asio::co_spawn(loop, notifier->ask(asked),
                   asio::bind_cancellation_slot(cancel.slot(),
                                                [this](std::exception_ptr thrown, tl::expected<Reply, Error> answer) {
                                                  failed_by_exception = thrown != nullptr;
                                                  reply = std::move(answer);
                                                }));
  }
  bool until(const std::function<bool()>& condition, std::chrono::milliseconds limit = test::patience) {
    return test::eventually(
        [&] {
          loop.restart();
          loop.run_for(2ms);
          return condition();
        },
        limit);
  }
  std::string answer(std::chrono::milliseconds limit = test::patience) {
    if (!until([&] { return reply.has_value(); }, limit)) return "no answer";
    if (failed_by_exception) return "exception";
    if (!*reply) return "error: " + reply->error().text();
    return (*reply)->answer == Answer::approved ? "approved"
           : (*reply)->answer == Answer::denied ? "denied"
                                                : "dismissed";
  }
  std::string ask_until_shown(const Prompt& asked = prompt) {
    ask(asked);
    return until([&] { return reply || bubble(); }) && !reply ? "shown" : answer();
  }

  /// The server's bubble, from the X server; servers also own small windows that are not bubbles.
  std::optional<Rect> bubble() const {
    std::istringstream ids;
    try {
      const std::string window_class = server_ == "dunst" ? "Dunst" : server_;
      ids.str(desktop.output({"xdotool", "search", "--onlyvisible", "--class", window_class}));
    } catch (const std::exception&) {
      return std::nullopt;  // none found
    }
    for (std::string id; ids >> id;) {
      try {
        Rect rect;
        std::istringstream lines(desktop.output({"xdotool", "getwindowgeometry", "--shell", id}));
        for (std::string line; std::getline(lines, line);) {
          const auto value = [&](std::string_view key, int& into) {
            if (line.rfind(key, 0) == 0) into = std::stoi(line.substr(key.size()));
          };
          value("X=", rect.x);
          value("Y=", rect.y);
          value("WIDTH=", rect.width);
          value("HEIGHT=", rect.height);
        }
        if (rect.width > 100) return rect;
      } catch (const std::exception&) {  // closed meanwhile
      }
    }
    return std::nullopt;
  }

  void click(int x, int y, int button = 1) const {
    desktop.output({"xdotool", "mousemove", std::to_string(x), std::to_string(y), "click", std::to_string(button)});
  }
  /// Clicks until there is an answer: servers draw a bubble before it accepts clicks.
  std::string answer_by_click(Offset from_corner, int button = 1) {
    auto next = std::chrono::steady_clock::now();
    until([&] {
      const auto now = std::chrono::steady_clock::now();
      if (now >= next && !reply) {
        if (const auto at = bubble())
          click(at->x + at->width + from_corner.x, at->y + at->height + from_corner.y, button);
        next = now + 300ms;
      }
      return reply.has_value();
    });
    return answer(0ms);
  }

  std::string gdbus(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "gdbus");
    return desktop.output(arguments);
  }
  void close_by_another_client(std::uint32_t id) const {
    try {
      gdbus({"call", "--session", "--dest", name, "--object-path", path, "--method",
             std::string(name) + ".CloseNotification", std::to_string(id)});
    } catch (const std::exception&) {  // some servers report an error if no notification has this id
    }
  }
  std::string owner() const {
    const auto said = gdbus({"call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
                             "org.freedesktop.DBus.GetNameOwner", name});
    return said.substr(2, said.rfind('\'') - 2);
  }
  pid_t server_pid() const {
    const auto said = gdbus({"call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
                             "org.freedesktop.DBus.GetConnectionUnixProcessID", name});
    return std::stoi(said.substr(said.find(' ')));
  }

  test::Desktop desktop;
  asio::io_context loop;
  std::shared_ptr<Notifier> notifier;
  asio::cancellation_signal cancel;
  std::optional<tl::expected<Reply, Error>> reply;
  bool failed_by_exception = false;

 private:
  std::string server_;
};

class NotifyServer : public testing::TestWithParam<ServerCase> {
 protected:
  World world{GetParam().program};
};

INSTANTIATE_TEST_SUITE_P(All, NotifyServer, testing::ValuesIn(servers), [](const auto& info) {
  std::string label;
  for (const char* c = info.param.program; *c != '\0'; ++c) {
    if (std::isalnum(static_cast<unsigned char>(*c)) != 0) label += *c;
  }
  return label;
});

TEST_P(NotifyServer, ButtonsAnswerAndTheBubbleGoes) {
  if (!GetParam().approve) GTEST_SKIP() << "draws no buttons";
  ASSERT_EQ(world.ask_until_shown(), "shown");
  EXPECT_EQ(world.answer_by_click(*GetParam().approve), "approved");
  EXPECT_TRUE(world.until([&] { return !world.bubble(); })) << "the bubble stays";
  ASSERT_EQ(world.ask_until_shown(), "shown");
  EXPECT_EQ(world.answer_by_click(*GetParam().deny), "denied");
  EXPECT_TRUE(world.until([&] { return !world.bubble(); })) << "the bubble stays";
}

TEST_P(NotifyServer, NoClickBesideTheButtonsApproves) {
  for (const int button : {2, 1, 3}) {
    ASSERT_EQ(world.ask_until_shown(), "shown");
    const auto at = *world.bubble();
    for (const Offset where : {Offset{at.width / 2, at.height / 2}, Offset{30, 30}, Offset{at.width / 2, 10}}) {
      if (world.reply) break;
      world.click(at.x + where.x, at.y + where.y, button);
      world.until([&] { return world.reply.has_value(); }, 200ms);
    }
    world.cancel.emit(asio::cancellation_type::terminal);
    EXPECT_EQ(world.answer(), "dismissed") << "button " << button;
    ASSERT_TRUE(world.until([&] { return !world.bubble(); }));
  }
}

TEST_P(NotifyServer, ClosedByAnotherClientIsDismissed) {
  ASSERT_EQ(world.ask_until_shown(), "shown");
  for (std::uint32_t id = 1; id < 5; ++id) world.close_by_another_client(id);  // a new server counts from 1
  EXPECT_EQ(world.answer(), "dismissed");
}

TEST_P(NotifyServer, ForgedAnswersAreIgnored) {
  ASSERT_EQ(world.ask_until_shown(), "shown");
  const std::string invoked = std::string(name) + ".ActionInvoked";
  const auto forge = [&](std::vector<std::string> to) {
    for (const char* id : {"uint32 1", "uint32 2", "uint32 3"}) {  // a new server counts from 1
      std::vector<std::string> command = {"emit",  "--session", "--object-path", path, "--signal",
                                          invoked, id,          "'approve'"};
      command.insert(command.begin() + 2, to.begin(), to.end());
      world.gdbus(command);
    }
  };
  forge({});
  int unicast = 0;
  const auto names = world.gdbus({"call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/",
                                  "--method", "org.freedesktop.DBus.ListNames"});
  for (std::size_t at = names.find("':"); at != std::string::npos; at = names.find("':", at + 1)) {
    try {
      forge({"--dest", names.substr(at + 1, names.find('\'', at + 1) - at - 1)});  // one of them is ours
      ++unicast;
    } catch (const std::exception&) {  // gdbus's own connection, which has ended
    }
  }
  EXPECT_GE(unicast, 2);
  world.until([&] { return world.reply.has_value(); }, 300ms);
  EXPECT_FALSE(world.reply) << world.answer();
  if (GetParam().deny) {
    EXPECT_EQ(world.answer_by_click(*GetParam().deny), "denied") << "the real answer still counts";
  }
}

TEST_P(NotifyServer, AServerThatIsKilledIsAnErrorAndTheNextOneIsAsked) {
  ASSERT_EQ(world.ask_until_shown(), "shown");
  kill(world.server_pid(), SIGKILL);
  EXPECT_THAT(world.answer(), HasSubstr("went away"));
  world.ask();
  EXPECT_THAT(world.answer(), AllOf(HasSubstr("no notification server"), HasSubstr("interlockctl approve")));
}

TEST_P(NotifyServer, CancellationClosesTheBubble) {
  ASSERT_EQ(world.ask_until_shown(), "shown");
  world.cancel.emit(asio::cancellation_type::terminal);
  EXPECT_EQ(world.answer(), "dismissed");
  EXPECT_TRUE(world.until([&] { return !world.bubble(); })) << "the bubble stays";
}

TEST_P(NotifyServer, CancelledBeforeItIsShownLeavesNothingOnTheScreen) {
  ASSERT_EQ(world.ask_until_shown(), "shown");  // the server is known, so the next prompt is sent at once
  world.cancel.emit(asio::cancellation_type::terminal);
  world.answer();
  ASSERT_TRUE(world.until([&] { return !world.bubble(); }));
  kill(world.server_pid(), SIGSTOP);
  const pid_t stopped = world.server_pid();
  world.ask();
  world.until([] { return false; }, 50ms);
  world.cancel.emit(asio::cancellation_type::terminal);
  EXPECT_EQ(world.answer(), "dismissed");
  kill(stopped, SIGCONT);
  world.until([&] { return world.bubble().has_value(); }, 500ms);  // it may appear for a moment
  EXPECT_TRUE(world.until([&] { return !world.bubble(); })) << "nobody would ever close it";
}

TEST_P(NotifyServer, AHungServerIsAnError) {
  kill(world.server_pid(), SIGSTOP);
  world.ask();
  EXPECT_THAT(world.answer(), HasSubstr("does not answer"));
}

TEST_P(NotifyServer, LongHostileTextIsStillABubbleOnTheScreen) {
  std::string title = "Agent <i>&amp;</i> \u202E" + std::string(5000, 'W');
  std::string body = "\xff\xfe<a href='x'>&\n" + std::string(20'000, '<') + "\n\n\n" + std::string(300, '\n') + "z";
  ASSERT_EQ(world.ask_until_shown({"7", title, body}), "shown");
  const auto at = *world.bubble();
  EXPECT_GE(at.x, 0);
  EXPECT_GE(at.y, 0);
  EXPECT_LE(at.x + at.width, 1280);
  EXPECT_LE(at.y + at.height, 400);
}

TEST(Notify, ANameTakenOverIsAnError) {
  World world("mate-notification-daemon");
  ASSERT_EQ(world.ask_until_shown(), "shown");
  std::shared_ptr<dbus::Connection> thief;
  asio::co_spawn(
      world.loop,
      [&]() -> asio::awaitable<void> {
        const auto limit = std::chrono::steady_clock::now() + test::patience;
        thief = *co_await dbus::Connection::open(world.loop.get_executor(), *dbus::session_bus_address(), limit);
        auto call =
            thief->method_call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName");
        sd_bus_message_append(call.get(), "su", name, 2);  // replace existing
        co_await thief->call(std::move(call), limit);
      },
      [](std::exception_ptr) {});
  EXPECT_THAT(world.answer(), HasSubstr("replaced"));
  EXPECT_EQ(world.owner(), thief->unique_name()) << "or the test tests nothing";
  EXPECT_TRUE(world.until([&] { return !world.bubble(); })) << "the old server's bubble is closed";
}

TEST(Notify, NoServerIsAnError) {
  World world("none");
  world.ask();
  EXPECT_THAT(world.answer(), AllOf(HasSubstr("no notification server"), HasSubstr("start one")));
}

TEST(Notify, AServerThatTheBusCanStartIsStarted) {
  World world("none");
  std::ofstream(world.desktop.dir() + "/services/notifier.service")
      << "[D-BUS Service]\nName=" << name << "\nExec=/usr/bin/dunst\n";
  world.gdbus({"call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
               "org.freedesktop.DBus.ReloadConfig"});
  world.ask();
  EXPECT_TRUE(world.until([&] {
    try {
      return world.reply || world.desktop.output({"xdotool", "search", "--onlyvisible", "--class", "Dunst"}) != "";
    } catch (const std::exception&) {
      return false;
    }
  }));
  EXPECT_FALSE(world.reply) << world.answer();
}

TEST(Notify, NoBusIsAnErrorThatSaysSo) {
  World world("none");
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
  world.ask();
  EXPECT_THAT(world.answer(), HasSubstr("/nonexistent/bus"));
  unsetenv("DBUS_SESSION_BUS_ADDRESS");
  unsetenv("XDG_RUNTIME_DIR");
  world.ask();
  EXPECT_THAT(world.answer(), HasSubstr("no session bus"));
}

TEST(Notify, ABusThatGoesAwayIsAnErrorAndComesBack) {
  World world("dunst");
  ASSERT_EQ(world.ask_until_shown(), "shown");
  const auto bus = world.desktop.dir() + "/run/bus";
  std::ifstream pids(world.desktop.dir() + "/pids");
  for (pid_t pid = 0; pids >> pid;) {
    if (test::read_file("/proc/" + std::to_string(pid) + "/comm") == "dbus-daemon\n") kill(pid, SIGKILL);
  }
  EXPECT_THAT(world.answer(), HasSubstr("bus went away"));
  unlink(bus.c_str());
  auto again = world.desktop.start({"dbus-daemon", "--config-file=" + world.desktop.dir() + "/bus.conf", "--nofork"});
  ASSERT_TRUE(test::eventually([&] { return access(bus.c_str(), F_OK) == 0; }));
  auto dunst = world.desktop.start({"dunst"});
  ASSERT_TRUE(test::eventually([&] {
    try {
      return !world.owner().empty();
    } catch (const std::exception&) {
      return false;
    }
  }));
  EXPECT_EQ(world.ask_until_shown(), "shown");
}

}  // namespace
}  // namespace interlock::platform
