/// Messages only: what a host may send, and what it must not be able to break. There is no daemon.
#include "clients/mcp/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ipc/decode.h"

namespace interlock::mcp {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class McpServer : public testing::Test {
 protected:
  std::vector<json::value> said;
  Server server{"/nonexistent/agent.sock", {}, [this](const json::value& message) { said.push_back(message); }};

  /// The server's answers to a line.
  std::vector<json::value> on(std::string_view line) {
    said.clear();
    server.line(line);
    return said;
  }
  json::value one(std::string_view line) {
    const auto answers = on(line);
    EXPECT_THAT(answers, SizeIs(1)) << line;
    return answers.empty() ? json::value() : answers.front();
  }
  std::int64_t error(std::string_view line) {
    const auto answer = one(line);
    return answer.as_object().contains("error") ? answer.at("error").at("code").as_int64() : 0;
  }
  std::string begin(std::string_view revision) {
    const auto answer = one(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")" +
                            std::string(revision) + R"(","capabilities":{},"clientInfo":{"name":"h","version":"1"}}})");
    on(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    return std::string(answer.at("result").at("protocolVersion").as_string());
  }
};

TEST_F(McpServer, AgreesOnARevision) {
  EXPECT_EQ(begin("2024-11-05"), "2024-11-05");
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})"),
            -32600);
}
TEST_F(McpServer, OffersItsNewestRevisionToAHostOfAnother) {
  EXPECT_EQ(begin("2031-01-01"), "2025-11-25");
}
TEST_F(McpServer, BeginsWithInitialize) {
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"), -32600);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"), 0);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})"), -32602);
}

TEST_F(McpServer, BadMessagesGetErrorsAndEndNothing) {
  begin("2025-06-18");
  EXPECT_EQ(error("no json"), -32700);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})"), -32700);
  EXPECT_EQ(error("\"\xff\""), -32700);
  EXPECT_EQ(error(std::string(5000, '[')), -32700);
  EXPECT_EQ(error("[]"), -32600);
  EXPECT_EQ(error("7"), -32600);
  EXPECT_EQ(error(R"({"id":1,"method":"ping"})"), -32600);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":null,"method":"ping"})"), -32600);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})"), -32600);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})"), -32600);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"prompts/list"})"), -32601);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"resources/nope"})"), -32601);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}})"),
            -32002);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}})"), -32602);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"click","arguments":[]}})"),
            -32602);
  EXPECT_EQ(error(R"({"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"loud"}})"), -32602);
  EXPECT_THAT(on(R"({"jsonrpc":"2.0","id":9,"result":{}})"), IsEmpty()) << "an answer to nothing";
  EXPECT_THAT(on(R"({"jsonrpc":"2.0","method":"notifications/anything"})"), IsEmpty());
  EXPECT_THAT(on(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}})"), IsEmpty());
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","id":"x","method":"ping","params":{"_meta":{}}})").at("id"), "x");
}

TEST_F(McpServer, TakesBatchesInTheOneRevisionThatHasThem) {
  begin("2025-03-26");
  const auto answer = one(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},
                              {"jsonrpc":"2.0","id":2,"method":"nope"}])");
  ASSERT_TRUE(answer.is_array());
  EXPECT_THAT(answer.as_array(), SizeIs(2));
  EXPECT_EQ(error("[]"), -32600);
}

TEST_F(McpServer, WithoutTheDaemonToolsAreListedAndReportTheProblem) {
  begin("2025-06-18");
  EXPECT_GE(one(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})").at("result").at("tools").as_array().size(), 8u);
  for (const auto* name : {"click", "observe", "status"}) {
    on(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":")" + std::string(name) +
       R"(","arguments":{}}})");
    ASSERT_FALSE(said.empty());
    const auto text = json::serialize(said.back());
    EXPECT_THAT(text, HasSubstr("\"isError\":true"));
    EXPECT_THAT(text, HasSubstr("is interlockd running?"));
  }
}

TEST_F(McpServer, LogsOnlyFromTheLevelThatIsWanted) {
  begin("2025-06-18");
  on(R"({"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"emergency"}})");
  said.clear();
  server.tick(Clock::now());
  EXPECT_THAT(said, IsEmpty());
}

TEST_F(McpServer, SaysThatTheDaemonCannotBeReached) {
  begin("2025-06-18");
  said.clear();
  server.tick(Clock::now());
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_THAT(json::serialize(said[0]), HasSubstr("interlockd cannot be reached"));
  server.tick(Clock::now() + std::chrono::minutes{1});
  EXPECT_THAT(said, SizeIs(1)) << "once is enough";
}

}  // namespace
}  // namespace interlock::mcp
