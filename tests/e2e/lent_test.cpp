// An agent under a separate user: the lent socket is its only way to the desktop.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pwd.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// Opens a session and moves the pointer, or reports why it could not.
constexpr const char* agent = R"py(
import json, os, socket, sys
try:
    s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); f = s.makefile('rw')
    def call(method, **params):
        f.write(json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': method, 'params': params}) + '\n'); f.flush()
        return json.loads(f.readline())
    print(call('status'))
    print(call('act', action={'type': 'move', 'x': 23, 'y': 29}))
except BrokenPipeError: print(s.recv(4096))
except OSError as error: print('refused', error)
)py";

class Lent : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (::geteuid() != 0 || ::getpwnam("nobody") == nullptr) return;
    // Folders that another user can reach; the rest of the desktop is the user's own.
    folder_ = fs::temp_directory_path() / ("interlock-lent." + std::to_string(::getpid()));
    fs::create_directories(folder_);
    fs::permissions(folder_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
    fs::copy_file(std::string(INTERLOCK_BINARY_DIR) + "/cli/interlockctl", folder_ / "interlockctl");
    world_ = std::make_unique<World>(World::Options{.daemon = false});
    environment_ = world_->desktop().environment();
    start_display_with_a_cookie();
  }
  /// Started as display managers start theirs; the server of the other tests admits every local user.
  static void start_display_with_a_cookie() {
    const auto cookies = world_->desktop().dir() + "/cookies";
    int number = 900;
    while (fs::exists("/tmp/.X11-unix/X" + std::to_string(number))) ++number;
    const auto display = ":" + std::to_string(number);
    world_->desktop().output({"xauth", "-f", cookies, "add", display, ".", std::string(32, '7')});
    environment_["DISPLAY"] = display;
    environment_["XAUTHORITY"] = cookies;
    server_ = world_->desktop().start({"Xvfb", display, "-auth", cookies, "-noreset", "-nolisten", "tcp"});
    ASSERT_TRUE(eventually([] { return run({"xdotool", "getmouselocation"}).code == 0; }));
  }
  /// Run by the user whose desktop it is.
  static CommandResult run(const std::vector<std::string>& command) {
    const auto log = world_->desktop().dir() + "/log/run";
    fs::remove(log);
    const int code = Process::start(command, environment_, log).wait();
    return {code, read_file(log)};
  }
  static CommandResult ctl(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), (folder_ / "interlockctl").string());
    return run(arguments);
  }
  static void TearDownTestSuite() {
    server_.kill();
    world_.reset();
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  void SetUp() override {
    if (!world_) GTEST_SKIP() << "only root may become another user";
  }
  static void lend_to(const std::vector<std::string>& names) {
    std::vector<std::string> arguments = {"--lend-dir", folder_.string()};
    for (const auto& name : names) arguments.insert(arguments.end(), {"--lend-to", name});
    world_->launch_daemon(environment_, arguments);
    ASSERT_TRUE(world_->wait_until_serving()) << world_->daemon_log();
    // The daemon changes the access rights only after the socket's file exists.
    ASSERT_TRUE(eventually([] { return fs::status(socket()).permissions() == fs::perms{0660}; }))
        << world_->daemon_log();
    // The daemon itself decides who may connect, not only the file's rights.
    fs::permissions(socket(), fs::perms::all & ~(fs::perms::owner_exec | fs::perms::group_exec));
  }
  static std::string socket() { return folder_ / "agent.sock"; }

  /// Runs it as nobody, with everything in the environment that the desktop's user has.
  static CommandResult as_nobody(const std::vector<std::string>& command) {
    std::vector<std::string> all = {"setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"};
    all.insert(all.end(), command.begin(), command.end());
    const auto log = world_->desktop().dir() + "/log/as_nobody";
    fs::remove(log);
    const int code = Process::start(all, environment_, log).wait();
    return {code, read_file(log)};
  }
  static std::string ask(const std::string& path) { return as_nobody({"/usr/bin/python3", "-c", agent, path}).output; }
  static std::string pointer() { return run({"xdotool", "getmouselocation"}).output; }

  static inline fs::path folder_;
  static inline Process::Environment environment_;
  static inline Process server_;
  static inline std::unique_ptr<World> world_;
};

