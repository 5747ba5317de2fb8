// Runs the commands of README.md as they are written there, on a private desktop, with the result of `cmake --install`
// for this build. A command that no test here knows fails the last test. Differences from a person's machine:
//   /usr/local              is a folder of the test (`sudo` here adds --prefix to its arguments)
//   SESSION, ID, "a | b"    stand for a session, an action and for either command
//   systemctl --user        has no user manager: it enables, fails to start, and systemd-socket-activate starts instead
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>

#include <unistd.h>

#include "tests/docs/page_blocks.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string source = INTERLOCK_SOURCE_DIR;
const std::string build = INTERLOCK_BINARY_DIR;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

/// The commands of the page's blocks for a shell, without their comments; a here-document belongs to its command.
std::vector<std::string> commands_of_readme() {
  static const std::regex comment(R"(\s+# .*$)"), begins(R"(<<'(\w+)')");
  std::vector<std::string> commands;
  for (const auto& block : blocks_of(source + "/README.md")) {
    if (block.language != "sh") continue;
    std::string until;
    for (const auto& line : block.lines) {
      if (!until.empty()) {
        commands.back() += "\n" + line;
        if (line == until) until.clear();
        continue;
      }
      commands.push_back(std::regex_replace(line, comment, ""));
      if (std::smatch found; std::regex_search(line, found, begins)) until = found[1];
    }
  }
  return commands;
}

std::string block_of_readme(const std::string& language, const std::string& begin) {
  std::string text;
  for (const auto& block : blocks_of(source + "/README.md")) {
    if (block.language != language || block.lines.empty() || !block.lines.front().starts_with(begin)) continue;
    for (const auto& line : block.lines) text += line + "\n";
  }
  return text;
}

class Readme : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.daemon = false});
    world->write_policy("preset: default\ndaemon:\n  prompt_timeout_s: 2\n  observation_deadline_ms: 5000\n");
    dir = world->desktop().dir();
    prefix = dir + "/usr-local";
    home = world->desktop().environment().at("HOME");
    fs::create_directories(dir + "/stubs");
    script("sudo", "exec \"$@\" --prefix '" + prefix + "'");
  }
  static void TearDownTestSuite() {
    served.kill();
    form.reset();
    world.reset();
  }

  void SetUp() override {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    const bool needs_it = name != "TryIt" && name != "PutItOnYourDesktop" && name != "EveryCommandIsRunHere";
    if (needs_it && !form) GTEST_SKIP() << "interlock is not on the desktop";
  }

  /// A program that is first on the PATH of every command.
  static void script(const std::string& name, const std::string& body) {
    const auto path = dir + "/stubs/" + name;
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    fs::permissions(path, fs::perms::owner_all);
  }

  /// The README's command that begins with this; marks it as run.
  static std::string command(const std::string& begin) {
    for (const auto& one : commands_of_readme()) {
      if (!one.starts_with(begin)) continue;
      known.insert(one);
      return one;
    }
    ADD_FAILURE() << "README.md has no command that begins with: " << begin;
    return "false";
  }

  /// Runs it in `in` (default: the home folder), with the installed programs on PATH.
  static CommandResult run(std::string line, Process::Environment more = {}, const std::string& in = "") {
    line = replaced(replaced(std::move(line), "/usr/local", prefix), "build/release", build);
    auto environment = world->desktop().environment();
    environment["PATH"] = dir + "/stubs:" + prefix + "/bin:" + environment["PATH"];
    environment["MANPATH"] = prefix + "/share/man";
    environment["PYTHONDONTWRITEBYTECODE"] = "1";
    for (const auto& [name, value] : more) environment[name] = value;
    const std::string wrapped = "cd '" + (in.empty() ? home : in) + "' && " + line;
    const auto log = dir + "/log/readme";
    fs::remove(log);
    const int code = Process::start({"sh", "-c", wrapped}, environment, log).wait();
    return {code, read_file(log)};
  }
  static CommandResult run_readme(const std::string& begin, const Process::Environment& more = {}) {
    return run(command(begin), more);
  }
  static void expect_done(const std::string& begin) {
    const auto done = run_readme(begin);
    EXPECT_EQ(done.code, 0) << begin << "\n" << done.output;
  }
  static void not_run(const std::string& what) { std::cout << "[ NOT RUN  ] " << what << std::endl; }

  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> form;
  static inline Process served;
  static inline std::string dir, prefix, home;
  static inline std::set<std::string> known;
};

/// Whether the build that the README names has finished: a reader waits longer than a test.
bool is_built(const std::string& target) {
  return build == source + "/build/release" && ::access(build.c_str(), W_OK) == 0 &&
         std::system(("timeout 60 cmake --build '" + build + "' --target " + target + " >/dev/null").c_str()) == 0;
}

