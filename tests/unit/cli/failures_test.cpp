// With --json every command answers in JSON on standard output, and reports failures in JSON on standard error. The
// commands are taken from the command line itself: a new one that is not tested here fails these tests.
#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include <fcntl.h>

#include "cli/basics/commands.h"
#include "cli/basics/print.h"
#include "cli/completion/command_tree.h"
#include "ipc/address.h"
#include "ipc/message.h"
#include "tests/temp_dir.h"

namespace interlock::cli {
namespace {

namespace json = ipc::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsSupersetOf;
using Words = std::vector<std::string>;

std::vector<std::string> command_names() {
  Options options;
  CLI::App app("", "interlockctl");
  add_everything(app, options);
  std::vector<std::string> names;
  for (const auto& command : command_tree(app)) names.push_back(command.name);
  return names;
}

Words split(const std::string& name) {
  std::istringstream in(name);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Answers each request with the result of `answer`; after an empty answer it disconnects.
class Peer {
 public:
  explicit Peer(const std::string& path, std::string answer) : answer_(std::move(answer)) {
    const auto address = ipc::unix_address(path);
    fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::bind(fd_, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 || ::listen(fd_, 8) != 0)
      throw std::runtime_error("no socket at " + path);
    thread_ = std::thread([this] {
      for (int one; (one = ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0; ::close(one)) serve(one);
    });
  }
  ~Peer() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
  }

 private:
  void serve(int one) const {
    char request[4096];
    while (::read(one, request, sizeof request) > 0) {
      if (answer_.empty()) return;
      if (::write(one, answer_.data(), answer_.size()) < 0) return;
    }
  }
  std::string answer_;
  int fd_ = -1;
  std::thread thread_;
};

struct Failed {
  int code = -1;
  std::string out;
  std::string err;

  json::object error() const { return about("error"); }
  /// Its one line on standard error: {kind: {...}}.
  json::object about(std::string_view kind) const {
    boost::system::error_code bad;
    const auto value = json::parse(err, bad);
    EXPECT_FALSE(bad) << "not one value: " << err;
    EXPECT_TRUE(err.ends_with('\n')) << err;
    const auto* object = value.if_object();
    if (object == nullptr || object->size() != 1 || !object->contains(kind)) {
      ADD_FAILURE() << "no " << kind << ": " << err;
      return {};
    }
    return object->at(kind).as_object();
  }
};

/// A way in which a correct command line fails, and the code that it reports.
struct Failing {
  Words words;
  std::string code = "no_connection";
  bool no_output = false;  ///< standard output cannot be written
};

class Failures : public testing::Test {
 protected:
  Failures() {
    std::filesystem::create_directory(empty_);
    std::ofstream(bad_policy_) << "confidence_treshold: 1\nprotectd_classes: []\n";
    std::ofstream(lines_) << R"({"id": "1", "text": "http://example.org/"})" << '\n';
  }

  /// Runs the program itself, with `lines_` as its input. As `user`, unless it is 0.
  Failed ctl(Words words, const char* output = nullptr, uid_t user = 0) {
    words.insert(words.begin(), {"interlockctl", "--socket", socket_});
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const auto out = output != nullptr ? output : dir_ + "/out";
    const auto err = dir_ + "/err";
    const pid_t child = ::fork();
    if (child == 0) {
      ::dup2(::open(lines_.c_str(), O_RDONLY), 0);
      ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
      ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
      ::setenv("HOME", empty_.c_str(), 1);
      for (const auto* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "DISPLAY"}) ::unsetenv(name);
      if (user != 0 && (::setgroups(0, nullptr) != 0 || ::setgid(user) != 0 || ::setuid(user) != 0)) ::_exit(126);
      ::execv(INTERLOCK_BINARY_DIR "/cli/interlockctl", argv.data());
      ::_exit(126);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output != nullptr ? "" : contents(out), contents(err)};
  }

  Failed failing(const std::string& name, const Failing& failing) {
    Words words = {"--json"};
    for (const auto& word : split(name)) words.push_back(word);
    words.insert(words.end(), failing.words.begin(), failing.words.end());
    return ctl(words, failing.no_output ? "/dev/full" : nullptr);
  }

  /// Every command that asks interlockd fails with this code, and reports correct fields.
  template <class Holds>
  void each_that_asks(std::string_view code, Holds holds) {
    for (const auto& [name, asking] : asking_) {
      SCOPED_TRACE("interlockctl " + name);
      const auto said = failing(name, asking);
      EXPECT_EQ(said.code, 1);
      EXPECT_EQ(said.out, "");
      const auto error = said.error();
      EXPECT_EQ(text_at(error, "code"), code);
      holds(error);
    }
  }

  const test::TempDir temp_;
  const std::string dir_ = temp_.path();
  const std::string socket_ = dir_ + "/control.sock";
  const std::string empty_ = dir_ + "/empty";
  const std::string missing_ = dir_ + "/missing";
  const std::string bad_policy_ = dir_ + "/bad.yaml";
  const std::string lines_ = dir_ + "/lines";

  /// Commands that need interlockd, and cannot fail otherwise before they ask it.
  const std::map<std::string, Failing> asking_ = {
      {"status", {{}}}, {"pending", {{}}},     {"approve", {{"p1"}}}, {"deny", {{"p1"}}},
      {"pause", {{}}},  {"resume", {{}}},      {"halt", {{}}},        {"reload", {{}}},
      {"watch", {{}}},  {"explain", {{"a1"}}}, {"undo", {{"a1"}}},
  };
  const std::map<std::string, Failing> others_ = {
      {"questions", {{}}},
      {"console", {{}}},
      {"run", {{"--", "true"}}},
      {"desktop", {{"--name", "no/name"}, "usage"}},
      {"desk", {{}, "usage"}},
      {"desk install", {{"other"}, "usage"}},
      {"desk remove", {{"other"}, "usage"}},
      {"desk status", {{"other"}, "usage"}},
      {"audit", {{"--file", missing_}, "failed"}},
      {"audit verify", {{"--dir", empty_}, "failed"}},
      {"audit collect", {{"--dir", dir_ + "/copy", missing_}, "failed"}},
      {"audit replay", {{"--policy", bad_policy_}, "policy"}},
      {"report", {{"s1", "--file", missing_}, "failed"}},
      {"tune", {{missing_}, "failed"}},
      {"playbook", {{}, "usage"}},
      {"playbook from-session", {{"s1", "--dir", empty_}, "failed"}},
      {"doctor", {{"--bind", missing_}, "failed"}},
      {"check", {{"--policy", bad_policy_}, "policy"}},
      {"lint", {{}, "failed", true}},
      {"policy", {{}, "usage"}},
      {"policy sign", {{"--key", missing_, bad_policy_}, "policy"}},
      {"policy fetch", {{"--policy", bad_policy_}, "policy"}},
      {"parse-url", {{}, "failed", true}},
      {"redact", {{}, "failed", true}},
      {"completion", {{"bash"}, "failed", true}},
      {"", {{}, "usage"}},
  };
};

TEST_F(Failures, AreOneObjectOnTheStandardErrorForEveryCommand) {
  auto all = asking_;
  all.insert(others_.begin(), others_.end());
  for (const auto& name : command_names()) {
    SCOPED_TRACE("interlockctl " + name);
    const auto known = all.find(name);
    ASSERT_NE(known, all.end()) << "say above how it fails";
    const auto said = failing(name, known->second);
    const auto error = said.error();
    EXPECT_EQ(text_at(error, "code"), known->second.code);
    EXPECT_EQ(said.code, known->second.code == "usage" ? 2 : 1);
    EXPECT_EQ(said.out, "");
    EXPECT_NE(text_at(error, "message"), "");
    EXPECT_TRUE(error.at("where").is_string());
    EXPECT_TRUE(error.at("advice").is_string());
  }
}

TEST_F(Failures, ForPeopleAreALineOfText) {
  for (const auto& name : command_names()) {
    SCOPED_TRACE("interlockctl " + name);
    auto words = split(name);
    words.emplace_back("--bogus");
    const auto said = ctl(words);
    EXPECT_EQ(said.code, 2);
    EXPECT_EQ(said.out, "");
    EXPECT_THAT(said.err, testing::StartsWith("interlockctl: "));
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
  }
}

TEST_F(Failures, WrongUsageNamesTheHelpOfItsCommand) {
  for (const auto& name : command_names()) {
    SCOPED_TRACE("interlockctl " + name);
    auto words = split(name);
    words.insert(words.end(), {"--bogus", "--json"});  // also after the mistake
    const auto said = ctl(words);
    EXPECT_EQ(said.code, 2);
    EXPECT_EQ(said.out, "");
    const auto error = said.error();
    EXPECT_EQ(text_at(error, "code"), "usage");
    EXPECT_THAT(text_at(error, "advice"), HasSubstr("'interlockctl" + (name.empty() ? "" : " " + name) + " --help'"));
  }
  // If the command line cannot be parsed to its end.
  EXPECT_EQ(text_at(ctl({"--json", "approve", "p1", "--for"}).error(), "code"), "usage");
  // Arguments of the agent are not interlockctl's.
  EXPECT_THAT(ctl({"run", "--bogus", "--", "agent", "--json"}).err, testing::StartsWith("interlockctl: "));
}

TEST_F(Failures, ReportADaemonThatEndsDuringARequest) {
  const Peer silent(socket_, "");
  each_that_asks("no_answer", [&](const object& error) {
    EXPECT_EQ(text_at(error, "where"), socket_);
    EXPECT_THAT(text_at(error, "message"), HasSubstr("closed the connection"));
  });
}

TEST_F(Failures, GiveTheDaemonsOwnCode) {
  const Peer peer(socket_, R"({"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no session\nof that name"}})"
                           "\n");
  each_that_asks("refused", [](const object& error) {
    EXPECT_EQ(number_at(error, "rpc_code"), -32001);
    EXPECT_EQ(error.at("message").as_string(), "no session\nof that name");
    EXPECT_THAT(text_at(error, "advice"), HasSubstr("interlockctl status"));
  });
}

TEST_F(Failures, OfAnotherUserDifferFromThoseOfAMissingDaemon) {
  const Peer peer(socket_, "");
  ASSERT_EQ(::chmod(socket_.c_str(), 0), 0);
  ASSERT_EQ(::chmod(dir_.c_str(), 0755), 0);
  constexpr uid_t nobody = 65534;
  const auto said = ctl({"--json", "status"}, nullptr, ::geteuid() == 0 ? nobody : 0);
  if (said.code == 126) GTEST_SKIP() << "the build cannot be reached by another user";
  EXPECT_EQ(said.code, 1);
  const auto error = said.error();
  EXPECT_EQ(text_at(error, "code"), "no_connection");
  EXPECT_EQ(text_at(error, "where"), socket_);
  EXPECT_THAT(text_at(error, "message"), HasSubstr("permission denied"));
  EXPECT_THAT(text_at(error, "advice"), HasSubstr("only the user whose desktop it is"));
}

TEST_F(Failures, OfAPolicyNameEachMistake) {
  const auto error = ctl({"check", "--json", "--policy", bad_policy_}).error();
  EXPECT_EQ(text_at(error, "where"), bad_policy_ + ":1:1");
  const auto& mistakes = error.at("mistakes").as_array();
  ASSERT_EQ(mistakes.size(), 2U);
  const auto& second = mistakes[1].as_object();
  EXPECT_EQ(text_at(second, "where"), bad_policy_ + ":2:1");
  EXPECT_THAT(text_at(second, "message"), HasSubstr("protectd_classes"));
}

TEST_F(Failures, OfALogThatIsAFolderAreReported) {
  std::filesystem::create_directory(dir_ + "/audit.jsonl");
  const auto log = dir_ + "/audit.jsonl";
  const auto good = dir_ + "/good.yaml";
  std::ofstream(good) << "preset: default\n";
  for (const Words& words : std::vector<Words>{{"audit", "--file", log},
                                               {"audit", "replay", "--policy", good, log},
                                               {"report", "s1", "--file", log},
                                               {"playbook", "from-session", "s1", "--dir", dir_}}) {
    auto asked = words;
    asked.emplace_back("--json");
    const auto said = ctl(asked);
    EXPECT_EQ(said.code, 1);
    const auto error = said.error();
    EXPECT_EQ(text_at(error, "message"), "cannot read the audit log: Is a directory");
    EXPECT_EQ(text_at(error, "where"), log);
  }
}

TEST_F(Failures, OneThatOnlyWarnsAnswersToo) {
  const auto log = dir_ + "/audit.jsonl";
  std::ofstream out(log);
  for (int run = 0; run < 2; ++run) {
    out << R"({"record":"note","what":"start"})" << '\n'
        << R"({"record":"begin","id":"a1","session":"s1","agent":"shop","summary":"click"})" << '\n';
  }
  out.close();
  const auto said = ctl({"--json", "report", "s1", "--file", log});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(text_at(said.about("warning"), "message"), "the newest of 2 sessions of that name");
  EXPECT_THAT(said.out, HasSubstr(R"("records":[{)"));
}

/// Commands that answer without a daemon.
TEST_F(Failures, AreNoAnswers) {
  for (const Words& words : std::vector<Words>{{"completion", "zsh"},
                                               {"redact"},
                                               {"parse-url"},
                                               {"check"},  // its line is not a case: the answer reports this
                                               {"lint", bad_policy_},
                                               {"--version"}}) {
    SCOPED_TRACE(words.front());
    auto asked = words;
    asked.emplace_back("--json");
    const auto said = ctl(asked);
    EXPECT_EQ(said.err, "");
    boost::system::error_code bad;
    (void)json::parse(said.out, bad);
    EXPECT_FALSE(bad) << said.out;
  }
}

}  // namespace
}  // namespace interlock::cli
