// Bad input gets a JSON-RPC error or a closed connection; the daemon keeps running, others are served, nothing is
// injected.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace interlock::test {
namespace {

using std::chrono::milliseconds;

// A connection that sends what no correct client would.
class RawSocket {
 public:
  explicit RawSocket(const std::string& path) : fd_(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    connected_ = eventually([&] { return connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0; });
  }
  RawSocket(RawSocket&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), connected_(other.connected_), closed_(other.closed_), in_(other.in_) {}
  RawSocket& operator=(RawSocket&&) = delete;
  ~RawSocket() {
    if (fd_ >= 0) close(fd_);
  }

  bool connected() const { return connected_; }
  bool closed() const { return closed_; }

  // Sends all of it, or as much as the other end reads before it closes.
  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      pollfd wait{fd_, POLLOUT, 0};
      if (poll(&wait, 1, static_cast<int>(milliseconds(patience).count())) <= 0) return;
      const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EAGAIN) continue;
      if (sent < 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  // The next line; empty if none came in time or the connection was closed.
  std::string line(milliseconds limit = patience) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (true) {
      if (const auto newline = in_.find('\n'); newline != std::string::npos) {
        const auto found = in_.substr(0, newline);
        in_.erase(0, newline + 1);
        return found;
      }
      const auto left = std::chrono::duration_cast<milliseconds>(end - std::chrono::steady_clock::now()).count();
      pollfd wait{fd_, POLLIN, 0};
      if (closed_ || left <= 0 || poll(&wait, 1, static_cast<int>(left)) <= 0) return "";
      char buffer[65536];
      const auto got = recv(fd_, buffer, sizeof buffer, 0);
      if (got <= 0 && errno != EAGAIN) closed_ = true;
      if (got == 0) closed_ = true;
      if (got > 0) in_.append(buffer, static_cast<std::size_t>(got));
    }
  }

  // An error reply, or the end of the connection: the allowed results of bad input.
  std::string refusal(milliseconds limit = patience) {
    const auto got = line(limit);
    if (got.empty()) return closed_ ? "closed" : "";
    boost::system::error_code error;
    const auto value = json::parse(got, error);
    if (error || !value.is_object() || !value.as_object().contains("error")) return "";
    return got;
  }

 private:
  int fd_;
  bool connected_ = false;
  bool closed_ = false;
  std::string in_;
};

class Wire : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.desktop = {.accessibility = false}});
    daemon_pid = world->daemon().pid();
  }
  static void TearDownTestSuite() { world.reset(); }

  void SetUp() override {
    bystander = std::make_unique<Agent>(world->socket(), "bystander");
    x = std::make_unique<X>(world->desktop().display());
    world->desktop().output({"xdotool", "mousemove", "11", "13"});
  }

  // After each series: the same daemon serves the old connection and new ones, and the pointer is where it was.
  void TearDown() override {
    EXPECT_TRUE(world->daemon().running());
    EXPECT_EQ(world->daemon().pid(), daemon_pid);
    EXPECT_EQ(bystander->call("status").error, "");
    EXPECT_EQ(world->agent().call("status").error, "");
    EXPECT_EQ(x->pointer(), (Point{11, 13}));
    EXPECT_FALSE(x->anything_down());
    bystander.reset();
  }

  static std::string act(const std::string& action) {
    return R"({"jsonrpc":"2.0","id":1,"method":"act","params":{"action":)" + action + "}}\n";
  }

  static inline std::unique_ptr<World> world;
  static inline pid_t daemon_pid = -1;
  std::unique_ptr<Agent> bystander;
  std::unique_ptr<X> x;
};

