// An agent started by `interlockctl run` tries the ways around interlock, one after the other; the results are compared
// with those of the same program outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Prints a line for each way to the desktop that is open.
constexpr const char* probe = R"py(
import glob, json, os, signal, socket, subprocess, sys
display, daemon, runtime = sys.argv[1], int(sys.argv[2]), sys.argv[3]
number = display.split(':')[1].split('.')[0]
def can(name, path):
    try:
        s = socket.socket(socket.AF_UNIX); s.settimeout(3); s.connect(path); print('OPEN', name)
    except OSError as error: print('closed', name, error.errno)
can('x-path', '/tmp/.X11-unix/X' + number)
can('x-abstract', '\0/tmp/.X11-unix/X' + number)
can('control', runtime + '/interlock/control.sock')
can('session-bus', sys.argv[4])
for path in glob.glob(runtime + '/at-spi*/*') + glob.glob('/tmp/at-spi*/*'): can('a11y', path)
if os.path.exists('/dev/uinput'): print('OPEN uinput')
if os.path.exists('/proc/%d/exe' % daemon) and b'interlockd' in open('/proc/%d/cmdline' % daemon, 'rb').read():
    print('OPEN proc')
    try: os.kill(daemon, 0); print('OPEN signal')
    except OSError: pass
def moved_by(program):
    return subprocess.run([program, 'mousemove', '3', '3'], env=dict(os.environ, DISPLAY=display), capture_output=True).returncode
print('x-client', moved_by('/usr/bin/xdotool'))
print('guarded', moved_by('xdotool'))
runtime = os.environ['XDG_RUNTIME_DIR']
s = socket.socket(socket.AF_UNIX); s.connect(runtime + '/interlock/agent.sock'); f = s.makefile('rw')
def call(method, **params):
    f.write(json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': method, 'params': params}) + '\n'); f.flush()
    return json.loads(f.readline())
print('agent', call('status')['result']['mediation'])
print('act', call('act', action={'type': 'move', 'x': 17, 'y': 19})['result']['executed'])
sys.stdout.flush()
if len(sys.argv) > 5: sys.stdin.read() if sys.argv[5] == 'stay' else None
)py";

/// slirp4netns needs it.
bool has_tun() {
  return ::access("/dev/net/tun", R_OK | W_OK) == 0;
}
constexpr const char* no_tun = "/dev/net/tun is not there, or not for this user";

class Confined : public testing::Test {
 protected:
  static void SetUpTestSuite() { world_ = std::make_unique<World>(World::Options{}); }
  static void TearDownTestSuite() { world_.reset(); }

  World& world() { return *world_; }
  std::vector<std::string> agent() {
    const auto& environment = world().desktop().environment();
    std::string bus = environment.at("DBUS_SESSION_BUS_ADDRESS");
    bus = bus.substr(bus.find("path=") + 5);
    return {"python3",
            "-c",
            probe,
            environment.at("DISPLAY"),
            std::to_string(world().daemon().pid()),
            environment.at("XDG_RUNTIME_DIR"),
            bus.substr(0, bus.find(','))};
  }
  CommandResult run(std::vector<std::string> options) {
    options.insert(options.begin(), "run");
    options.emplace_back("--");
    for (const auto& argument : agent()) options.push_back(argument);
    return world().ctl(options);
  }

  static inline std::unique_ptr<World> world_;
};

void expect_no_way_but_ours(const CommandResult& result) {
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_THAT(result.output, Not(HasSubstr("OPEN")));
  EXPECT_THAT(result.output, HasSubstr("closed x-path"));
  EXPECT_THAT(result.output, Not(HasSubstr("x-client 0")));
  EXPECT_THAT(result.output, HasSubstr("x-client 1"));
  EXPECT_THAT(result.output, HasSubstr("guarded 0")) << "the first xdotool on PATH asks interlock";
  EXPECT_THAT(result.output, HasSubstr("agent enforced"));
  EXPECT_THAT(result.output, HasSubstr("act True"));
}

TEST_F(Confined, TheOnlyWayToTheDesktopIsTheAgentSocket) {
  const auto outside = world().desktop().output(agent());
  EXPECT_THAT(outside, HasSubstr("OPEN x-path")) << "the probe can tell";
  EXPECT_THAT(outside, HasSubstr("OPEN control"));
  EXPECT_THAT(outside, HasSubstr("OPEN session-bus"));
  EXPECT_THAT(outside, HasSubstr("OPEN signal"));
  EXPECT_THAT(outside, HasSubstr("x-client 0"));
  EXPECT_THAT(outside, HasSubstr("agent advisory"));
  expect_no_way_but_ours(run({}));
}

