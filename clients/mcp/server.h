/// The MCP server: messages from and to a host (https://modelcontextprotocol.io). Tools, one resource, log messages,
/// progress and cancellation; no policy is decided here. Call it from one thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "clients/mcp/calls.h"
#include "clients/mcp/session.h"

namespace interlock::mcp {

class Server {
 public:
  using Send = std::function<void(const json::value& message)>;

  /// `send` gets each message for the host. A call gets an answer within `limit`.
  Server(std::string socket, Task task, Send send, std::chrono::milliseconds limit = Calls::answer_limit);

  /// One line from the host.
  void line(std::string_view text);

  /// Does what is due now; must be called at `next_tick`, and after data arrived on the link.
  void tick(Clock::time_point now);
  std::optional<Clock::time_point> next_tick() const;
  DaemonLink& link() { return session_.link(); }

 private:
  void message(const json::value& value, const Send& answer);
  void batch(const json::array& messages);
  void request(const Incoming& incoming, Reply reply);
  void notified(const Incoming& incoming);
  void elicit(const std::string& tool);
  void end_elicitation();

  tl::expected<json::object, RpcError> initialize(const json::object& params);
  tl::expected<json::object, RpcError> set_level(const json::object& params);
  tl::expected<json::object, RpcError> resource(const std::string& method, const json::object& params);
  void list_tools(Reply reply);
  void call_tool(const json::value& id, const json::object& params, const Reply& reply);
  void log(std::string_view level, json::object data);

  Send send_;
  DaemonSession session_;
  Calls calls_;
  std::string protocol_;      ///< the negotiated revision; empty before `initialize`
  bool initialized_ = false;  ///< the host sent `initialized`
  bool subscribed_ = false;
  bool elicits_ = false;            ///< the host can show the person a message and return their answer
  std::uint64_t elicitations_ = 0;  ///< so far; the number of the latest is part of its id
  bool eliciting_ = false;          ///< it has no answer yet
  bool told_missing_ = false;       ///< reported to the host that interlockd is not running
  std::size_t level_;
  Clock::time_point next_try_ = {};  ///< next attempt to connect to interlockd
};

}  // namespace interlock::mcp
