/// A listening Unix socket and its connections: a line is a request, a line is an answer. There is one server for
/// agents and one for control.
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

/// The process at the other end, as the kernel reports it (SO_PEERCRED).
struct Peer {
  pid_t pid = 0;
  uid_t uid = 0;
  std::string program;     ///< base name of /proc/PID/exe when it connected; empty if unreadable
  std::string executable;  ///< the full path
};

/// One open connection, as the daemon sees it. Call it on the server's executor only.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual std::uint64_t number() const = 0;  ///< unique while the daemon runs
  virtual const Peer& peer() const = 0;
  virtual bool is_open() const = 0;
  /// Queues a notification; closes the connection if more than limits::outgoing_bytes are queued.
  virtual void send_event(std::string_view method, json::value params) = 0;
  /// Sends what is queued, then closes.
  virtual void close() = 0;
};

using Answer = std::variant<json::value, RpcError>;

/// What the daemon does with requests. Calls of `handle` for different requests of one connection may overlap; replies
/// carry the id. After `closed` the connection is gone; its handlers may still finish, and their answers are dropped.
/// `closed` is called once for every connection, from the loop and never from inside another call; also after stop(),
/// while the loop runs.
template <class Call>
struct Handler {
  std::function<boost::asio::awaitable<Answer>(std::shared_ptr<Connection>, Call)> handle;
  std::function<void(const std::shared_ptr<Connection>&)> closed;
};

/// Who may connect besides our own user and root. The kernel reports who connects.
struct Guests {
  std::vector<uid_t> users;
  std::vector<gid_t> groups;  ///< their members: processes that had the group when they connected
};

struct Listen {
  std::string path;  ///< socket file to make (parents 0700, socket `mode`); replaced if stale, an error if in use
  int fd = -1;  ///< or a socket that already listens (systemd), which we then own; `path` is then only for messages
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

/// Starts serving. The executor must run on one thread. Refuses peers of other users, except root and the guests.
tl::expected<std::unique_ptr<Server>, Error> serve(boost::asio::any_io_executor executor, Listen listen,
                                                   Handler<AgentCall> handler);
tl::expected<std::unique_ptr<Server>, Error> serve(boost::asio::any_io_executor executor, Listen listen,
                                                   Handler<ControlCall> handler);
tl::expected<std::unique_ptr<Server>, Error> serve(boost::asio::any_io_executor executor, Listen listen,
                                                   Handler<QuestionsCall> handler);

}  // namespace interlock::ipc