TEST_F(Confined, ANetworkDoesNotOpenTheAbstractSocket) {
  if (!has_tun()) GTEST_SKIP() << no_tun;
  expect_no_way_but_ours(run({"--allow-net"}));
}

/// Tries a port of the machine around the sandbox: "127.0.0.1 refused", "10.0.2.2 open".
constexpr const char* port_probe = R"py(
import socket, sys
for host in ['127.0.0.1', '10.0.2.2'] + sys.argv[2:]:
    try:
        socket.create_connection((host, int(sys.argv[1])), 3).close()
        print(host, 'open')
    except OSError:
        print(host, 'refused')
)py";

/// As a browser with a debugging port.
constexpr const char* debugged_browser = R"py(
import socket, sys, time
server = socket.create_server((sys.argv[2], 0))
open(sys.argv[1], 'w').write('%d\n' % server.getsockname()[1])
time.sleep(600)
)py";

class ConfinedNetwork : public Confined {
 protected:
  /// Listens as "chromium --remote-debugging-port"; returns the port.
  std::string start_browser(const std::string& address) {
    const std::string file = world().desktop().dir() + "/port-" + address;
    browser = world().desktop().start({"bash", "-c", "exec -a chromium /usr/bin/python3 \"$@\"", "sh", "-c",
                                       debugged_browser, file, address, "--remote-debugging-port=0"});
    EXPECT_TRUE(eventually([&] { return read_file(file).ends_with('\n'); }));
    const auto port = read_file(file);
    return port.substr(0, port.size() - 1);
  }
  CommandResult probe_port(const std::string& port, const std::vector<std::string>& options,
                           const std::string& also = "10.0.2.2") {
    std::vector<std::string> command = {"run"};
    command.insert(command.end(), options.begin(), options.end());
    for (const char* word : {"--", "python3", "-c", port_probe}) command.emplace_back(word);
    command.push_back(port);
    command.push_back(also);
    return world().ctl(command);
  }
  Process browser;
};

TEST_F(ConfinedNetwork, TheLoopbackOfTheMachineCannotBeReached) {
  if (!has_tun()) GTEST_SKIP() << no_tun;
  const auto port = start_browser("127.0.0.1");
  EXPECT_THAT(world().desktop().output({"python3", "-c", port_probe, port}), HasSubstr("127.0.0.1 open"));
  const auto inside = probe_port(port, {"--allow-net"});
  EXPECT_EQ(inside.code, 0) << inside.output;
  EXPECT_THAT(inside.output, HasSubstr("127.0.0.1 refused"));
  EXPECT_THAT(inside.output, HasSubstr("10.0.2.2 refused"));
  EXPECT_THAT(inside.output, Not(HasSubstr("open")));
}

TEST_F(ConfinedNetwork, LeadsToOtherAddresses) {
  if (!has_tun()) GTEST_SKIP() << no_tun;
  auto addresses = world().desktop().output({"hostname", "-I"});
  const auto address = addresses.substr(0, addresses.find_first_of(" \n"));
  if (address.empty()) GTEST_SKIP() << "this machine has no address but its loopback";
  const std::string file = world().desktop().dir() + "/port";
  const auto server = world().desktop().start({"python3", "-c", debugged_browser, file, address});
  ASSERT_TRUE(eventually([&] { return read_file(file).ends_with('\n'); }));
  const auto port = read_file(file);
  EXPECT_THAT(probe_port(port.substr(0, port.size() - 1), {"--allow-net"}, address).output,
              HasSubstr(address + " open"));
}

TEST_F(ConfinedNetwork, ADebuggingPortOnAllAddressesIsRefusedAndReported) {
  if (!has_tun()) GTEST_SKIP() << no_tun;
  const auto port = start_browser("0.0.0.0");
  const auto refused = probe_port(port, {"--allow-net"});
  EXPECT_NE(refused.code, 0);
  EXPECT_THAT(refused.output, HasSubstr("DevTools of chromium (0.0.0.0:" + port + ")"));
  EXPECT_EQ(probe_port(port, {}).code, 0) << "without a network it cannot be reached";
  const auto report = world().ctl({"doctor"});
  EXPECT_THAT(report.output, HasSubstr("DevTools of chromium"));
}

