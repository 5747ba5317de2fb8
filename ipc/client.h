/// A blocking client for command-line tools, tests and benches: connect, call, read events. Not for the daemon.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "ipc/message.h"
#include "values/error.h"

namespace interlock::ipc {

class Client {
 public:
  /// The error says which socket, why, and what to do (is interlockd running?).
  static tl::expected<Client, Error> connect(const std::string& path);
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;
  ~Client();

  /// Sends a request and waits for its answer; queues events that arrive meanwhile for next_event().
  tl::expected<json::value, RpcError> call(std::string_view method, json::object params = {},
                                           std::chrono::milliseconds timeout = std::chrono::minutes{10});
  /// Returns the next event, or nothing if none arrived in time or the connection closed (then is_open() is false).
  std::optional<json::object> next_event(std::chrono::milliseconds timeout);
  bool is_open() const;
  /// The raw socket, for tests that send invalid input.
  int native_handle() const;

 private:
  struct Impl;
  explicit Client(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The folder of the sockets: $INTERLOCK_SOCKET_DIR, else $XDG_RUNTIME_DIR/interlock, else /run/user/UID/interlock.
std::string socket_dir();
std::string agent_socket();
std::string control_socket();
std::string questions_socket();

}  // namespace interlock::ipc
