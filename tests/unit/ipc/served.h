/// An agent socket that is served in a folder of its own, with its loop on a thread: for unit tests of the server.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <future>
#include <set>
#include <string>
#include <thread>

#include "ipc/client.h"
#include "ipc/server.h"
#include "tests/temp_dir.h"

namespace interlock::ipc {

/// Waits until `condition` is true; returns false if it is not within thirty seconds.
bool eventually(const std::function<bool()>& condition);

/// The handler answers status with {"state": "running"}, session.open with the name once release() was called, turn.end
/// by throwing, tools with 1 MB, and everything else with {"ok": true}.
class Served {
 public:
  Served();
  ~Served();

  const std::string& path() const { return path_; }
  Client connect() const;
  /// Lets waiting session.open requests continue.
  void release();
  /// Runs on the server's thread and waits for it.
  void on_loop(const std::function<void()>& work);
  std::size_t connections();
  void stop();

  std::atomic<int> waiting = 0;            ///< session.open requests that wait
  std::atomic<int> finished = 0;           ///< session.open requests that were released
  std::atomic<int> closed = 0;             ///< calls of Handler::closed
  std::set<std::uint64_t> closed_numbers;  ///< only on the loop, or after stop()
  std::shared_ptr<Connection> latest;      ///< the connection of the latest request; only on the loop

 private:
  boost::asio::awaitable<Answer> handle(std::shared_ptr<Connection> connection, AgentCall call);

  test::TempDir dir_;
  std::string path_;
  boost::asio::io_context io_;
  boost::asio::steady_timer gate_{io_, boost::asio::steady_timer::time_point::max()};
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

/// Reads whole lines from a raw socket, like a foreign client.
class RawReader {
 public:
  explicit RawReader(int fd) : fd_(fd) {}
  /// The next line; empty if the connection ended or nothing came for thirty seconds.
  std::string line();
  /// True if the connection ends (after any remaining lines) within thirty seconds.
  bool ends();

 private:
  int fd_;
  std::string buffer_;
};

/// Sends all of it, or gives up if the other side closes.
bool send_all(int fd, std::string_view bytes);

}  // namespace interlock::ipc
