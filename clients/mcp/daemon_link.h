/// A non-blocking connection to interlockd's agent socket: sends requests and passes each answer to its caller. Call it
/// from one thread.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "ipc/client.h"
#include "ipc/framing.h"
#include "values/error.h"

namespace interlock::mcp {

namespace json = boost::json;
using Clock = std::chrono::steady_clock;

class DaemonLink {
 public:
  using Answer = std::function<void(tl::expected<json::object, ipc::RpcError>)>;

  explicit DaemonLink(std::string path) : path_(std::move(path)) {}

  bool is_open() const { return client_.has_value(); }
  tl::expected<void, Error> connect();
  void close();  ///< waiting callers get an error

  /// `answer` is called once: with the result, or with an error, also on timeout or if the connection is lost.
  void call(std::string_view method, json::object params, std::chrono::milliseconds patience, Answer answer);

  int descriptor() const { return client_ ? client_->native_handle() : -1; }
  bool wants_to_write() const { return !outgoing_.empty(); }
  void can_read();
  void can_write();
  /// Fails the calls that have timed out.
  void expire(Clock::time_point now);
  std::optional<Clock::time_point> next_deadline() const;

 private:
  struct Waiting {
    Clock::time_point until;
    Answer answer;
  };
  void take(const std::string& line);

  std::string path_;
  std::optional<ipc::Client> client_;
  ipc::Framing framing_{ipc::limits::reply_bytes};
  std::string outgoing_;
  std::map<std::int64_t, Waiting> waiting_;
  std::int64_t last_id_ = 0;
};

}  // namespace interlock::mcp