TEST_F(ConfinedNetwork, WithoutSlirp4netnsItIsRefusedAndWeakIsNeverCalledEnforced) {
  const std::string programs = world().desktop().dir() + "/programs";
  world().desktop().output({"sh", "-c", "mkdir \"$1\" && ln -s \"$(command -v bwrap)\" \"$1\"/", "sh", programs});
  const auto run_without = [&](const std::vector<std::string>& options) {
    std::vector<std::string> command = {"/usr/bin/env", "PATH=" + programs,
                                        std::string(INTERLOCK_BINARY_DIR) + "/cli/interlockctl", "run"};
    command.insert(command.end(), options.begin(), options.end());
    command.emplace_back("--");
    auto words = agent();
    words.front() = "/usr/bin/python3";
    command.insert(command.end(), words.begin(), words.end());
    const auto log = world().desktop().dir() + "/log/without_slirp";
    const int code = Process::start(command, world().desktop().environment(), log).wait();
    return CommandResult{code, read_file(log)};
  };
  const auto refused = run_without({"--allow-net"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.output, HasSubstr("slirp4netns"));
  EXPECT_THAT(refused.output, Not(HasSubstr("agent ")));
  const auto weak = run_without({"--allow-net", "--weak"});
  EXPECT_EQ(weak.code, 0) << weak.output;
  EXPECT_THAT(weak.output, HasSubstr("agent advisory"));
}

TEST_F(Confined, AClientOfTheAccessibilityBusIsToldThatThereIsNone) {
  const auto client = world().ctl({"run", "--", "/usr/bin/python3", "-c",
                                   "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi; "
                                   "print(Atspi.get_desktop(0).get_child_count())"});
  EXPECT_NE(client.code, 0);
  EXPECT_THAT(client.output, HasSubstr("agents-get-no-accessibility-bus--they-use-observe-and-act-of-interlock"));
}

TEST_F(Confined, TheAgentDiesWithItsLauncherAndItsSessionWithIt) {
  auto command = agent();
  command.emplace_back("stay");
  const std::string ctl = std::string(INTERLOCK_BINARY_DIR) + "/cli/interlockctl";
  command.insert(command.begin(), {ctl, "run", "--"});
  // Standard input that does not end, like that of a terminal.
  const std::string shell = "exec 0<>" + world().desktop().dir() + "/never; exec \"$@\"";
  ASSERT_EQ(world().desktop().output({"mkfifo", world().desktop().dir() + "/never"}), "");
  command.insert(command.begin(), {"sh", "-c", shell, "sh"});
  Process launcher = world().desktop().start(command);
  const auto enforced = [&] { return world().ctl({"status"}).output.find(", enforced") != std::string::npos; };
  ASSERT_TRUE(eventually(enforced)) << world().ctl({"status"}).output;
  // The agents of other tests are gone a moment later.
  const auto all_enforced = [&] {
    return world().ctl({"status"}).output.find("mediation enforced") != std::string::npos;
  };
  EXPECT_TRUE(eventually(all_enforced)) << world().ctl({"status"}).output;
  launcher.signal(SIGKILL);
  EXPECT_TRUE(eventually([&] { return !enforced(); }));
}

/// Runs the rest of its arguments as if the kernel had no Landlock: a seccomp filter answers its first call with
/// ENOSYS.
constexpr const char* without_landlock = R"py(
import ctypes, os, struct, sys
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, 0x50000 | 38), (0x06, 0, 0, 0x7fff0000)]
program = ctypes.create_string_buffer(b''.join(struct.pack('HBBI', *step) for step in steps))
filter = ctypes.create_string_buffer(struct.pack('HxxxxxxP', len(steps), ctypes.addressof(program)))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, filter): sys.exit('no filter: %d' % ctypes.get_errno())
os.execvp(sys.argv[1], sys.argv[1:])
)py";

