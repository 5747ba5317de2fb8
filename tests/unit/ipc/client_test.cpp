// The client's errors if there is no server, and where it looks for sockets.
#include "ipc/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include <unistd.h>

#include "ipc/decode.h"
#include "ipc/listen.h"
#include "ipc/tool_schema.h"
#include "tests/unit/ipc/served.h"

namespace interlock::ipc {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;

std::string failure(const std::string& path) {
  const auto client = Client::connect(path);
  return client ? "connected" : client.error().text();
}

TEST(Client, NamesTheSocketTheReasonAndWhatToDo) {
  test::TempDir dir;
  EXPECT_THAT(failure(dir.path() + "/no.sock"),
              AllOf(HasSubstr("there is no socket"), HasSubstr(dir.path()), HasSubstr("is interlockd running?")));
  EXPECT_THAT(failure(""), HasSubstr("empty or longer than 107 bytes"));
  EXPECT_THAT(failure("/" + std::string(200, 'x')), HasSubstr("set INTERLOCK_SOCKET_DIR"));

  const auto dead = open_listening({.path = dir.path() + "/dead.sock"});
  ASSERT_TRUE(dead);
  ::close(dead->fd);
  EXPECT_THAT(failure(dir.path() + "/dead.sock"), AllOf(HasSubstr("nothing listens"), HasSubstr("start it again")));
}

TEST(Client, GivesUpOnASilentDaemonInTime) {
  test::TempDir dir;
  const auto silent = open_listening({.path = dir.path() + "/silent.sock"});
  ASSERT_TRUE(silent);
  auto client = Client::connect(dir.path() + "/silent.sock");
  ASSERT_TRUE(client);
  const auto answer = client->call("status", {}, 50ms);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, error_code::no_answer);
  EXPECT_THAT(answer.error().message, HasSubstr("in time"));
  EXPECT_TRUE(client->is_open());
  ::close(silent->fd);
}

TEST(Client, NoticesADaemonThatGoes) {
  auto served = std::make_unique<Served>();
  Client client = served->connect();
  ASSERT_TRUE(client.call("status"));
  served.reset();
  const auto answer = client.call("status");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, error_code::no_answer);
  EXPECT_THAT(answer.error().message, HasSubstr("closed the connection"));
  EXPECT_FALSE(client.is_open());
}

TEST(Client, IgnoresTheAnswerToARequestItGaveUp) {
  Served served;
  Client client = served.connect();
  EXPECT_FALSE(client.call("session.open", {{"name", "slow"}}, 50ms));
  served.release();
  EXPECT_EQ(client.call("status"), (json::value{{"state", "running"}}));
}

TEST(Client, TakesAnswersLargerThanARequestMayBe) {
  Served served;
  Client client = served.connect();
  const auto answer = client.call("tools");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->at("long").get_string().size(), 1'000'000u);
}

// The schemas of all tools, as an agent without a scope gets them, are nested deeper than a request may be.
TEST(Client, TakesAnswersNestedDeeperThanARequestMayBe) {
  Served served;
  Client client = served.connect();
  for (const auto format : {ToolFormat::json_schema, ToolFormat::anthropic, ToolFormat::openai}) {
    const auto all = tools(format, std::nullopt);
    const json::object reply = {{"jsonrpc", "2.0"}, {"id", 1}, {"result", {{"tools", all}}}};
    EXPECT_FALSE(parse_json(json::serialize(reply))) << "no deeper: this test shows nothing";
    const auto answer = client.call("tools", {{"format", format_name(format)}});
    ASSERT_TRUE(answer) << format_name(format) << ": " << answer.error().message;
    EXPECT_EQ(answer->at("tools"), all);
  }
}

class Environment {
 public:
  explicit Environment(const char* name) : name_(name) {
    if (const char* value = std::getenv(name)) before_ = value;
  }
  ~Environment() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(SocketDir, FollowsTheEnvironment) {
  const Environment own("INTERLOCK_SOCKET_DIR"), runtime("XDG_RUNTIME_DIR");
  ::setenv("INTERLOCK_SOCKET_DIR", "/a", 1);
  ::setenv("XDG_RUNTIME_DIR", "/b", 1);
  EXPECT_EQ(agent_socket(), "/a/agent.sock");
  EXPECT_EQ(control_socket(), "/a/control.sock");
  ::unsetenv("INTERLOCK_SOCKET_DIR");
  EXPECT_EQ(socket_dir(), "/b/interlock");
  ::setenv("XDG_RUNTIME_DIR", "", 1);
  EXPECT_EQ(socket_dir(), "/run/user/" + std::to_string(::getuid()) + "/interlock");
}

}  // namespace
}  // namespace interlock::ipc
