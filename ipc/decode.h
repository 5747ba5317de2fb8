/// Strict decoding of one line: JSON (RFC 8259, valid UTF-8, no duplicate keys, bounded depth), then the JSON-RPC
/// envelope, then the method's own parameters. Unknown keys and wrong types are errors that name the place.
/// Total on any bytes; fuzzed by tests/fuzz/fuzz_wire.
#pragma once

#include <string_view>

#include <tl/expected.hpp>

#include "ipc/message.h"

namespace interlock::ipc {

/// A line that is no request: the error, and the id to answer under (null when none could be read).
struct BadRequest {
  RequestId id;
  RpcError error;
};

tl::expected<Request<AgentCall>, BadRequest> decode_agent(std::string_view line);
tl::expected<Request<ControlCall>, BadRequest> decode_control(std::string_view line);

/// One JSON value, strictly: also used for lines of `interlockctl check`.
tl::expected<json::value, RpcError> parse_json(std::string_view text);
/// The same of a value that may be nested `depth` deep.
tl::expected<json::value, RpcError> parse_json(std::string_view text, std::size_t depth);

/// An action object as on the wire: {"type": "click", "x": 10, ...}. `where` prefixes error messages.
/// It may carry confidence, intent and expect itself; what a sequence says so holds for its steps that do not.
tl::expected<Action, RpcError> decode_action(const json::value& value, std::string_view where);

/// The action of an object that holds `action` and, beside it, `confidence`, `intent` and `expect`: the params of `act`
/// and the lines of `interlockctl check`. Other keys of the holder are not looked at.
tl::expected<Action, RpcError> decode_action_of(const json::object& holder, std::string_view where);

}  // namespace interlock::ipc
