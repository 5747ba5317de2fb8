/// Running tool calls. Actions are sent to interlockd one at a time, in the order of the requests, so that one can be
/// cancelled without another; calls that only observe do not wait for them.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "clients/mcp/message.h"
#include "clients/mcp/session.h"
#include "clients/mcp/session_log.h"
#include "clients/mcp/tools.h"

namespace interlock::mcp {

using Reply = std::function<void(tl::expected<json::object, RpcError>)>;

class Calls {
 public:
  static constexpr std::size_t most = 12;  ///< at once; interlockd accepts 16 requests, and some are our own

  struct Outside {
    std::function<void(std::string_view method, json::object params)> notify;
    /// A message for the host's log.
    std::function<void(std::string_view level, json::object data)> log;
    std::function<void()> log_changed;  ///< the session's log has a new entry
  };

  Calls(DaemonSession& session, Outside outside) : session_(session), outside_(std::move(outside)) {}

  /// `key`: the request's id, as JSON. `progress`: the host's token, if it wants progress notifications.
  void start(const std::string& key, std::string name, json::object arguments, ToolCall call,
             std::optional<json::value> progress, Reply reply);
  /// Cancels it: a call that waits for its turn or for a person is not done, and gets no answer.
  void cancel(const std::string& key);
  bool is_under_way(const std::string& key) const;

  /// Checks whether a person is being asked, and reports it to the host.
  void tick(Clock::time_point now);
  std::optional<Clock::time_point> next_tick() const;

  const SessionLog& log() const { return log_; }

 private:
  struct Call {
    std::string key, name;
    json::object arguments;
    ToolCall what;
    std::optional<json::value> progress;
    Reply reply;
    bool cancelled = false;
    Clock::time_point begun = {};
  };
  using Shared = std::shared_ptr<Call>;

  void look(const Shared& call);
  void begin_next();
  void acted(const Shared& call, const tl::expected<json::object, RpcError>& answer);
  void tell_outcome(const Call& call, const json::object& reply);
  void tell_waiting(const Call& call, bool about_us, Clock::time_point now);
  void forget(const Shared& call);

  DaemonSession& session_;
  Outside outside_;
  SessionLog log_;
  std::deque<Shared> calls_;    ///< all of them
  std::deque<Shared> actions_;  ///< the actions among them; the first is being carried out
  bool acting_ = false;
  bool asking_ = false;                         ///< a `status` request is running
  bool human_ = false;                          ///< a person is being asked, and this was reported to the host
  std::optional<Clock::time_point> next_look_;  ///< when to ask interlockd whether a person is being asked
  Clock::time_point told_ = {};                 ///< time of the last report to the host
};

}  // namespace interlock::mcp