TEST_F(Confined, WithoutLandlockTheAbstractSocketIsOutOfReachAllTheSame) {
  const auto run_without = [&](const std::vector<std::string>& options) {
    std::vector<std::string> command = {"python3", "-c", without_landlock,
                                        std::string(INTERLOCK_BINARY_DIR) + "/cli/interlockctl", "run"};
    command.insert(command.end(), options.begin(), options.end());
    command.emplace_back("--");
    for (const auto& argument : agent()) command.push_back(argument);
    const auto log = world().desktop().dir() + "/log/without_landlock";
    const int code = Process::start(command, world().desktop().environment(), log).wait();
    return CommandResult{code, read_file(log)};
  };
  EXPECT_THAT(run_without({}).output, HasSubstr("agent enforced"));
  if (!has_tun()) GTEST_SKIP() << no_tun;
  const auto with_network = run_without({"--allow-net"});
  EXPECT_THAT(with_network.output, HasSubstr("agent enforced"));
  EXPECT_THAT(with_network.output, Not(HasSubstr("OPEN")));
}

/// Asks until it is stopped, and reconnects if the connection ended; prints each different answer once.
constexpr const char* patient_agent = R"py(
import json, os, socket, sys, time
path, last = os.environ['XDG_RUNTIME_DIR'] + '/interlock/agent.sock', None
def ask(f, method, **params):
    f.write(json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': method, 'params': params}) + '\n'); f.flush()
    return json.loads(f.readline())['result']
while not os.path.exists(sys.argv[1] + '/stop'):
    try:
        s = socket.socket(socket.AF_UNIX); s.connect(path); f = s.makefile('rw')
        ask(f, 'session.open', name='patient')
        while not os.path.exists(sys.argv[1] + '/stop'):
            said = ask(f, 'status')['mediation']
            if said != last: print(said, flush=True)
            last = said
            time.sleep(0.02)
    except (OSError, ValueError):
        if last != 'gone': print('gone', flush=True)
        last = 'gone'
        time.sleep(0.02)
)py";

TEST_F(Confined, AnInterlockdThatWasStartedAgainIsReachedAndKnowsTheSandbox) {
  const auto folder = world().desktop().dir() + "/restart";
  world().desktop().output({"mkdir", folder});
  const auto log = folder + "/log";
  Process launcher = Process::start({std::string(INTERLOCK_BINARY_DIR) + "/cli/interlockctl", "run", "--ro-bind",
                                     folder, "--", "python3", "-c", patient_agent, folder},
                                    world().desktop().environment(), log);
  ASSERT_TRUE(eventually([&] { return read_file(log) == "enforced\n"; })) << read_file(log);
  world().launch_daemon();
  ASSERT_TRUE(world().wait_until_serving()) << world().daemon_log();
  const auto enforced = [&] {
    return world().ctl({"status"}).output.find("patient") != std::string::npos &&
           world().ctl({"status"}).output.find(", enforced") != std::string::npos;
  };
  EXPECT_TRUE(eventually(enforced)) << world().ctl({"status"}).output << read_file(log);
  EXPECT_THAT(read_file(log), HasSubstr("gone"));
  world().desktop().output({"touch", folder + "/stop"});
  EXPECT_EQ(launcher.wait(), 0) << read_file(log);
}

constexpr const char* asks_for_a_tool = R"py(
import json, os, socket
s = socket.socket(socket.AF_UNIX); s.connect(os.environ['XDG_RUNTIME_DIR'] + '/interlock/agent.sock'); f = s.makefile('rw')
def call(method, **params):
    f.write(json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': method, 'params': params}) + '\n'); f.flush()
    return json.loads(f.readline())['result']
call('session.open', name='trusted')
for tool in 'write', 'read': print(tool, call('tool.before', name=tool)['decision'])
)py";

TEST_F(Confined, AnAgentHasTheProfileItIsStartedWithWhateverNameItGives) {
  constexpr auto policy = R"(preset: default
rules: [{when: {tool.name: read}, decision: block}]
profiles:
  - {name: trusting, when: {agent.name: trusted}, policy: {}}
  - {name: careful, policy: {rules: [{when: {tool.name: write}, decision: block}]}}
)";
  world().write_policy(policy);
  ASSERT_EQ(world().ctl({"reload"}).code, 0) << world().daemon_log();
  const auto run = [&](std::vector<std::string> options) {
    options.insert(options.begin(), "run");
    options.insert(options.end(), {"--", "python3", "-c", asks_for_a_tool});
    return world().ctl(options);
  };
  EXPECT_EQ(run({}).output, "write allow\nread block\n");
  EXPECT_EQ(run({"--profile", "careful"}).output, "write block\nread block\n") << world().daemon_log();
  EXPECT_THAT(world().audit(), HasSubstr(R"("profile":"careful")"));
  const auto none = run({"--profile", "carefull", "--weak"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.output, HasSubstr("no profile 'carefull'"));
  EXPECT_THAT(none.output, Not(HasSubstr("allow"))) << "the agent was started";
  world().write_policy("preset: default\n");
  ASSERT_EQ(world().ctl({"reload"}).code, 0);
}

