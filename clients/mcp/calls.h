/// Running tool calls. Actions are sent to interlockd one at a time, in the order of the requests, so that one can be
/// cancelled without another; calls that only observe do not wait for them. Hosts abandon a call after a minute or so,
/// and a person may take longer: an action that is not answered by then goes on, and `outcome` returns its result.
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
  static constexpr std::size_t most = 12;       ///< at once; interlockd accepts 16 requests, and some are our own
  static constexpr std::size_t most_kept = 16;  ///< results that no call has fetched; the oldest is dropped
  /// The official clients abandon a call after 60 s.
  static constexpr std::chrono::seconds answer_limit{50};

  struct Outside {
    std::function<void(std::string_view method, json::object params)> notify;
    /// A message for the host's log.
    std::function<void(std::string_view level, json::object data)> log;
    std::function<void()> log_changed;  ///< the session's log has a new entry
    /// Called when a person is first asked about the action of the tool `name`, and when that is over.
    std::function<void(const std::string& name)> asked;
    std::function<void()> answered;
  };

  Calls(DaemonSession& session, Outside outside, std::chrono::milliseconds limit)
      : session_(session), outside_(std::move(outside)), limit_(limit) {}

  /// `key`: the request's id, as JSON. `progress`: the host's token, if it wants progress notifications.
  void start(const std::string& key, std::string name, json::object arguments, ToolCall call,
             std::optional<json::value> progress, Reply reply);
  /// Cancels it: a call that waits for its turn or for a person is not done, and gets no answer.
  void cancel(const std::string& key);
  bool is_under_way(const std::string& key) const;
  /// Withdraws the action that a person is being asked about; its call gets the reply.
  void withdraw();

  /// Checks whether a person is being asked, and reports it to the host. Answers the calls that have waited for long.
  void tick(Clock::time_point now);
  std::optional<Clock::time_point> next_tick() const;

  const SessionLog& log() const { return log_; }

 private:
  struct Call {
    std::string key, name;  ///< the key is empty while no call of the host waits for the action
    json::object arguments;
    ToolCall what;
    std::optional<json::value> progress;
    Reply reply;
    Clock::time_point received = {};  ///< when the call came that waits for it now
    std::string id = {};              ///< the action's, for `outcome`; empty until it was needed
    bool cancelled = false;
    Clock::time_point begun = {};
  };
  struct Kept {
    std::string id;
    json::object result;
  };
  using Shared = std::shared_ptr<Call>;

  void look(const Shared& call);
  void fetch(const std::string& key, const json::object& params, std::optional<json::value> progress, Reply reply);
  void leave(const Shared& call);
  void begin_next();
  void acted(const Shared& call, const tl::expected<json::object, RpcError>& answer);
  void tell_outcome(const Call& call, const json::object& reply);
  void tell_waiting(const Call& call, bool about_us, Clock::time_point now);
  void forget(const Shared& call);

  DaemonSession& session_;
  Outside outside_;
  std::chrono::milliseconds limit_;
  std::uint64_t last_id_ = 0;
  std::deque<Kept> kept_;  ///< results that were ready when no call waited for them, oldest first
  SessionLog log_;
  std::deque<Shared> calls_;    ///< all of them
  std::deque<Shared> actions_;  ///< the actions among them; the first is being carried out
  bool acting_ = false;
  bool asking_ = false;                         ///< a `status` request is running
  bool human_ = false;                          ///< a person is being asked, and this was reported to the host
  bool about_us_ = false;                       ///< ... about the first action, and this was reported, too
  std::optional<Clock::time_point> next_look_;  ///< when to ask interlockd whether a person is being asked
  Clock::time_point told_ = {};                 ///< time of the last report to the host
};

}  // namespace interlock::mcp
