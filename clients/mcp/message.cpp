#include "clients/mcp/message.h"

#include "clients/members.h"
#include "ipc/fields.h"
#include "ipc/limits.h"

namespace interlock::mcp {

using ipc::error_code::invalid_request;

tl::expected<std::variant<Incoming, Answered>, Wrong> read_message(const json::value& value) {
  const json::object* message = value.if_object();
  if (!message) {
    return tl::unexpected(Wrong{{}, {invalid_request, "expected a message object, got " + ipc::kind_of(value)}});
  }
  Incoming incoming;
  const json::value* id = message->if_contains("id");
  if (id) {
    const bool fits =
        id->is_string() ? id->get_string().size() <= ipc::limits::name_bytes : id->is_int64() || id->is_uint64();
    if (!fits) return tl::unexpected(Wrong{{}, {invalid_request, "id: expected a short string or an integer"}});
    incoming.id = *id;
  }
  const json::value answer_to = id ? *id : json::value();
  const auto wrong = [&](std::string what) {
    return tl::unexpected(Wrong{answer_to, {invalid_request, "not a JSON-RPC 2.0 message: " + std::move(what)}});
  };
  const json::value* version = message->if_contains("jsonrpc");
  if (!version || *version != "2.0") return wrong("jsonrpc: expected \"2.0\"");
  const json::value* method = message->if_contains("method");
  if (!method) {
    if (id && (message->contains("result") || message->contains("error"))) {
      const json::object* result = object_at(*message, "result");
      return Answered{*id, result ? *result : json::object()};
    }
    return wrong("it has no method");
  }
  if (!method->is_string() || method->get_string().size() > ipc::limits::name_bytes) {
    return wrong("method: expected a short string");
  }
  incoming.method = std::string(method->get_string());
  if (const json::value* params = message->if_contains("params")) {
    if (!params->is_object()) return wrong("params: expected an object, got " + ipc::kind_of(*params));
    incoming.params = params->get_object();
  }
  return incoming;
}

json::object request_message(const json::value& id, std::string_view method, json::object params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

json::object result_message(const json::value& id, json::object result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

json::object error_message(const json::value& id, const RpcError& error) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", error.code}, {"message", error.message}}}};
}

json::object notification(std::string_view method, json::object params) {
  json::object message = {{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.empty()) message["params"] = std::move(params);
  return message;
}

}  // namespace interlock::mcp