TEST_F(Readme, TryIt) {
  const auto demo = command("scripts/demo");
  if (is_built("interlockd interlockctl")) {
    const auto shown = run(demo + " --output '" + dir + "/demo'", {{"INTERLOCK_SKIP_DEPS", "1"}}, source);
    EXPECT_EQ(shown.code, 0) << shown.output;
    EXPECT_THAT(shown.output, AllOf(HasSubstr("block"), HasSubstr("ask"), HasSubstr("allow")));
  } else {
    not_run(demo + " (it builds build/release, which is not this build or not up to date)");
  }
  EXPECT_EQ(run("bash -n " + command("scripts/test"), {}, source).code, 0);
  not_run("scripts/test (it runs this)");
}

TEST_F(Readme, PutItOnYourDesktop) {
  // Prebuilt packages need roots of their own: packaging/try runs these commands there.
  for (const auto* begin :
       {"sudo apt install", "systemctl --user daemon-reload", "sha256sum", "tar -xf", "./interlock-"}) {
    const auto one = command(begin);
    EXPECT_EQ(run("sh -n -c '" + one + "'", {}, source).code, 0);
    not_run(one + " (packaging/try does)");
  }
  const auto built = command("cmake --preset release && cmake --build");
  if (is_built("all")) {
    EXPECT_EQ(run(built, {}, source).code, 0);
  } else {
    not_run(built + " (build/release is not this build or not up to date)");
  }
  const auto installed = run(command("sudo cmake --install"), {}, source);
  ASSERT_EQ(installed.code, 0) << installed.output;

  // First what the user manager reads, then what it does: enabling needs no manager, starting does.
  const auto units = prefix + "/lib/systemd/user";
  const auto verified = run("cd " + units + " && systemd-analyze --user verify ./interlockd.service ./*.socket");
  EXPECT_EQ(verified.output, "");
  const auto enabled =
      run_readme("systemctl --user enable --now", {{"SYSTEMD_OFFLINE", "1"}, {"SYSTEMD_UNIT_PATH", units + ":"}});
  for (const auto* socket : {"agent", "control"}) {
    const auto link = world->desktop().environment().at("XDG_CONFIG_HOME") +
                      "/systemd/user/sockets.target.wants/interlockd-" + socket + ".socket";
    EXPECT_TRUE(fs::exists(link)) << link << " is not there, or leads nowhere\n" << enabled.output;
  }
  // The second is systemd 257's.
  EXPECT_THAT(enabled.output,
              AnyOf(HasSubstr("Failed to "), HasSubstr("--now cannot be used when systemd is not running")))
      << "with a manager it would be started now";
  not_run("the start by a user manager (systemd-socket-activate starts interlockd in its place)");
  std::vector<std::string> activate = {"systemd-socket-activate", "--fdname=agent:control"};
  for (const auto* socket : {"agent", "control"}) {
    std::ifstream unit(units + "/interlockd-" + socket + ".socket");
    for (std::string line; std::getline(unit, line);) {
      if (!line.starts_with("ListenStream=%t/")) continue;
      activate.push_back("--listen=" + world->desktop().environment().at("XDG_RUNTIME_DIR") + line.substr(15));
    }
  }
  ASSERT_EQ(activate.size(), 4U);
  for (const auto& [name, value] : world->desktop().environment()) activate.push_back("--setenv=" + name);
  activate.push_back(prefix + "/bin/interlockd");
  fs::create_directories(world->desktop().environment().at("XDG_RUNTIME_DIR") + "/interlock");
  fs::permissions(world->desktop().environment().at("XDG_RUNTIME_DIR") + "/interlock", fs::perms::owner_all);
  served = Process::start(activate, world->desktop().environment(), dir + "/log/interlockd");
  ASSERT_TRUE(eventually([] { return ipc::Client::connect(world->socket("control")).has_value(); }));
  const auto healthy = run_readme("interlockctl doctor");
  EXPECT_NE(healthy.code, 127);
  EXPECT_THAT(healthy.output, HasSubstr("interlockd")) << read_file(dir + "/log/interlockd");

  form = std::make_unique<App>(start_gtk3(world->desktop(), "GTK form", "100,80"));
  world->wait_until_seen(form->centre("Next"), "Next");
}

