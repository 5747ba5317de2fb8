// The doctor on real desktops: a good one, ones where something is missing, and sandboxes with a hole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "ipc/fd.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

struct Report {
  int code = 0;
  std::string output;
  json::object said;

  const json::object* line(std::string_view check) const {
    for (const auto& line : said.at("lines").as_array()) {
      if (line.at("check").as_string() == check) return &line.as_object();
    }
    return nullptr;
  }
  std::string state(std::string_view check) const {
    const auto* found = line(check);
    return found == nullptr ? "" : std::string(found->at("state").as_string());
  }
  static std::string reach(const json::value& tried, std::string_view id, std::string_view key = "reach") {
    for (const auto& one : tried.as_array()) {
      if (one.at("id").as_string() == id) return std::string(one.at(key).as_string());
    }
    return "";
  }
  std::string confined(std::string_view id) const { return reach(said.at("confined").at("tried"), id); }
  std::string any_program(std::string_view id) const { return reach(said.at("any_program"), id); }
};

Report examine(World& world, std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"doctor", "--json"});
  const auto result = world.ctl(options);
  Report report{result.code, result.output, {}};
  try {
    report.said = json::parse(result.output).as_object();
  } catch (const std::exception&) {
    throw std::runtime_error("the doctor said: " + result.output);
  }
  return report;
}

const std::vector<std::string> ways = {
    "x_socket",    "x_abstract",    "xtest",   "uinput",           "a11y_event",     "a11y_action",
    "session_bus", "forged_reply",  "signal",  "ptrace",           "policy",         "control_socket",
    "audit",       "other_sockets", "network", "questions_socket", "console_socket", "console_port"};

/// A TCP port on which nothing listens.
std::uint16_t free_port() {
  const ipc::Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(fd.get(), generic, size) != 0 || ::getsockname(fd.get(), generic, &size) != 0)
    throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

TEST(Doctor, FindsNothingWrongWithAGoodDesktop) {
  World world({.desktop = {.notifier = "xfce4-notifyd"}});
  const App form = start_gtk3(world.desktop());
  world.wait_until_seen(form.centre("Next"), "Next");
  const auto runtime = world.desktop().environment().at("XDG_RUNTIME_DIR");
  const Process console = world.desktop().start({INTERLOCK_BINARY_DIR "/clients/console/interlock-console", "--listen",
                                                 "127.0.0.1:" + std::to_string(free_port())});
  ASSERT_TRUE(eventually([&] { return fs::is_socket(runtime + "/interlock/console.sock"); }));
  world.desktop().output({"xhost", "-"});  // no access without a cookie; the test desktop admits every local user
  // Writes something, so that there is a log that could be written to.
  const auto report = examine(world, {"--fix"});
  for (const auto& way : ways) EXPECT_EQ(report.confined(way), "closed") << way << "\n" << report.output;
  for (const char* way : {"x_socket", "xtest", "a11y_event", "a11y_action", "session_bus", "forged_reply", "signal",
                          "policy", "control_socket", "questions_socket", "console_socket", "audit"}) {
    EXPECT_EQ(report.any_program(way), "open") << way << ": the tries can tell\n" << report.output;
  }
  EXPECT_THAT(Report::reach(report.said.at("confined").at("tried"), "console_port", "seen"),
              HasSubstr("cannot connect to interlock-console"));
  EXPECT_THAT(Report::reach(report.said.at("any_program"), "console_port", "seen"), HasSubstr(" refuses: HTTP/1.1 4"));
  EXPECT_EQ(report.said.at("confined").at("mediation").as_string(), "enforced");
  for (const char* check : {"sandbox", "interlockd", "agent socket", "control socket", "display", "XTEST", "XInput2",
                            "accessibility", "applications", "notifications", "questions", "Landlock", "bubblewrap"}) {
    EXPECT_EQ(report.state(check), "good") << check << "\n" << report.output;
  }
  EXPECT_NE(report.code, 3) << report.output;
  // What --fix fixed is no longer a warning.
  EXPECT_EQ(report.state("menus"), "") << report.output;
  // For people, as text.
  const auto words = world.ctl({"doctor"});
  EXPECT_THAT(words.output, HasSubstr("a confined agent has no way around interlock"));
  EXPECT_EQ(words.code, report.code);
}

