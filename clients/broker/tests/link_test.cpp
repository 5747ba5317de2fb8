/// A link that is closed while it connects: its thread may be held by the network for long, and must not call an owner
/// that is gone.
#include "clients/broker/link.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <fstream>
#include <functional>
#include <optional>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "ipc/fd.h"
#include "tests/temp_dir.h"

namespace interlock::broker {
namespace {

using namespace std::chrono_literals;

/// A port of this machine whose queue is full: who connects waits, until the port is closed.
class BusyPort {
 public:
  BusyPort() {
    sockaddr_in address{.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    listener_.emplace(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::bind(listener_->get(), generic, size), 0);
    EXPECT_EQ(::listen(listener_->get(), 0), 0);
    EXPECT_EQ(::getsockname(listener_->get(), generic, &size), 0);
    port_ = ntohs(address.sin_port);
    for (auto& one : waiting_) {
      one.emplace(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      (void)::connect(one->get(), generic, size);
    }
  }
  std::uint16_t port() const { return port_; }
  /// Connections that wait are refused.
  void close() { listener_.reset(); }

 private:
  std::optional<ipc::Fd> listener_;
  std::array<std::optional<ipc::Fd>, 4> waiting_;
  std::uint16_t port_ = 0;
};

bool within(std::chrono::seconds patience, const std::function<bool()>& holds) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(10ms);  // between looks; the limit is `patience`
  }
  return true;
}

TEST(Link, ClosedWhileItConnectsCallsNobodyBack) {
  const test::TempDir dir;
  for (const char* name : {"/ca", "/certificate", "/key"}) std::ofstream(dir.path() + name) << "-\n";
  BusyPort busy;
  const Settings settings{.host = "127.0.0.1",
                          .port = busy.port(),
                          .name = "desk-7",
                          .ca = dir.path() + "/ca",
                          .certificate = dir.path() + "/certificate",
                          .private_key = dir.path() + "/key"};
  auto called = std::make_shared<std::atomic<int>>(0);
  const std::weak_ptr<std::atomic<int>> thread_lives = called;  // it keeps the handlers
  {
    const auto count = [called](const auto&...) { ++*called; };
    auto link = Link::open(settings, {.client = "desk-7", .will = {}, .largest = 0}, {count, count, count, count});
    ASSERT_TRUE(link) << link.error().text();
    (*link)->start();
    std::this_thread::sleep_for(200ms);  // closing must work at any moment; most likely the link still connects
  }
  auto* const counter = called.get();
  EXPECT_EQ(*counter, 0) << "it should be connecting still";
  // The connection ends now, and the thread with it.
  busy.close();
  EXPECT_TRUE(within(60s, [&] { return thread_lives.use_count() == 1; })) << "the thread goes on";
  EXPECT_EQ(*counter, 0) << "a handler was called after the end of the link";
}

}  // namespace
}  // namespace interlock::broker
