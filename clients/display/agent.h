/// Port: the agent socket as the display uses it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "ipc/message.h"

namespace interlock::display {

namespace asio = boost::asio;
namespace json = boost::json;

using AgentReply = tl::expected<json::object, ipc::RpcError>;

class Agent {
 public:
  virtual ~Agent() = default;
  /// Calls a method of docs/protocol.md; several calls may be under way.
  virtual asio::awaitable<AgentReply> call(std::string_view method, json::object params) = 0;
};

}  // namespace interlock::display
