/// Strict decoding of one line: JSON (RFC 8259, valid UTF-8, no duplicate keys, bounded depth), then the JSON-RPC
/// envelope, then the method's own parameters. Unknown keys and wrong types are errors that name their place.
/// Total on any bytes; fuzzed by tests/fuzz/fuzz_wire.
#pragma once

#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "ipc/message.h"

namespace interlock::ipc {

/// A line that is not a valid request: the error, and the id for the answer (null if no id could be read).
struct BadRequest {
  RequestId id;
  RpcError error;
};

tl::expected<Request<AgentCall>, BadRequest> decode_agent(std::string_view line);
tl::expected<Request<ControlCall>, BadRequest> decode_control(std::string_view line);
tl::expected<Request<QuestionsCall>, BadRequest> decode_questions(std::string_view line);

/// The methods that agent.sock, control.sock and questions.sock accept.
std::vector<std::string_view> agent_method_names();
std::vector<std::string_view> control_method_names();
std::vector<std::string_view> question_method_names();

/// Strictly parses one JSON value; also used for lines of `interlockctl check`.
tl::expected<json::value, RpcError> parse_json(std::string_view text);
/// The same for a value that may be nested up to `depth` levels.
tl::expected<json::value, RpcError> parse_json(std::string_view text, std::size_t depth);

/// An action object as on the wire: {"type": "click", "x": 10, ...}. `where` prefixes error messages.
/// The object may have confidence, intent and expect; those of a sequence apply to steps that have none of their own.
tl::expected<Action, RpcError> decode_action(const json::value& value, std::string_view where);

/// The action of an object with the keys `action`, `confidence`, `intent` and `expect`: the params of `act` and the
/// lines of `interlockctl check`. Ignores other keys of `holder`.
tl::expected<Action, RpcError> decode_action_of(const json::object& holder, std::string_view where);

}  // namespace interlock::ipc
