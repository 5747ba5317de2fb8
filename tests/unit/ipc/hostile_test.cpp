// The replies to broken, slow or hostile clients; and that a well-behaved one is served all the while.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ipc/limits.h"
#include "tests/unit/ipc/served.h"

namespace interlock::ipc {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;

const std::string status_line = R"({"jsonrpc":"2.0","id":1,"method":"status"})"
                                "\n";
const std::string waiting_line = R"({"jsonrpc":"2.0","id":1,"method":"session.open","params":{"name":"n"}})"
                                 "\n";

class Hostile : public testing::Test {
 protected:
  /// Another client, connected all the while.
  void TearDown() override { expect_served(); }
  void expect_served() { EXPECT_EQ(bystander_.call("status", {}, 5s), (json::value{{"state", "running"}})); }

  Served served_;
  Client bystander_ = served_.connect();
};

struct Nonsense {
  const char* name;
  std::string line;
  int code;
};

TEST_F(Hostile, NonsenseIsAnsweredAndTheConnectionContinues) {
  const Nonsense cases[] = {
      {"malformed", "{\"jsonrpc\":", error_code::parse},
      {"binary", std::string("\x00\x01\xfe\xff", 4), error_code::parse},
      {"invalid UTF-8",
       R"({"jsonrpc":"2.0","id":1,"method":")"
       "\xc3\x28\"}",
       error_code::parse},
      {"depth 10,000", std::string(10'000, '[') + std::string(10'000, ']'), error_code::parse},
      {"deep params", R"({"jsonrpc":"2.0","id":1,"method":"act","params":)" + std::string(10'000, '['),
       error_code::parse},
      {"duplicate key", R"({"jsonrpc":"2.0","id":1,"id":2,"method":"status"})", error_code::parse},
      {"batch", "[" + std::string(R"({"jsonrpc":"2.0","id":1,"method":"status"})") + "]", error_code::invalid_request},
      {"unknown key", R"({"jsonrpc":"2.0","id":1,"method":"status","extra":1})", error_code::invalid_request},
      {"unknown method", R"({"jsonrpc":"2.0","id":1,"method":"shutdown"})", error_code::method_not_found},
      {"control method", R"({"jsonrpc":"2.0","id":1,"method":"resume"})", error_code::method_not_found},
      {"wrong type", R"({"jsonrpc":"2.0","id":1,"method":"act","params":{"action":{"type":"click","x":"1","y":2}}})",
       error_code::invalid_params},
      {"huge number", R"({"jsonrpc":"2.0","id":1,"method":"act","params":{"action":{"type":"click","x":1e999,"y":2}}})",
       error_code::parse},
      {"HTTP", "GET / HTTP/1.1\r\nHost: localhost\r\n", error_code::parse},
  };
  Client client = served_.connect();
  RawReader reader(client.native_handle());
  for (const Nonsense& nonsense : cases) {
    ASSERT_TRUE(send_all(client.native_handle(), nonsense.line + "\n")) << nonsense.name;
    const std::string answer = reader.line();
    EXPECT_THAT(answer, HasSubstr("\"error\":{\"code\":" + std::to_string(nonsense.code))) << nonsense.name;
    if (std::string_view(nonsense.name) == "HTTP") reader.line();  // two lines, two answers
    ASSERT_TRUE(send_all(client.native_handle(), status_line));
    EXPECT_THAT(reader.line(), HasSubstr("\"result\"")) << nonsense.name;
  }
}

TEST_F(Hostile, ALineOfTwoMebibytesIsRefusedAndClosed) {
  Client client = served_.connect();
  RawReader reader(client.native_handle());
  send_all(client.native_handle(), std::string(2 * 1024 * 1024, 'x') + "\n" + status_line);
  EXPECT_THAT(reader.line(), AllOf(HasSubstr("-32003"), HasSubstr("more than 1048576 bytes")));
  EXPECT_TRUE(reader.ends());
  EXPECT_TRUE(eventually([&] { return served_.closed == 1; }));
}

TEST_F(Hostile, TheClientLearnsWhyItsLineWasRefused) {
  Client client = served_.connect();
  const auto answer = client.call("hello", {{"client", std::string(2 * 1024 * 1024, 'x')}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, error_code::limit);
}

TEST_F(Hostile, HalfALineAndSilenceIsClosedInTime) {
  Client client = served_.connect();
  RawReader reader(client.native_handle());
  const auto start = std::chrono::steady_clock::now();
  send_all(client.native_handle(), status_line + "{\"jsonrpc\"");
  EXPECT_THAT(reader.line(), HasSubstr("\"result\""));
  expect_served();
  EXPECT_THAT(reader.line(), HasSubstr("not completed within 10 seconds"));
  EXPECT_TRUE(reader.ends());
  EXPECT_GE(std::chrono::steady_clock::now() - start, limits::partial_line);
}

TEST_F(Hostile, OneProcessHasItsShareOfConnections) {
  std::vector<Client> clients;
  for (int i = 0; i < 200; ++i) clients.push_back(served_.connect());
  std::size_t welcome = 0;
  for (Client& client : clients) {
    const auto answer = client.call("status");
    if (answer) {
      ++welcome;
    } else {
      EXPECT_EQ(answer.error().code, error_code::limit);
      EXPECT_THAT(answer.error().message, HasSubstr("has 16 connections open, its share"));
    }
  }
  EXPECT_EQ(welcome, limits::connections_of_process - 1);  // the bystander is one
  expect_served();
  clients.clear();
  ASSERT_TRUE(eventually([&] { return served_.connections() == 1; }));
  EXPECT_TRUE(served_.connect().call("status"));  // new connections are accepted again
}

/// Another process, which opens as many connections as it may, and keeps them while it lives.
class Neighbour {
 public:
  explicit Neighbour(const std::string& path) : pid_(fork()) {
    if (pid_ != 0) return;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    for (std::size_t i = 0; i < limits::connections_of_process; ++i) {
      const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
      if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) _exit(1);
    }
    pause();
    _exit(0);
  }
  ~Neighbour() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Neighbour(const Neighbour&) = delete;

 private:
  pid_t pid_;
};

TEST_F(Hostile, AllProcessesTogetherAreBounded) {
  {
    std::vector<std::unique_ptr<Neighbour>> neighbours;
    for (std::size_t i = 1; i <= limits::connections / limits::connections_of_process; ++i) {
      neighbours.push_back(std::make_unique<Neighbour>(served_.path()));
      const auto wanted = std::min(limits::connections, 1 + i * limits::connections_of_process);  // and the bystander
      ASSERT_TRUE(eventually([&] { return served_.connections() == wanted; })) << served_.connections();
    }
    const auto answer = served_.connect().call("status");
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error().message, HasSubstr("64 connections are open"));
    expect_served();
  }
  ASSERT_TRUE(eventually([&] { return served_.connections() == 1; }));
  EXPECT_TRUE(served_.connect().call("status"));  // new connections are accepted again
}

TEST_F(Hostile, RequestsBeyondTheLimitAreRefusedOneByOne) {
  Client client = served_.connect();
  RawReader reader(client.native_handle());
  for (std::size_t i = 0; i < limits::in_flight; ++i) send_all(client.native_handle(), waiting_line);
  send_all(client.native_handle(), R"({"jsonrpc":"2.0","id":"surplus","method":"status"})"
                                   "\n");
  EXPECT_THAT(reader.line(), AllOf(HasSubstr("\"id\":\"surplus\""), HasSubstr("-32003")));
  expect_served();
  ASSERT_TRUE(eventually([&] { return served_.waiting == int(limits::in_flight); }));
  served_.release();
  for (std::size_t i = 0; i < limits::in_flight; ++i) EXPECT_THAT(reader.line(), HasSubstr("\"result\""));
  send_all(client.native_handle(), status_line);
  EXPECT_THAT(reader.line(), HasSubstr("\"running\""));
}

TEST_F(Hostile, AClientThatNeverReadsIsClosed) {
  Client client = served_.connect();
  for (int i = 0; i < 20 && served_.closed == 0; ++i) {
    send_all(client.native_handle(), R"({"jsonrpc":"2.0","id":1,"method":"tools"})"
                                     "\n");  // a megabyte each
    expect_served();
  }
  EXPECT_TRUE(eventually([&] { return served_.closed == 1; }));
}

TEST_F(Hostile, AFloodOfLinesDoesNotDelayOtherClients) {
  Client flooder = served_.connect();
  std::atomic<bool> stop = false;
  std::thread flood([&] {
    std::string lines;
    for (int i = 0; i < 10'000; ++i) lines += "{}\n";
    RawReader reader(flooder.native_handle());
    while (!stop && send_all(flooder.native_handle(), lines)) {
      for (int i = 0; i < 10'000 && !reader.line().empty(); ++i) {
      }
    }
  });
  for (int i = 0; i < 50; ++i) expect_served();
  stop = true;
  flood.join();
}

TEST_F(Hostile, AbruptEndsWithRequestsInFlightLeaveNothingBehind) {
  for (int round = 0; round < 20; ++round) {
    Client client = served_.connect();
    for (std::size_t i = 0; i < limits::in_flight; ++i) send_all(client.native_handle(), waiting_line);
    send_all(client.native_handle(), R"({"jsonrpc":"2.0","id":1,"method":"tools"})"
                                     "\n");
  }
  EXPECT_TRUE(eventually([&] { return served_.closed == 20; }));
  served_.release();
  EXPECT_TRUE(eventually([&] { return served_.waiting == 0; }));
  EXPECT_EQ(served_.connections(), 1u);
}

TEST_F(Hostile, RunningOutOfDescriptorsDoesNotEndOrSpinTheServer) {
  expect_served();  // it is accepted before the descriptors are used up
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const int next = ::dup(0);  // the lowest free descriptor
  ::close(next);
  rlimit tight{static_cast<rlim_t>(next) + 1, before.rlim_max};  // one for the client's end, none for the server's
  ::setrlimit(RLIMIT_NOFILE, &tight);
  Client waiting = served_.connect();
  timespec begin{}, end{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
  for (int i = 0; i < 30; ++i) {
    expect_served();
    std::this_thread::sleep_for(10ms);  // time in which a spinning loop would show
  }
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  ::setrlimit(RLIMIT_NOFILE, &before);
  const double busy = double(end.tv_sec - begin.tv_sec) + double(end.tv_nsec - begin.tv_nsec) / 1e9;
  EXPECT_LT(busy, 0.2);
  EXPECT_TRUE(waiting.call("status", {}, 5s));  // served once there is a descriptor
}

TEST_F(Hostile, AnotherUserIsTurnedAway) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  // Makes the path accessible, so that only the peer's credentials protect it.
  const std::string folder = served_.path().substr(0, served_.path().rfind('/'));
  ASSERT_EQ(::chmod(folder.c_str(), 0711), 0);
  ASSERT_EQ(::chmod(served_.path().c_str(), 0666), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setresuid(65534, 65534, 65534) != 0) ::_exit(2);
    auto client = Client::connect(served_.path());
    if (!client) ::_exit(3);
    const auto answer = client->call("status", {}, 5s);
    ::_exit(!answer && answer.error().message.find("another user") != std::string::npos ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace interlock::ipc
