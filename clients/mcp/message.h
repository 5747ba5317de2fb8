/// JSON-RPC 2.0 as MCP hosts speak it: what came in, and what goes out. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "ipc/message.h"

namespace interlock::mcp {

namespace json = boost::json;
using ipc::RpcError;

/// A request, or a notification where `id` is nothing.
struct Incoming {
  std::optional<json::value> id;  ///< a string or an integer
  std::string method;
  json::object params;
};

/// What cannot be carried out, and the id to answer under (null when none could be read).
struct Wrong {
  json::value id;
  RpcError error;
};

/// One message. Nothing: a response to a request, and we never send any. Keys that are not known are left alone,
/// because newer hosts have more of them.
tl::expected<std::optional<Incoming>, Wrong> read_message(const json::value& value);

json::object result_message(const json::value& id, json::object result);
json::object error_message(const json::value& id, const RpcError& error);
json::object notification(std::string_view method, json::object params = {});

/// The member, when it is there and of that kind.
const json::string* text_in(const json::object& object, std::string_view key);
const json::object* object_in(const json::object& object, std::string_view key);
const json::array* array_in(const json::object& object, std::string_view key);
bool truth_in(const json::object& object, std::string_view key);

}  // namespace interlock::mcp
