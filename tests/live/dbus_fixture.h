/// A message bus and a single peer to connect to, and a loop to do it on.
#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <thread>

#include "platform/dbus/connection.h"
#include "tests/desktop/desktop.h"
#include "tests/temp_dir.h"

namespace interlock::platform::dbus {

using namespace std::chrono_literals;
namespace asio = boost::asio;

inline Deadline in(std::chrono::milliseconds time) {
  return std::chrono::steady_clock::now() + time;
}

/// A private message bus, without the rest of a desktop.
class Bus {
 public:
  Bus() {
    process_ = test::Process::start({"dbus-daemon", "--session", "--nofork", "--address=unix:path=" + dir_ + "/bus"},
                                    {{"PATH", "/usr/bin:/bin"}});
    EXPECT_TRUE(test::eventually([&] {  // the file exists a moment before anything listens
      const auto socket = peer_socket(address(), static_cast<std::uint32_t>(process_.pid()));
      if (socket) close(*socket);
      return socket.has_value();
    }));
  }
  ~Bus() { process_.kill(); }
  std::string address() const { return "unix:path=" + dir_ + "/bus"; }
  test::Process& process() { return process_; }
  /// Until it no longer answers: a signal takes effect late on a loaded machine.
  void stop() {
    process_.signal(SIGSTOP);
    EXPECT_TRUE(test::eventually([&] {
      const auto stat = test::read_file("/proc/" + std::to_string(process_.pid()) + "/stat");
      return stat.find(") T ") != std::string::npos;
    }));
  }

 private:
  const test::TempDir temp_;
  const std::string dir_ = temp_.path();
  test::Process process_;
};

class DbusConnection : public testing::Test {
 protected:
  /// Runs a test body on the loop, to its end.
  void run(std::function<asio::awaitable<void>()> body) {
    bool done = false;
    asio::co_spawn(loop_, std::move(body), [&](std::exception_ptr e) {
      done = true;
      if (e) std::rethrow_exception(e);
    });
    loop_.run_for(test::patience);
    EXPECT_TRUE(done);
  }
  asio::awaitable<std::shared_ptr<Connection>> connect() {
    auto opened = co_await Connection::open(loop_.get_executor(), bus_.address(), in(20s));
    if (!opened) throw std::runtime_error(opened.error().text());
    co_return *opened;
  }
  static Message get_id(const Connection& connection) {
    return connection.method_call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId");
  }

  Bus bus_;
  asio::io_context loop_;
};

/// A peer that speaks the handshake and the Hello, then sends what a test gives it.
class Peer {
 public:
  static constexpr const char* greeting = "DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n";
  explicit Peer(std::string after_hello, std::string handshake = greeting) {
    listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_.copy(address.sun_path, sizeof address.sun_path - 1);
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(listen(listener_, 1), 0);
    thread_ = std::thread([this, text = std::move(after_hello), handshake = std::move(handshake)] {
      const int fd = accept(listener_, nullptr, nullptr);
      const auto say = [&](const std::string& words) { (void)!send(fd, words.data(), words.size(), MSG_NOSIGNAL); };
      char buffer[4096];
      (void)!read(fd, buffer, sizeof buffer);  // the whole handshake arrives at once
      say(handshake);
      (void)!read(fd, buffer, sizeof buffer);
      say(text);
      while (read(fd, buffer, sizeof buffer) > 0) {
      }
      close(fd);
    });
  }
  ~Peer() {
    thread_.join();
    close(listener_);
  }
  std::string address() const { return "unix:path=" + path_; }

 private:
  const test::TempDir temp_;
  const std::string path_ = temp_.path() + "/peer";
  int listener_ = -1;
  std::thread thread_;
};

}  // namespace interlock::platform::dbus
