// Any bytes, as both sockets and the offline checker read them. Apart from not crashing, the results must satisfy the
// promises of the headers.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "ipc/decode.h"
#include "ipc/encode.h"
#include "ipc/framing.h"
#include "ipc/limits.h"
#include "ipc/tool_fields.h"

namespace interlock::ipc {
namespace {

void must(bool holds) {
  if (!holds) std::abort();
}

std::vector<std::string> lines_of(std::string_view bytes, std::size_t chunk, std::size_t max_line) {
  Framing framing(max_line);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size(); at += chunk) {
    framing.feed(bytes.substr(at, chunk));
    while (auto line = framing.next()) {
      must(!line->empty() && line->size() <= max_line && line->find('\n') == std::string::npos);
      lines.push_back(std::move(*line));
    }
  }
  return lines;
}

/// An action written in the wire's format reads as the same action.
void check_round_trip(const Action& action) {
  const json::object written = to_json(action);
  const auto read = parse_json(json::serialize(written));
  must(read.has_value());
  const auto again = decode_action(*read, "action");
  must(again.has_value() && to_json(*again) == written);
}

/// The same arguments give the same text, however often they are read.
void check_canonical(const ToolCall& call) {
  must(!call.name.empty() && call.arguments.size() <= limits::tool_args_bytes);
  if (call.arguments.empty()) return;  // none were given
  const auto read = parse_json(call.arguments);
  must(read.has_value() && canonical(*read) == call.arguments);
}

void check_error(const BadRequest& bad) {
  must(!bad.error.message.empty() && bad.error.message.size() < 1024);  // it does not grow with the input
  must(parse_json(encode_error(bad.id.value_or(json::value()), bad.error)).has_value());
}

void check_line(std::string_view line) {
  if (const auto request = decode_agent(line)) {
    must(parse_json(line).has_value());
    must(parse_json(encode_result(request->id.value_or(json::value()), true)).has_value());
    if (const auto* act = std::get_if<Act>(&request->call)) check_round_trip(act->action);
    if (const auto* tool = std::get_if<ToolBefore>(&request->call)) check_canonical(tool->call);
    if (const auto* tool = std::get_if<ToolAfter>(&request->call)) check_canonical(tool->call);
    must(!decode_control(line) ||
         std::holds_alternative<AgentStatus>(request->call));  // the only method that both sockets have
  } else {
    check_error(request.error());
  }
  if (const auto request = decode_control(line); !request) check_error(request.error());

  if (const auto value = parse_json(line)) {
    must(valid_utf8(line) == line);
    if (const auto action = decode_action(*value, "action")) check_round_trip(*action);
    if (const auto* holder = value->if_object()) {
      if (const auto action = decode_action_of(*holder, "")) check_round_trip(*action);
    }
  }
  must(parse_json(encode_event("event", json::string(line))).has_value());
}

}  // namespace
}  // namespace interlock::ipc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock::ipc;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto lines = lines_of(bytes, 4096, limits::line_bytes);
  must(lines == lines_of(bytes, 1 + size / 7, limits::line_bytes));  // wherever the stream was cut
  must(lines_of(bytes, 3, 64) == lines_of(bytes, size + 1, 64));
  for (const std::string& line : lines) check_line(line);
  check_line(bytes);
  return 0;
}
