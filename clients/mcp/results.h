/// Converts interlockd's replies to results of MCP tool calls. Text of applications is put between marks that they
/// cannot forge, as in `observe`. Pure, except for the random marks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "clients/mcp/message.h"

namespace interlock::mcp {

/// {"content": [{"type": "text", ...}], "isError": ...}
json::object text_result(std::string_view text, bool is_error = false);

/// `text` between two lines with a new random number.
std::string marked(std::string_view text);

/// A reply of `act`: an error for the model if not all of it was done; first interlock's own text, then, between marks,
/// the reason and the target. `structuredContent` has the same: some hosts pass on only that. Its `screen` is the
/// marked part, and nothing else in it is text of an application.
json::object act_result(const json::object& reply);
json::object observe_result(const json::object& reply);
json::object screenshot_result(const json::object& reply);
json::object status_result(const json::object& reply);

/// The descriptions of the tools that are not listed, one a line.
json::object tools_result(const json::object& reply);

/// Why an action has no result yet.
enum class Unfinished : std::uint8_t { queued, begun, asked };
/// The result of a call that is answered before its action ends; `outcome` with this id returns the action's result.
json::object unfinished_result(std::string_view id, Unfinished why);

/// The result if interlockd answered with an error, or could not be asked. Places are named as the tool names them.
json::object error_result(const RpcError& error);

/// A one-line summary of a reply of `act`, without text of an application: "not done: block by credential
/// (password_field)".
std::string verdict_line(const json::object& reply);

}  // namespace interlock::mcp
