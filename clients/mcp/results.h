/// Converts interlockd's replies to results of MCP tool calls. Text of applications is put between marks that they
/// cannot forge, as in `observe`. Pure, except for the random marks.
#pragma once

#include <string>
#include <string_view>

#include "clients/mcp/message.h"

namespace interlock::mcp {

/// {"content": [{"type": "text", ...}], "isError": ...}
json::object text_result(std::string_view text, bool is_error = false);

/// `text` between two lines with a new random number.
std::string marked(std::string_view text);

/// A reply of `act`: an error for the model if not all of it was done; first interlock's own text, then, between marks,
/// the reason and the target. `structuredContent` has the decision, without text of an application.
json::object act_result(const json::object& reply);
json::object observe_result(const json::object& reply);
json::object screenshot_result(const json::object& reply);
json::object status_result(const json::object& reply);

/// The result if interlockd answered with an error, or could not be asked.
json::object error_result(const RpcError& error);

/// A one-line summary of a reply of `act`, without text of an application: "not done: block by credential
/// (password_field)".
std::string verdict_line(const json::object& reply);

}  // namespace interlock::mcp