TEST_F(Wire, BadLinesGetAnError) {
  const std::string bad[] = {
      "{\n",
      "]\n",
      "nul\n",
      "\"text\"\n",
      "[]\n",
      "{}\n",
      "\xff\xfe\n",
      R"({"jsonrpc":"1.0","id":1,"method":"status"})"
      "\n",
      R"({"jsonrpc":"2.0","id":1})"
      "\n",
      R"({"jsonrpc":"2.0","id":1,"method":7})"
      "\n",
      R"({"jsonrpc":"2.0","id":{},"method":"status"})"
      "\n",
      R"({"jsonrpc":"2.0","id":1,"method":"launch"})"
      "\n",
      R"({"jsonrpc":"2.0","id":1,"method":"status","extra":1})"
      "\n",
      R"({"jsonrpc":"2.0","id":1,"method":"status","method":"act"})"
      "\n",
      R"({"jsonrpc":"2.0","id":1,"method":"status","params":[]})"
      "\n",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sta\xc3\x28tus\"}\n",
      act("{}"),
      act("[]"),
      act("7"),
      act(R"({"type":"explode"})"),
      act(R"({"type":"click"})"),
      act(R"({"type":"click","x":"5","y":5})"),
      act(R"({"type":"click","x":5.5,"y":5})"),
      act(R"({"type":"click","x":-5,"y":5})"),
      act(R"({"type":"click","x":1e99,"y":5})"),
      act(R"({"type":"click","x":5,"y":5,"z":5})"),
      act(R"({"type":"click","x":5,"y":5,"x":900})"),
      act(R"({"type":"click","x":5,"y":5,"count":40})"),
      act(R"({"type":"click","x":5,"y":5,"button":"any"})"),
      act(R"({"type":"type","text":5})"),
      act("{\"type\":\"type\",\"text\":\"\xed\xa0\x80\"}"),
      act(R"({"type":"key","keys":"ctrl+"})"),
      act(R"({"type":"wait","ms":1e12})"),
      act(R"({"type":"sequence","steps":[{"type":"sequence","steps":[]}]})"),
      R"({"jsonrpc":"2.0","id":1,"method":"act","params":{"action":{"type":"move","x":500,"y":500},"dry_run":"yes"}})"
      "\n",
  };
  RawSocket one(world->socket());
  for (const auto& line : bad) {
    RawSocket fresh(world->socket());
    fresh.send(line);
    EXPECT_NE(fresh.refusal(), "") << line;
    if (one.closed()) continue;
    one.send(line);
    EXPECT_NE(one.refusal(), "") << "on a used connection: " << line;
  }
}

// Agents cannot use the control methods, whatever they send.
TEST_F(Wire, AgentsReachNoControlMethod) {
  for (const std::string method : {"pending", "reply", "pause", "resume", "halt", "reload", "watch", "explain",
                                   "sandbox.enter", "validator.register", "validator.answer"}) {
    RawSocket agent(world->socket());
    agent.send(R"({"jsonrpc":"2.0","id":1,"method":")" + method + "\"}\n");
    EXPECT_NE(agent.refusal().find("-32601"), std::string::npos) << method;
  }
}

TEST_F(Wire, TheHumansCommandsAreRecorded) {
  for (const std::string order : {"pause", "resume", "halt"}) {
    ASSERT_EQ(world->ctl({order}).code, 0);
    const auto log = world->audit();
    const auto at = log.find("\"what\":\"" + order + "\"");
    ASSERT_NE(at, std::string::npos) << log;
    EXPECT_NE(log.find("\"program\":\"interlockctl\"", at), std::string::npos) << log;
  }
}

TEST_F(Wire, OverlongLine) {
  RawSocket agent(world->socket());
  agent.send(std::string(2 * 1024 * 1024, 'x'));
  EXPECT_NE(agent.refusal(), "");
  agent.send("\n");
  EXPECT_EQ(agent.refusal().empty(), false);
}

TEST_F(Wire, OverlongText) {
  RawSocket agent(world->socket());
  agent.send(act(R"({"type":"type","text":")" + std::string(900'000, 'a') + "\"}"));
  EXPECT_NE(agent.refusal(), "");
}

