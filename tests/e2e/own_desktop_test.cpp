// `interlockctl desktop`: a desktop for an agent, with everything on it. A second desktop, on which it is started,
// stands for the person's. Judged by the application on it, its processes and the X server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sstream>

#include <sys/stat.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const std::string ctl = INTERLOCK_BINARY_DIR "/cli/interlockctl";
const std::string fixtures = INTERLOCK_SOURCE_DIR "/tests/fixtures/";

/// Asks for a click at X Y, and reports by its exit code: 7 done, 8 not.
constexpr const char* clicking_agent = R"py(
import json, os, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect(os.environ["XDG_RUNTIME_DIR"] + "/interlock/agent.sock")
lines = link.makefile("rw")
def call(number, method, **params):
    lines.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
    lines.flush()
    return json.loads(lines.readline())["result"]
session = call(1, "session.open", name="clicker")["session"]
done = call(2, "act", session=session, action={"type": "click", "x": int(sys.argv[1]), "y": int(sys.argv[2])})
sys.exit(7 if done["executed"] else 8)
)py";

class OwnDesktop : public testing::Test {
 protected:
  static void SetUpTestSuite() { persons = std::make_unique<Desktop>(); }
  static void TearDownTestSuite() { persons.reset(); }

  static std::string runtime(const std::string& name) {
    return persons->environment().at("XDG_RUNTIME_DIR") + "/interlock-desktops/" + name;
  }
  static std::string said(const std::string& name) { return read_file(persons->dir() + "/" + name + ".said"); }
  /// Starts `interlockctl desktop --name NAME OPTIONS`.
  static Process start(const std::string& name, std::vector<std::string> options) {
    options.insert(options.begin(), {ctl, "desktop", "--name", name});
    return Process::start(options, persons->environment(), persons->dir() + "/" + name + ".said");
  }
  static CommandResult run_ctl(std::vector<std::string> words) {
    words.insert(words.begin(), ctl);
    const auto log = persons->dir() + "/ctl";
    fs::remove(log);
    const int code = Process::start(words, persons->environment(), log).wait();
    return {code, read_file(log)};
  }
  static bool is_running(const std::string& name) {
    return eventually([&] { return run_ctl({"--desktop", name, "status"}).code == 0; });
  }
  /// The processes on that desktop, by their environment.
  static int processes(const std::string& name) {
    int count = 0;
    std::error_code gone;
    for (const auto& process : fs::directory_iterator("/proc", gone)) {
      const auto environment = read_file(process.path().string() + "/environ");
      if (environment.find("XDG_RUNTIME_DIR=" + runtime(name) + std::string(1, '\0')) != std::string::npos) ++count;
    }
    return count;
  }
  /// GTK's form; its place is known once it has been drawn.
  static std::string form(const std::string& log) {
    return "exec /usr/bin/python3 " + fixtures + "gtk3_form.py " + log;
  }
  static std::string new_log(const std::string& name) { return persons->dir() + "/" + name + ".events"; }

  static inline std::unique_ptr<Desktop> persons;
};

TEST_F(OwnDesktop, AnAgentClicksOnItAndEverythingEndsWithIt) {
  const auto log = new_log("click");
  auto desktop = start("click", {"--view", "none", "--start", form(log)});
  ASSERT_TRUE(is_running("click")) << said("click");
  const App app({}, log);
  const auto at = app.centre("Next");
  EXPECT_TRUE(eventually([&] {
    return run_ctl({"--desktop", "click", "run", "--", "/usr/bin/python3", "-c", clicking_agent, std::to_string(at.x),
                    std::to_string(at.y)})
               .code == 7;
  }));
  EXPECT_TRUE(eventually([&] { return app.count("clicked", "Next") > 0; }));
  desktop.signal(SIGTERM);
  EXPECT_EQ(desktop.wait(), 128 + SIGTERM);
  EXPECT_EQ(processes("click"), 0);
}

TEST_F(OwnDesktop, ItsExitCodeIsTheAgents) {
  auto ends = start("code", {"--view", "none", "--", "/bin/sh", "-c", "exit 5"});
  EXPECT_EQ(ends.wait(), 5) << said("code");
  EXPECT_EQ(processes("code"), 0);
}