TEST_F(Readme, GuardAnAgentThatCanReachNothingElse) {
  fs::create_directories(home + "/agent");
  std::ofstream(home + "/agent/agent.py") << R"py(
import json, os, socket
s = socket.socket(socket.AF_UNIX); s.connect(os.environ["XDG_RUNTIME_DIR"] + "/interlock/agent.sock")
f = s.makefile("rw")
def call(method, **params):
    f.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n"); f.flush()
    return json.loads(f.readline())
print(call("status")["result"]["mediation"], os.listdir("/tmp/.X11-unix"))
open(os.path.dirname(__file__) + "/was here", "w")
)py";
  const auto ran = run_readme("interlockctl run --bind ~/agent");
  EXPECT_EQ(ran.code, 0) << ran.output;
  EXPECT_THAT(ran.output, testing::ContainsRegex("enforced \\['X1[0-9][0-9][0-9]'\\]"))
      << "only interlock's own display";
  EXPECT_TRUE(fs::exists(home + "/agent/was here")) << "the folder that was named is its own";
}

TEST_F(Readme, GuardAnAgentThatShellsOutToXdotool) {
  const auto place = [](Point at) { return std::to_string(at.x) + " " + std::to_string(at.y); };
  const int before = form->count("clicked", "Next");
  script("agent", "xdotool mousemove " + place(form->centre("Next")) + " click 1");
  expect_done("PATH=");
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == before + 1; }));
  // What the README promises: the exit code and the reason.
  script("agent", "xdotool mousemove " + place(form->centre("Submit Order")) + " click 1; echo exit $?");
  const auto denied = run_readme("PATH=");
  EXPECT_THAT(denied.output, AllOf(HasSubstr("Submit Order"), HasSubstr("exit 77")));
  EXPECT_EQ(form->count("clicked", "Submit Order"), 0);
}

TEST_F(Readme, Mcp) {
  const auto printed = run_readme("interlock-mcp --print-config");
  EXPECT_EQ(printed.code, 0);
  // The command that it prints, run as the host would run it.
  const auto at = printed.output.find(" -- ");
  ASSERT_THAT(printed.output, HasSubstr("claude mcp add interlock"));
  auto server = printed.output.substr(at + 4);
  server = server.substr(0, server.find('\n'));
  EXPECT_THAT(server, HasSubstr(prefix + "/bin/interlock-mcp")) << "the one that was installed";
  const auto said = run(
      "{ echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
      "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}';"
      "echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}';"
      "echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}';"
      "for i in $(seq 600); do grep -qs '\"id\":2' '" +
      dir + "/said' && break; sleep 0.1; done; } | " + server + " | tee '" + dir + "/said'");
  EXPECT_THAT(said.output, AllOf(HasSubstr("\"serverInfo\""), HasSubstr("\"name\":\"click\"")));
}

TEST_F(Readme, Python) {
  const auto program = block_of_readme("python", "import interlock");
  ASSERT_NE(program, "");
  ASSERT_TRUE(form->place("Next").contains({412, 230})) << "the button is where the README clicks";
  std::ofstream(dir + "/shop.py") << program;
  const int before = form->count("clicked", "Next");
  const auto ran = run("PYTHONPATH=$(echo /usr/local/lib/python3*/dist-packages) python3 '" + dir + "/shop.py'");
  EXPECT_EQ(ran.code, 0) << ran.output;
  EXPECT_TRUE(eventually([&] { return form->count("clicked", "Next") == before + 1; }));
}

TEST_F(Readme, AnyOtherAgentSpeaksToTheSocket) {
  auto client = ipc::Client::connect(world->socket());
  ASSERT_TRUE(client);
  int requests = 0;
  for (const auto* begin : {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"act\"", "{\"jsonrpc\":\"2.0\",\"id\":2"}) {
    std::istringstream lines(block_of_readme("", begin));
    for (std::string line; std::getline(lines, line);) {
      if (line.find("\"method\"") == std::string::npos) continue;
      const auto request = json::parse(line).as_object();
      const auto* params = request.if_contains("params");
      const auto answer = client->call(std::string(request.at("method").as_string()),
                                       params == nullptr ? json::object() : params->as_object());
      // Its e13 belongs to the README's page; here no element has that ref, and the error says so.
      const bool by_ref = line.find("\"ref\"") != std::string::npos;
      EXPECT_TRUE(answer || by_ref) << line << "\n" << answer.error().message;
      ++requests;
    }
  }
  EXPECT_EQ(requests, 3);
}