TEST_F(Lent, AnotherUsersAgentActsThroughItAndHasNoOtherWay) {
  lend_to({"nobody"});
  run({"xdotool", "mousemove", "5", "5"});
  const auto acted = ask(socket());
  EXPECT_THAT(acted, HasSubstr("'executed': True"));
  EXPECT_THAT(pointer(), HasSubstr("x:23 y:29"));
  EXPECT_THAT(world_->audit(), HasSubstr("\"uid\":65534"));
  EXPECT_THAT(acted, HasSubstr("'mediation': 'enforced'")) << "it has no other way, and the reply says so";

  // The user's own sockets are out of its reach, and so is everything else that moves the pointer.
  EXPECT_THAT(ask(world_->socket("agent")), HasSubstr("refused"));
  EXPECT_THAT(ask(world_->socket("control")), HasSubstr("refused"));
  const auto ways = folder_ / "ways.json";
  auto known = json::parse(ctl({"doctor", "--ways"}).output).as_object();
  known["listeners"] = json::array();  // browsers and consoles of other tests listen on this machine
  known["consoles"] = json::array();
  std::ofstream(ways) << json::serialize(known);
  fs::permissions(ways, fs::perms::owner_all | fs::perms::others_read);
  const auto try_it = [&] {
    return as_nobody({(folder_ / "interlockctl").string(), "doctor", "--try", ways.string()});
  };
  const auto tried = try_it();
  EXPECT_EQ(tried.code, 0) << tried.output;
  EXPECT_THAT(tried.output, Not(HasSubstr("open   ")));
  as_nobody({"xdotool", "mousemove", "7", "7"});
  EXPECT_THAT(pointer(), HasSubstr("x:23 y:29"));

  // A display that admits this user without a cookie is a hole: the doctor finds it from both sides.
  run({"xhost", "+si:localuser:nobody"});
  EXPECT_THAT(ctl({"doctor"}).output, Not(HasSubstr("without -auth")));
  EXPECT_THAT(ask(socket()), HasSubstr("'mediation': 'advisory'"));
  const auto through = try_it();
  EXPECT_EQ(through.code, 3) << through.output;
  EXPECT_THAT(through.output, HasSubstr("open     click and type by XTEST"));
  EXPECT_THAT(ctl({"doctor"}).output, HasSubstr("without a cookie by SI:localuser:nobody"));
  run({"xhost", "-si:localuser:nobody"});
  EXPECT_THAT(ask(socket()), HasSubstr("'mediation': 'enforced'"));
  // So is a cookie that everybody can read.
  fs::permissions(environment_.at("XAUTHORITY"), fs::perms::others_read, fs::perm_options::add);
  EXPECT_THAT(ask(socket()), HasSubstr("'mediation': 'advisory'"));
  fs::permissions(environment_.at("XAUTHORITY"), fs::perms::others_read, fs::perm_options::remove);
}

TEST_F(Lent, WhoeverItIsNotLentToIsTurnedAway) {
  lend_to({"games"});
  EXPECT_THAT(ask(socket()), HasSubstr("serves another user"));
  lend_to({"@nogroup"});
  EXPECT_THAT(ask(socket()), HasSubstr("'executed': True"));
}

TEST_F(Lent, AUserThatIsNotThereIsAnError) {
  world_->launch_daemon({}, {"--lend-dir", folder_.string(), "--lend-to", "no-such-user"});
  EXPECT_EQ(world_->daemon().wait(), 69);
  EXPECT_THAT(world_->daemon_log(), HasSubstr("no such user"));
}

}  // namespace
}  // namespace interlock::test