TEST_F(OwnDesktop, TheAgentIsConfinedAndItsSessionIsEnforced) {
  auto lasts = start(
      "inside",
      {"--view", "none", "--", "/usr/bin/python3", "-c",
       "import os, socket, time\n"
       "link = socket.socket(socket.AF_UNIX)\n"
       "link.connect(os.environ['XDG_RUNTIME_DIR'] + '/interlock/agent.sock')\n"
       "link.sendall(b'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session.open\",\"params\":{\"name\":\"a\"}}\\n')\n"
       "link.recv(1000)\n"
       "time.sleep(600)"});
  ASSERT_TRUE(is_running("inside")) << said("inside");
  EXPECT_TRUE(eventually([&] {
    const auto status = run_ctl({"--desktop", "inside", "--json", "status"}).output;
    return status.find(R"("name":"a")") != std::string::npos &&
           status.find(R"("mediation":"enforced")") != std::string::npos;
  })) << run_ctl({"--desktop", "inside", "--json", "status"}).output;
  lasts.signal(SIGTERM);
  lasts.wait();
}

TEST_F(OwnDesktop, NothingLeadsToThePersonsDesktop) {
  const auto file = persons->dir() + "/variables";
  auto ends = start("apart", {"--view", "none", "--start", "env >" + file + ".new; mv " + file + ".new " + file, "--",
                              "/bin/sh", "-c", "sleep 600"});
  ASSERT_TRUE(eventually([&] { return fs::exists(file); })) << said("apart");
  const auto variables = read_file(file);
  for (const char* key : {"DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "HOME"}) {
    const std::string line = std::string(key) + "=" + persons->environment().at(key) + "\n";
    EXPECT_THAT(variables, AllOf(HasSubstr("\n" + std::string(key) + "="), Not(HasSubstr(line)))) << key;
  }
  EXPECT_THAT(variables, AllOf(Not(HasSubstr("WAYLAND_DISPLAY")), Not(HasSubstr("SSH_AUTH_SOCK"))));
  ends.signal(SIGTERM);
  ends.wait();
}

TEST_F(OwnDesktop, ItIsAWindowOfThePersonsDesktopAndEndsWithIt) {
  if (!fs::exists("/usr/bin/Xephyr")) GTEST_SKIP() << "Xephyr is not installed";
  auto window = start("shown", {"--size", "800x600"});
  ASSERT_TRUE(is_running("shown")) << said("shown");
  const auto id = window_titled(*persons, "shown: an agent's desktop");
  const auto rect = window_rect(*persons, id);
  EXPECT_EQ(rect.width, 800);
  EXPECT_EQ(rect.height, 600);
  const auto title = [&] { return persons->output({"xdotool", "getwindowname", std::to_string(id)}); };
  ASSERT_EQ(run_ctl({"--desktop", "shown", "pause"}).code, 0);
  EXPECT_TRUE(eventually([&] { return title() == "shown: an agent's desktop (paused)\n"; })) << title();
  ASSERT_EQ(run_ctl({"--desktop", "shown", "resume"}).code, 0);
  EXPECT_TRUE(eventually([&] { return title() == "shown: an agent's desktop\n"; })) << title();
  persons->output({"xdotool", "windowkill", std::to_string(id)});
  EXPECT_EQ(window.wait(), 1);
  EXPECT_THAT(said("shown"), HasSubstr("the desktop ends, because Xephyr has ended"));
  EXPECT_EQ(processes("shown"), 0);
}

TEST_F(OwnDesktop, APersonTakesOverByVnc) {
  if (!fs::exists("/usr/bin/Xvnc")) GTEST_SKIP() << "Xvnc (tigervnc-standalone-server) is not installed";
  const auto log = new_log("vnc");
  auto vnc = start("vnc", {"--vnc", "--start", form(log)});
  ASSERT_TRUE(is_running("vnc")) << said("vnc");
  const auto socket = runtime("vnc") + "/vnc.sock";
  struct stat facts {};
  ASSERT_EQ(::stat(socket.c_str(), &facts), 0) << said("vnc");
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  const App app({}, log);
  const auto at = app.centre("Next");
  persons->output({"/usr/bin/python3", fixtures + "rfb_click.py", socket, std::to_string(at.x), std::to_string(at.y)});
  EXPECT_TRUE(eventually([&] { return app.count("clicked", "Next") == 1; }));
  const auto status = run_ctl({"--desktop", "vnc", "--json", "status"}).output;
  // Its viewer's title.
  const auto title = [&] {
    return persons->output({"/usr/bin/python3", fixtures + "rfb_click.py", socket, "0", "0", "--title"});
  };
  EXPECT_EQ(title(), "vnc: an agent's desktop\n");
  ASSERT_EQ(run_ctl({"--desktop", "vnc", "pause"}).code, 0);
  EXPECT_TRUE(eventually([&] { return title() == "vnc: an agent's desktop (paused)\n"; })) << title();
  // A person's, not another program's.
  EXPECT_THAT(status, HasSubstr(R"("foreign_input":{"keys":0,"buttons":0,"motions":0})"));
  vnc.signal(SIGTERM);
  vnc.wait();
}

TEST_F(OwnDesktop, NothingIsLeftOfItIfItIsKilled) {
  auto killed = start("killed", {"--view", "none", "--start", "xterm"});
  ASSERT_TRUE(is_running("killed")) << said("killed");
  ASSERT_GT(processes("killed"), 3);
  ::kill(killed.pid(), SIGKILL);
  killed.wait();
  EXPECT_TRUE(eventually([&] { return processes("killed") == 0; })) << processes("killed");
  EXPECT_TRUE(eventually([] {
    return run_ctl({"--desktop", "killed", "status"}).output.find("no desktop of this name is running") !=
           std::string::npos;
  }));
  // Its name is free again.
  auto again = start("killed", {"--view", "none", "--", "/bin/true"});
  EXPECT_EQ(again.wait(), 0) << said("killed");
}

TEST_F(OwnDesktop, EndsIfItsInterlockdEnds) {
  auto desktop = start("unguarded", {"--view", "none"});
  ASSERT_TRUE(is_running("unguarded")) << said("unguarded");
  const auto status = json::parse(run_ctl({"--desktop", "unguarded", "--json", "status"}).output);
  ::kill(static_cast<pid_t>(status.at("pid").as_int64()), SIGKILL);
  EXPECT_EQ(desktop.wait(), 1);
  EXPECT_THAT(said("unguarded"), HasSubstr("the desktop ends, because interlockd has ended"));
  EXPECT_EQ(processes("unguarded"), 0);
}

TEST_F(OwnDesktop, ErrorsSayWhatToDo) {
  auto first = start("one", {"--view", "none"});
  ASSERT_TRUE(is_running("one")) << said("one");
  EXPECT_THAT(run_ctl({"desktop", "--list"}).output, "one\n");
  const auto second = run_ctl({"desktop", "--name", "one", "--view", "none"});
  EXPECT_EQ(second.code, 1);
  EXPECT_THAT(second.output, AllOf(HasSubstr("there is a running desktop of this name"), HasSubstr("--name")));
  const auto other = run_ctl({"--desktop", "two", "status"});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.output, HasSubstr("running: one"));
  first.signal(SIGINT);
  EXPECT_EQ(first.wait(), 128 + SIGINT);

  const auto no_manager = run_ctl({"desktop", "--view", "none", "--wm", "no-such-manager", "--", "/bin/sleep", "600"});
  EXPECT_EQ(no_manager.code, 1);
  EXPECT_THAT(no_manager.output, HasSubstr("window-manager"));
  EXPECT_EQ(run_ctl({"desktop", "--name", "Not/A/Name"}).code, 2);
  EXPECT_EQ(run_ctl({"desktop", "--size", "big"}).code, 2);
  EXPECT_EQ(run_ctl({"desktop", "--view", "none", "--policy", "/nonexistent"}).code, 1);
}

}  // namespace
}  // namespace interlock::test
