/// The path of a call of a tool that is no GUI action: judge, write it down, ask the human where the gate says so,
/// answer. The daemon does not make the call; it says whether it may be made, and is told what came of it.
/// All calls on the daemon's loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <memory>

#include "daemon/path/shared.h"
#include "daemon/records/tool_record.h"

namespace interlock::daemon {

class ToolCalls {
 public:
  struct Deps {
    AuditSource audit;
    Confirmations& confirmations;
    Events& events;
    const policy::DaemonSettings& settings;
    Validators& validators;
    Stops& stops;
  };
  explicit ToolCalls(Deps deps) : deps_(std::move(deps)) {}

  /// The replies of `tool.before` and `tool.after`.
  boost::asio::awaitable<boost::json::object> before(std::shared_ptr<Session> session, ToolCall call);
  boost::json::object after(const std::shared_ptr<Session>& session, ToolCall call, ToolResult result);

  /// `before`, for a step that was judged.
  boost::asio::awaitable<boost::json::object> settle(std::shared_ptr<Session> session, ToolStep step);

 private:
  boost::asio::awaitable<void> validate(Session& session, ToolStep& step);
  boost::asio::awaitable<bool> may_call(Session& session, ToolStep& step);
  bool begin_record(const Session& session, ToolStep& step);
  void close_record(const std::shared_ptr<Session>& session, const ToolStep& step);

  Deps deps_;
};

}  // namespace interlock::daemon