TEST_F(Readme, YouStayInCharge) {
  const auto audit = world->audit();
  ASSERT_NE(audit, "");
  const auto after = [&](const std::string& key, std::size_t from) {
    const auto at = audit.find("\"" + key + "\":\"", from) + key.size() + 4;
    return audit.substr(at, audit.find('"', at) - at);
  };
  const auto of_python = audit.rfind("\"agent\":\"shop-assistant\"");
  ASSERT_NE(of_python, std::string::npos) << audit;
  const auto line = audit.rfind("{\"", audit.rfind("\"record\":\"begin\"", of_python));
  const auto session = after("session", line), id = after("id", line);
  std::ofstream(home + "/cases.jsonl") << R"({"id":"1","action":{"type":"click","x":1,"y":1},"observation":)"
                                       << R"({"window":{"app":"mail"},"element":{"role":"push button","name":"Send"}}})"
                                       << "\n";
  std::ofstream(home + "/urls.jsonl") << R"({"text":"http://127.1/"})"
                                      << "\n";

  const auto shown = home + "/watched";
  script("press-q",
         "for i in $(seq 600); do grep -qs 'nothing waits' " + shown + " && break; sleep 0.1; done; printf q");
  const auto watched =
      run("press-q | script -qfec '" + command("interlockctl watch") + "' " + shown, {{"TERM", "xterm"}});
  EXPECT_EQ(watched.code, 0);
  EXPECT_THAT(watched.output, HasSubstr("nothing waits for you"));

  const std::map<std::string, std::string> says = {
      {"interlockctl pending", "nothing"},
      {"interlockctl pause | resume", "running"},
      {"interlockctl audit", "Submit Order"},
      {"interlockctl audit verify", "is unchanged"},
      {"interlockctl explain ID", "Next"},
      {"interlockctl check", "require_confirmation"},
      {"interlockctl parse-url", "127.0.0.1"},
      {"interlockctl playbook", "steps"},
      {"interlockctl lint", ""},
  };
  for (const auto& [begin, part] : says) {
    const auto given = command(begin);
    auto line_of =
        replaced(replaced(given, " ID", " " + (begin == "interlockctl playbook" ? session : id)), "SESSION", session);
    const auto bar = line_of.find(" | ");
    if (bar != std::string::npos) line_of.replace(bar, 3, " && interlockctl ");
    const auto said = run(line_of + (bar == std::string::npos ? "" : " && interlockctl status"));
    EXPECT_EQ(said.code, 0) << line_of << "\n" << said.output;
    EXPECT_THAT(said.output, HasSubstr(part)) << line_of;
  }
  const auto report = replaced(command("interlockctl report"), "SESSION", session);
  EXPECT_EQ(run(report).code, 0);
  EXPECT_THAT(read_file(home + "/report.html"), HasSubstr("shop-assistant"));

  const bool has_man = run("command -v man").code == 0;
  const auto manual = command("man ");
  if (!has_man) {
    not_run(manual + " (there is no man here; mandoc shows the page)");
    script("man", "exec mandoc '" + prefix + "/share/man/man1/'\"$1\".1.gz");
  }
  const auto page = run(manual + " | col -b");
  EXPECT_THAT(page.output, HasSubstr("interlockctl watch")) << page.output;
}

TEST_F(Readme, WriteARule) {
  expect_done("mkdir -p ~/.config/interlock/rules.d");
  expect_done("cat > ~/.config/interlock/rules.d");
  expect_done("interlockctl lint");
  expect_done("interlockctl reload");
  // The rule is in force: no action is done on the page that it names.
  std::ofstream(home + "/bank.jsonl")
      << R"({"id":"1","action":{"type":"click","x":1,"y":1},"observation":{"window":{"app":"firefox"},"element":)"
      << R"({"role":"link","name":"Accounts"},"document":{"url":"https://www.bank.example/"}}})"
      << "\n";
  EXPECT_THAT(run("interlockctl check --rules ~/.config/interlock/rules.d < bank.jsonl").output,
              AllOf(HasSubstr("\"block\""), HasSubstr("not at my bank")));
  EXPECT_TRUE(eventually([] {
    return run("interlockctl status --json").output.find("10-bank.yaml") != std::string::npos;
  })) << run("interlockctl status --json").output;
}

TEST_F(Readme, ThenItIsHalted) {
  auto agent = world->agent("one that is still there");
  EXPECT_TRUE(agent.act(click(form->centre("Next")), {{"dry_run", true}}).error.empty());
  expect_done("interlockctl halt");
  EXPECT_THAT(run("interlockctl status").output, HasSubstr("HALTED"));
}

TEST_F(Readme, EveryCommandIsRunHere) {
  if (testing::GTEST_FLAG(filter) != "*") GTEST_SKIP() << "only where all of it is run";
  std::vector<std::string> left;
  for (const auto& one : commands_of_readme()) {
    if (!known.contains(one)) left.push_back(one);
  }
  EXPECT_THAT(left, IsEmpty());
}

}  // namespace
}  // namespace interlock::test
