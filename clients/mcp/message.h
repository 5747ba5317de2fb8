/// JSON-RPC 2.0 messages from and to MCP hosts. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <tl/expected.hpp>

#include "ipc/message.h"

namespace interlock::mcp {

namespace json = boost::json;
using ipc::RpcError;

/// A request; a notification if `id` is nothing.
struct Incoming {
  std::optional<json::value> id;  ///< a string or an integer
  std::string method;
  json::object params;
};

/// The host's answer to a request of ours; `result` is empty if it answered with an error.
struct Answered {
  json::value id;
  json::object result;
};

/// An invalid request, and the id for the answer (null if no id could be read).
struct Wrong {
  json::value id;
  RpcError error;
};

/// Parses one message. Ignores unknown keys, because newer hosts have more of them.
tl::expected<std::variant<Incoming, Answered>, Wrong> read_message(const json::value& value);

json::object request_message(const json::value& id, std::string_view method, json::object params);
json::object result_message(const json::value& id, json::object result);
json::object error_message(const json::value& id, const RpcError& error);
json::object notification(std::string_view method, json::object params = {});

}  // namespace interlock::mcp
