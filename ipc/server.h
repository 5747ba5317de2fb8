/// A listening Unix socket and its connections, one line in, one line out. One server for agents, one for control.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <sys/types.h>

#include <tl/expected.hpp>

#include "ipc/decode.h"
#include "ipc/message.h"
#include "values/error.h"

namespace interlock::ipc {

/// Who is at the other end, by the kernel's word (SO_PEERCRED).
struct Peer {
  pid_t pid = 0;
  uid_t uid = 0;
  std::string program;     ///< base name of /proc/PID/exe when it connected; empty when unreadable
  std::string executable;  ///< the whole of it
};

/// One open connection, as the daemon sees it. All calls on the server's executor.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual std::uint64_t number() const = 0;  ///< unique while the daemon runs
  virtual const Peer& peer() const = 0;
  virtual bool is_open() const = 0;
  /// Queues a notification; a reader too slow for limits::outgoing_bytes is closed.
  virtual void send_event(std::string_view method, json::value params) = 0;
  /// Sends what is queued, then closes.
  virtual void close() = 0;
};

using Answer = std::variant<json::value, RpcError>;

/// What the daemon does with requests. `handle` of different requests of one connection may overlap; replies carry
/// the id. After `closed` the connection is gone, its handlers may still finish and their answers are dropped. `closed`
/// comes once for every connection, from the loop and never from inside another call; after stop(), too, while it runs.
template <class Call>
struct Handler {
  std::function<boost::asio::awaitable<Answer>(std::shared_ptr<Connection>, Call)> handle;
  std::function<void(const std::shared_ptr<Connection>&)> closed;
};

/// Who else may connect, beside our own user and root, by the kernel's word on who they are.
struct Guests {
  std::vector<uid_t> users;
  std::vector<gid_t> groups;  ///< their members, by the groups that the process had when it connected
};

struct Listen {
  std::string path;  ///< socket file to make (parents 0700, socket `mode`); replaced when stale, refused when in use
  int fd = -1;       ///< or an already listening socket (systemd), taken over; then `path` is only for messages
  mode_t mode = 0600;
  Guests guests = {};
};

class Server {
 public:
  virtual ~Server() = default;
  /// Stops accepting, closes all connections, removes a socket file it made.
  virtual void stop() = 0;
  virtual std::size_t connection_count() const = 0;
};

/// Starts serving. The executor runs on one thread. Peers of another uid than our own are refused, but for root and
/// the guests.
tl::expected<std::unique_ptr<Server>, Error> serve(boost::asio::any_io_executor executor, Listen listen,
                                                   Handler<AgentCall> handler);
tl::expected<std::unique_ptr<Server>, Error> serve(boost::asio::any_io_executor executor, Listen listen,
                                                   Handler<ControlCall> handler);

}  // namespace interlock::ipc
