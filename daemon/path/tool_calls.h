/// The path of a tool call that is not a GUI action: judge, record, ask a person if the gate requires it, answer. The
/// daemon does not make the call; it answers whether it may be made, and gets its result.
/// Call it on the daemon's loop only.
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

  /// The rest of `before`, for a judged step.
  boost::asio::awaitable<boost::json::object> settle(std::shared_ptr<Session> session, ToolStep step);

 private:
  boost::asio::awaitable<void> validate(Session& session, ToolStep& step);
  boost::asio::awaitable<bool> may_call(Session& session, ToolStep& step);
  bool begin_record(const Session& session, ToolStep& step);
  void close_record(const std::shared_ptr<Session>& session, const ToolStep& step);

  Deps deps_;
};

}  // namespace interlock::daemon