TEST_F(Confined, AProcessThatIsNotInASandboxIsRefused) {
  auto control = ipc::Client::connect(world().socket("control"));
  ASSERT_TRUE(control);
  Process plain = world().desktop().start({"sleep", "600"});
  const auto refused = control->call("sandbox.enter", {{"pid", plain.pid()}}, std::chrono::seconds{5});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("not in a sandbox"));

  // It has namespaces of its own, but the desktop's sockets.
  Process open = world().desktop().start({"bwrap", "--bind", "/", "/", "--unshare-pid", "sleep", "600"});
  std::string inside;
  ASSERT_TRUE(eventually([&] {
    const auto pid = std::to_string(open.pid());
    inside = read_file("/proc/" + pid + "/task/" + pid + "/children");
    if (inside.empty()) return false;
    inside.pop_back();
    auto sleeper = read_file("/proc/" + inside + "/task/" + inside + "/children");
    sleeper = sleeper.substr(0, sleeper.find(' '));
    return read_file("/proc/" + sleeper + "/comm") == "sleep\n";  // everything has been set up by then
  }));
  const auto leaky = control->call("sandbox.enter", {{"pid", std::stoi(inside)}}, std::chrono::seconds{5});
  ASSERT_FALSE(leaky);
  EXPECT_THAT(leaky.error().message, HasSubstr("leaves a way to the desktop"));
}

TEST_F(Confined, HolesAndMissingProgramsAreRefused) {
  EXPECT_THAT(world().ctl({"run", "--bind", "/", "--", "true"}).output, HasSubstr("whole file system"));
  EXPECT_THAT(world().ctl({"run", "--bind", "/tmp/.X11-unix", "--", "true"}).output,
              HasSubstr("leads around interlock"));
  // Everything after the "--" belongs to the agent, also after an option with a value.
  const auto folder = world().desktop().dir() + "/given";
  world().desktop().output({"mkdir", folder});
  const auto words = world().ctl({"run", "--bind", folder, "--", "echo", "--weak", "--try", "doctor"});
  EXPECT_EQ(words.output, "--weak --try doctor\n");
  const auto ended = world().ctl({"run", "--", "sh", "-c", "exit 7"});
  EXPECT_EQ(ended.code, 7) << ended.output;
  EXPECT_NE(world().ctl({"run", "--", "no-such-program"}).code, 0);
}

TEST_F(Confined, TheReasonWhyAnAgentWasNotStartedIsAlsoReportedInJson) {
  const auto error = [](const CommandResult& said) {
    boost::system::error_code bad;
    const auto value = json::parse(said.output, bad);
    EXPECT_FALSE(bad) << said.output;
    return bad ? json::object() : value.at("error").as_object();
  };
  const auto unknown = world().ctl({"--json", "run", "--profile", "carefull", "--", "true"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_EQ(error(unknown)["code"], "refused");
  const auto hole = world().ctl({"--json", "run", "--bind", "/", "--", "true"});
  EXPECT_EQ(hole.code, 1);
  EXPECT_EQ(error(hole)["code"], "failed");
  const auto log = world().desktop().dir() + "/no-bwrap";
  auto environment = world().desktop().environment();
  environment["PATH"] = "/nonexistent";
  const int code =
      Process::start({INTERLOCK_BINARY_DIR "/cli/interlockctl", "--json", "run", "--", "/bin/true"}, environment, log)
          .wait();
  EXPECT_EQ(code, 127);
  EXPECT_EQ(error({code, read_file(log)})["advice"], "install it: apt install bubblewrap");
}

TEST_F(Confined, TheFolderToMountInAContainerHasOnlyTheAgentSocket) {
  const auto folder = std::filesystem::path(world().socket("agent")).parent_path() / "agents";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  EXPECT_THAT(names, testing::ElementsAre("agent.sock"));
  auto agent = ipc::Client::connect(folder / "agent.sock");
  ASSERT_TRUE(agent) << agent.error().text();
  const auto status = agent->call("status");
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(status->at("mediation"), "advisory");
}

}  // namespace
}  // namespace interlock::test