TEST_F(Wire, DeepNesting) {
  for (const std::string open : {"[", "{\"a\":"}) {
    std::string deep;
    for (int i = 0; i < 10'000; ++i) deep += open;
    RawSocket agent(world->socket());
    agent.send(deep + "\n");
    EXPECT_NE(agent.refusal(), "") << open;
    RawSocket inside(world->socket());
    inside.send(act(deep));
    EXPECT_NE(inside.refusal(), "") << open;
  }
}

// Half a line delays nobody, and is not waited for without limit.
TEST_F(Wire, HalfALineAndSilence) {
  RawSocket silent(world->socket());
  silent.send(R"({"jsonrpc":"2.0","id":1,"method":"act","params":{"action":{"type":"mo)");
  EXPECT_EQ(bystander->call("status").error, "");
  EXPECT_NE(silent.refusal(), "");
}

TEST_F(Wire, HalfALineThenDisconnected) {
  for (int i = 0; i < 20; ++i) {
    RawSocket gone(world->socket());
    gone.send(R"({"jsonrpc":"2.0","id":1,"method":"act","params":{"action":{"type":"move","x":500,"y":500}}})");
  }
  EXPECT_EQ(bystander->call("status").error, "");
  EXPECT_EQ(x->pointer(), (Point{11, 13})) << "a line without its end is no request";
}

TEST_F(Wire, TwoHundredConnectionsAtOnce) {
  const std::string status = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"status\"}\n";
  {
    std::vector<RawSocket> crowd;
    for (int i = 0; i < 200; ++i) crowd.emplace_back(world->socket());
    int served = 0, refused = 0;
    for (auto& one : crowd) {
      one.send(status);
      const auto got = one.line();
      served += got.find("\"result\"") != std::string::npos;
      refused += got.find("\"error\"") != std::string::npos || (got.empty() && one.closed());
    }
    EXPECT_EQ(served, 15) << "a process has 16 at most, and the bystander has one of them";
    EXPECT_EQ(refused, 185);
    EXPECT_EQ(bystander->call("status").error, "") << "who was there before is still served";
    // Another program can connect all the while.
    const auto answer =
        world->desktop().output({"python3", "-c",
                                 "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]);"
                                 "s.sendall(sys.argv[2].encode()); print(s.makefile().readline())",
                                 world->socket(), status});
    EXPECT_NE(answer.find("\"result\""), std::string::npos) << answer;
  }
  EXPECT_TRUE(eventually([&] {
    RawSocket one(world->socket());
    one.send(status);
    return one.line().find("\"result\"") != std::string::npos;
  })) << "there is room again";
}

TEST_F(Wire, AThousandRequestsInOneWrite) {
  RawSocket agent(world->socket());
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"status\"}\n";
  agent.send(many);
  int answered = 0;
  while (!agent.line().empty()) {
    if (++answered == 1000) break;
  }
  EXPECT_TRUE(answered == 1000 || agent.closed()) << answered;
}

/// The names of the files that have been made in the folder since it is watched, in this order.
std::vector<std::string> made_in_order(int watch) {
  std::vector<std::string> names;
  alignas(inotify_event) std::array<char, 1 << 14> events{};
  const auto size = read(watch, events.data(), events.size());
  for (ssize_t at = 0; at < size;) {
    inotify_event event{};
    std::memcpy(&event, events.data() + at, sizeof event);
    names.emplace_back(events.data() + at + sizeof event);
    at += static_cast<ssize_t>(sizeof event + event.len);
  }
  return names;
}

// Once an agent can connect, people can pause it and answer its questions.
TEST(Sockets, AgentsCanConnectLast) {
  World world({.desktop = {.accessibility = false}});
  EXPECT_EQ(world.agent().call("status").error, "");
  world.daemon().signal(SIGTERM);
  EXPECT_EQ(world.daemon().wait(), 0) << world.daemon_log();
  const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  const std::string folder = std::filesystem::path(world.socket()).parent_path();
  ASSERT_GE(inotify_add_watch(watch, folder.c_str(), IN_CREATE), 0) << folder;
  world.launch_daemon();
  ASSERT_TRUE(world.wait_until_serving()) << world.daemon_log();
  const auto names = made_in_order(watch);
  close(watch);
  const auto at = [&](const char* name) { return std::find(names.begin(), names.end(), name); };
  ASSERT_NE(at("agent.sock"), names.end());
  EXPECT_LT(at("control.sock"), at("agent.sock"));
  EXPECT_LT(at("questions.sock"), at("agent.sock"));
}

}  // namespace
}  // namespace interlock::test
