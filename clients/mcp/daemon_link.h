/// The connection to interlockd's agent socket, without blocking: requests go out, answers come to whoever asked. All
/// calls from one thread.
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
  void close();  ///< whoever waits gets an error

  /// `answer` is called once: with the result, or an error; when the connection is lost or the time is over, too.
  void call(std::string_view method, json::object params, std::chrono::milliseconds patience, Answer answer);

  int descriptor() const { return client_ ? client_->native_handle() : -1; }
  bool wants_to_write() const { return !outgoing_.empty(); }
  void can_read();
  void can_write();
  /// Gives up what waited too long.
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
