/// interlockd's replies as results of MCP tool calls. What applications show stands between marks that they cannot
/// forge, as in `observe`. Pure, but for the marks.
#pragma once

#include <string>
#include <string_view>

#include "clients/mcp/message.h"

namespace interlock::mcp {

/// {"content": [{"type": "text", ...}], "isError": ...}
json::object text_result(std::string_view text, bool is_error = false);

/// `text` between two lines with a number that is new each time.
std::string marked(std::string_view text);

/// A reply of `act`: an error, to the model, where not all of it was done; first what interlock says, then, marked, why
/// and what was there. `structuredContent` has the decision, without any word of an application.
json::object act_result(const json::object& reply);
json::object observe_result(const json::object& reply);
json::object screenshot_result(const json::object& reply);
json::object status_result(const json::object& reply);

/// interlockd answered with an error, or could not be asked.
json::object error_result(const RpcError& error);

/// One line of a reply of `act`, without any word of an application: "not done: block by credential (password_field)".
std::string verdict_line(const json::object& reply);

}  // namespace interlock::mcp
