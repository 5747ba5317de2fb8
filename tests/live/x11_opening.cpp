// The server goes away while a connection is opened, at each moment of it.
#include <gtest/gtest.h>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "platform/x11/display_session.h"
#include "platform/x11/input_watch.h"
#include "tests/desktop/desktop.h"

namespace interlock::platform::x11 {
namespace {

std::string socket_of(const std::string& display) {
  return "/tmp/.X11-unix/X" + display.substr(1);
}

sockaddr_un address_of(const std::string& display) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket_of(display).copy(static_cast<char*>(address.sun_path), sizeof address.sun_path - 1);
  return address;
}

/// A display that passes everything on to another, until it has passed on so many messages of the server's. It passes
/// on half of the last one and is gone then.
class CutDisplay {
 public:
  CutDisplay(std::string server, int messages) : server_(std::move(server)), left_(messages) {
    for (int number = 20000; number < 30000; ++number) {
      name_ = ":" + std::to_string(number);
      const auto address = address_of(name_);
      listening_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
      if (bind(listening_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) break;
      close(listening_);
      listening_ = -1;
    }
    if (listening_ < 0 || listen(listening_, 8) != 0) throw std::runtime_error("no free display number");
    thread_ = std::thread([this] { run(); });
  }
  ~CutDisplay() {
    stop_ = true;
    thread_.join();
    unlink(socket_of(name_).c_str());
  }
  CutDisplay(const CutDisplay&) = delete;
  CutDisplay& operator=(const CutDisplay&) = delete;

  const std::string& name() const { return name_; }
  bool is_cut() const { return cut_; }

 private:
  struct Line {
    int client, server;
  };

  void run() {
    std::vector<Line> lines;
    while (!stop_ && !cut_) {
      std::vector<pollfd> waiting = {{listening_, POLLIN, 0}};
      for (const auto& line : lines) {
        waiting.push_back({line.client, POLLIN, 0});
        waiting.push_back({line.server, POLLIN, 0});
      }
      poll(waiting.data(), waiting.size(), 5);
      for (std::size_t i = 0; i < lines.size() && !cut_; ++i) {
        if (waiting[1 + 2 * i].revents != 0) pass(lines[i].client, lines[i].server, false);
        if (waiting[2 + 2 * i].revents != 0) cut_ = pass(lines[i].server, lines[i].client, left_-- <= 1);
      }
      if (waiting[0].revents != 0) lines.push_back({accept(listening_, nullptr, nullptr), reach_server()});
    }
    close(listening_);
    for (const auto& line : lines) {
      close(line.client);
      close(line.server);
    }
  }

  int reach_server() const {
    const auto address = address_of(server_);
    const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) close(server);
    return server;
  }

  /// Returns whether it was passed on in part only.
  static bool pass(int from, int to, bool half) {
    std::array<char, 65536> data;
    const auto size = recv(from, data.data(), data.size(), 0);
    if (size <= 0) return false;
    const auto part = half ? size / 2 : size;
    for (ssize_t sent = 0; sent < part;) {
      const auto now = send(to, data.data() + sent, static_cast<std::size_t>(part - sent), MSG_NOSIGNAL);
      if (now <= 0) break;
      sent += now;
    }
    return half;
  }

  const std::string server_;
  int left_;
  std::string name_;
  int listening_ = -1;
  std::atomic<bool> stop_{false}, cut_{false};
  std::thread thread_;
};

/// Whether what was opened has noticed, when it is used, that the display is gone.
using IsLost = std::function<bool()>;

/// Opens something on a display that goes away after one message, after two, and so on, until it outlives the opening.
void expect_an_answer_at_each_moment(const std::function<IsLost(const std::string& display)>& open) {
  const test::Desktop desktop({.window_manager = false, .accessibility = false});
  ASSERT_TRUE(open(desktop.display()));
  int moments = 0;
  for (bool outlived = false; !outlived; ++moments) {
    ASSERT_LT(moments, 1000);
    const CutDisplay display(desktop.display(), moments + 1);
    const auto is_lost = open(display.name());
    outlived = is_lost && !display.is_cut();
    const bool noticed = !is_lost || outlived || test::eventually(is_lost);
    EXPECT_TRUE(noticed) << "cut after " << moments + 1 << " messages";
  }
  EXPECT_GT(moments, 20);
}

// Xlib ended the process in some of these moments; it and libxdo used answers that they never got in others.
TEST(X11Opening, ASessionAnswersWhenTheServerGoesAway) {
  expect_an_answer_at_each_moment([](const std::string& display) -> IsLost {
    auto opened = DisplaySession::open(display, "/nonexistent", {});
    if (!opened) return {};
    return [session = std::shared_ptr(std::move(*opened))] {
      session->keymap.refresh(*session->x);
      return session->x->lost();
    };
  });
}

TEST(X11Opening, AWatchAnswersWhenTheServerGoesAway) {
  expect_an_answer_at_each_moment([](const std::string& display) -> IsLost {
    auto opened = InputWatch::open(display, std::make_shared<OwnInput>());
    if (!opened) return {};
    return [watch = std::shared_ptr(std::move(*opened))] {
      watch->take(std::chrono::steady_clock::now());
      return watch->lost();
    };
  });
}

}  // namespace
}  // namespace interlock::platform::x11