TEST(Doctor, FindsAHoleThatWasOpenedOnPurpose) {
  World world({});
  const auto gift = world.desktop().dir() + "/gift";
  fs::create_directories(gift);
  EXPECT_EQ(examine(world, {"--bind", gift}).confined("other_sockets"), "closed");

  // The X server's own socket under another name, which the launcher cannot know.
  const auto display = world.desktop().display();
  const auto socket = "/tmp/.X11-unix/X" + display.substr(display.find(':') + 1);
  std::error_code failed;
  fs::create_hard_link(socket, gift + "/harmless", failed);
  if (failed) {  // on another file system, or if the link is not allowed: a server that forwards everything
    fs::create_hard_link(world.desktop().environment().at("XDG_RUNTIME_DIR") + "/bus", gift + "/harmless");
  }
  const auto report = examine(world, {"--bind", gift});
  EXPECT_EQ(report.code, 3);
  EXPECT_EQ(report.confined("other_sockets"), "open") << report.output;
  EXPECT_EQ(report.state("sandbox: other_sockets"), "bad") << report.output;
  EXPECT_EQ(report.state("mediation"), "bad") << "interlockd believes in it\n" << report.output;
  const auto words = world.ctl({"doctor", "--bind", gift});
  EXPECT_EQ(words.code, 3);
  EXPECT_THAT(words.output, HasSubstr(gift + "/harmless"));
}

TEST(Doctor, SaysWhatIsMissing) {
  World world({.desktop = {.accessibility = false}});
  auto report = examine(world);
  EXPECT_EQ(report.code, 3);
  EXPECT_EQ(report.state("accessibility"), "bad") << report.output;
  EXPECT_EQ(report.state("notifications"), "warning") << report.output;
  EXPECT_THAT(report.line("notifications")->at("todo").as_string().c_str(), HasSubstr("interlockctl watch"));

  // Everybody may open the display, so also an agent under another user.
  world.desktop().output({"xhost", "+"});
  report = examine(world);
  EXPECT_EQ(report.state("access to the display"), "warning") << report.output;
  EXPECT_EQ(report.line("access to the display")->at("todo").as_string(), "xhost -");
  world.desktop().output({"xhost", "-"});

  // A daemon that was killed leaves its sockets.
  world.daemon().kill();
  report = examine(world);
  EXPECT_EQ(report.code, 3);
  EXPECT_EQ(report.state("interlockd"), "bad") << report.output;
  EXPECT_EQ(report.state("agent socket"), "bad") << report.output;
  EXPECT_THAT(report.line("agent socket")->at("seen").as_string().c_str(), HasSubstr("left over"));
  EXPECT_EQ(report.state("sandbox"), "bad") << report.output;
}

TEST(Doctor, TurnsAccessibilityOnWhenAskedTo) {
  World world({.daemon = false});  // a daemon would turn it on itself
  world.desktop().output({"gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus",
                          "--method", "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled",
                          "<false>"});
  EXPECT_EQ(examine(world).state("accessibility"), "warning");
  const auto fixed = examine(world, {"--fix"});
  EXPECT_EQ(fixed.state("accessibility"), "good") << fixed.output;
}

TEST(Doctor, NamesApplicationsThatShowNothingAndHowToRestartThem) {
  World world({});
  Process terminal = world.desktop().start({"xterm", "-e", "sleep", "600"});
  Report report;
  EXPECT_TRUE(eventually([&] {
    report = examine(world);
    return report.line("application") != nullptr &&
           report.state("interlockd: human") != "bad";  // starting it takes a moment
  }));
  EXPECT_EQ(report.state("application"), "warning") << report.output;
  EXPECT_THAT(report.line("application")->at("seen").as_string().c_str(), HasSubstr("XTerm"));
  EXPECT_EQ(report.code, 1) << report.output;
}

}  // namespace
}  // namespace interlock::test
