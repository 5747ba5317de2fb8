// How a served socket treats well-behaved clients.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/socket.h>
#include <unistd.h>

#include "ipc/limits.h"
#include "tests/unit/ipc/served.h"

namespace interlock::ipc {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(Server, AnswersRequests) {
  Served served;
  Client client = served.connect();
  EXPECT_EQ(client.call("status"), (json::value{{"state", "running"}}));
  const auto unknown = client.call("sttaus");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, error_code::method_not_found);
  EXPECT_EQ(client.call("status"), (json::value{{"state", "running"}}));  // the connection continues
}

TEST(Server, ReportsItsPeer) {
  Served served;
  Client client = served.connect();
  ASSERT_TRUE(client.call("status"));
  served.on_loop([&] {
    EXPECT_EQ(served.latest->peer().pid, ::getpid());
    EXPECT_EQ(served.latest->peer().uid, ::getuid());
    EXPECT_EQ(served.latest->peer().program, "unit_ipc");
    EXPECT_GT(served.latest->number(), 0u);
  });
}

TEST(Server, CarriesOutRequestsSideBySideAndAnswersAsTheyEnd) {
  Served served;
  Client client = served.connect();
  const int fd = client.native_handle();
  RawReader reader(fd);
  send_all(fd, R"({"jsonrpc":"2.0","id":1,"method":"session.open","params":{"name":"slow"}})"
               "\n"
               R"({"jsonrpc":"2.0","id":2,"method":"status"})"
               "\n");
  EXPECT_THAT(reader.line(), HasSubstr("\"id\":2"));
  served.release();
  EXPECT_THAT(reader.line(), HasSubstr(R"("id":1,"result":{"session":"slow"})"));
}

TEST(Server, DoesNotAnswerNotifications) {
  Served served;
  Client client = served.connect();
  RawReader reader(client.native_handle());
  send_all(client.native_handle(), R"({"jsonrpc":"2.0","method":"status"})"
                                   "\n"
                                   R"({"jsonrpc":"2.0","method":"nothing"})"
                                   "\n"
                                   R"({"jsonrpc":"2.0","method":"turn.end"})"
                                   "\n"
                                   R"({"jsonrpc":"2.0","id":9,"method":"status"})"
                                   "\n");
  EXPECT_THAT(reader.line(), HasSubstr("\"id\":9"));
}

TEST(Server, TurnsAThrowingHandlerIntoAnError) {
  Served served;
  Client client = served.connect();
  const auto answer = client.call("turn.end");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, error_code::internal);
  EXPECT_THAT(answer.error().message, HasSubstr("the handler is broken"));
  EXPECT_TRUE(client.call("status"));
}

TEST(Server, AnswersAClientThatHasStoppedSending) {
  Served served;
  Client client = served.connect();
  RawReader reader(client.native_handle());
  send_all(client.native_handle(), R"({"jsonrpc":"2.0","id":1,"method":"session.open","params":{"name":"n"}})"
                                   "\n");
  ::shutdown(client.native_handle(), SHUT_WR);
  ASSERT_TRUE(eventually([&] { return served.waiting == 1; }));
  EXPECT_EQ(served.connections(), 1u);
  served.release();
  EXPECT_THAT(reader.line(), HasSubstr("\"session\":\"n\""));
  EXPECT_TRUE(reader.ends());
  EXPECT_TRUE(eventually([&] { return served.closed == 1; }));
}

TEST(Server, SaysThatALastLineWasCutShort) {
  Served served;
  Client client = served.connect();
  RawReader reader(client.native_handle());
  send_all(client.native_handle(), R"({"jsonrpc":"2.0","id":1,"method":"status"})");
  ::shutdown(client.native_handle(), SHUT_WR);
  EXPECT_THAT(reader.line(), HasSubstr("ended inside a line"));
  EXPECT_TRUE(reader.ends());
}

TEST(Server, NoticesAClientThatGoesWhileItsRequestIsCarriedOut) {
  Served served;
  {
    Client client = served.connect();
    send_all(client.native_handle(), R"({"jsonrpc":"2.0","id":1,"method":"session.open","params":{"name":"n"}})"
                                     "\n");
    ASSERT_TRUE(eventually([&] { return served.waiting == 1; }));
  }
  EXPECT_TRUE(eventually([&] { return served.closed == 1; }));  // though nothing released the handler
  EXPECT_EQ(served.finished, 0);
  served.release();
  EXPECT_TRUE(eventually([&] { return served.finished == 1; }));  // its answer is dropped
  EXPECT_EQ(served.connections(), 0u);
}

TEST(Server, NoticesAClientThatGoesAfterItStoppedSending) {
  Served served;
  {
    Client client = served.connect();
    send_all(client.native_handle(), R"({"jsonrpc":"2.0","id":1,"method":"session.open","params":{"name":"n"}})"
                                     "\n");
    ::shutdown(client.native_handle(), SHUT_WR);
    ASSERT_TRUE(eventually([&] { return served.waiting == 1; }));
  }
  EXPECT_TRUE(eventually([&] { return served.closed == 1; }));
}

TEST(Server, SendsEventsBetweenAnswers) {
  Served served;
  Client client = served.connect();
  ASSERT_TRUE(client.call("status"));
  served.on_loop([&] { served.latest->send_event("state", {{"state", "paused"}}); });
  ASSERT_TRUE(client.call("status"));
  const auto event = client.next_event(10s);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->at("method"), json::value("state"));
  EXPECT_EQ(event->at("params").at("state"), json::value("paused"));
  EXPECT_FALSE(client.next_event(0ms));
  EXPECT_TRUE(client.is_open());
}

TEST(Server, ClosesAfterQueuedReplies) {
  Served served;
  Client client = served.connect();
  ASSERT_TRUE(client.call("status"));
  served.on_loop([&] {
    for (int i = 0; i < 100; ++i) served.latest->send_event("state", json::string(10'000, 'x'));
    served.latest->close();
    served.latest->send_event("state", "too late");
  });
  int events = 0;
  while (client.next_event(10s)) ++events;
  EXPECT_EQ(events, 100);
  EXPECT_FALSE(client.is_open());
  EXPECT_TRUE(eventually([&] { return served.closed == 1; }));
}

TEST(Server, CallsClosedOnceForEveryConnectionAlsoWhenItStops) {
  Served served;
  std::vector<Client> clients;
  for (int i = 0; i < 5; ++i) clients.push_back(served.connect());
  ASSERT_TRUE(eventually([&] { return served.connections() == 5; }));
  clients.pop_back();
  ASSERT_TRUE(eventually([&] { return served.closed == 1; }));
  send_all(clients[0].native_handle(), R"({"jsonrpc":"2.0","id":1,"method":"session.open","params":{"name":"n"}})"
                                       "\n");
  ASSERT_TRUE(eventually([&] { return served.waiting == 1; }));
  served.stop();
  EXPECT_EQ(served.closed, 5);
  EXPECT_NE(::access(served.path().c_str(), F_OK), 0) << "the socket file is still there";
  EXPECT_FALSE(clients[0].next_event(10s));
  EXPECT_FALSE(clients[0].is_open());
}

}  // namespace
}  // namespace interlock::ipc
