#include "cli/offline/check_format.h"

#include <array>

#include "cli/offline/observation_format.h"
#include "ipc/decode.h"
#include "ipc/fields.h"
#include "ipc/tool_fields.h"

namespace interlock::cli {

namespace json = ipc::json;
using ipc::Fields;

namespace {

constexpr ipc::TextRule long_text{0, ipc::limits::line_bytes, true};

const json::object* object_at(Fields& fields, std::string_view key) {
  const json::value* value = fields.find(key);
  if (value == nullptr) return nullptr;
  if (const auto* object = value->if_object()) return object;
  fields.fail(key, "expected an object, got " + ipc::kind_of(*value));
  return nullptr;
}

void read_outcome(Fields& fields, CheckLine& line) {
  const auto* object = object_at(fields, "outcome");
  if (object == nullptr) return;
  Fields outcome(*object, "outcome");
  line.executed = outcome.truth_or("executed", true);
  line.surely_executed = object->contains("executed") && line.executed;
  line.outcome.failed = outcome.truth_or("failed", false);
  if (const auto* changed = outcome.find("state_changed"); changed != nullptr && !changed->is_null()) {
    line.outcome.state_changed = outcome.truth("state_changed");
  }
  (void)outcome.maybe_text("result", long_text);  // recorded text; the gate does not judge it
  outcome.refuse_unknown_keys();
  if (outcome.error()) fields.fail(*outcome.error());
}

void read_scope(Fields& fields, CheckLine& line) {
  static constexpr std::array<std::string_view, 4> goals = {"read", "navigate", "interact", "fill_form"};
  const auto* object = object_at(fields, "scope");
  if (object == nullptr) return;
  Fields scope(*object, "scope");
  line.goal = goal_from_name(goals[scope.choice("goal_type", goals)]);
  scope.refuse_unknown_keys();
  if (scope.error()) fields.fail(*scope.error());
}

void read_agent(Fields& fields, CheckLine& line) {
  const auto* object = object_at(fields, "agent");
  if (object == nullptr) return;
  Fields agent(*object, "agent");
  line.agent = agent.maybe_text("name", {0, ipc::limits::name_bytes, false});
  line.program = agent.maybe_text("program", {0, ipc::limits::line_bytes, false});
  agent.refuse_unknown_keys();
  if (agent.error()) fields.fail(*agent.error());
}

void read_tool(Fields& fields, CheckLine& line) {
  static constexpr std::array<std::string_view, 2> phases = {"before", "after"};
  const auto* object = object_at(fields, "tool");
  if (object == nullptr) return;
  Fields tool(*object, "tool");
  const bool after = tool.choice("phase", phases) == 1;
  line.tool = ipc::read_tool_call(tool);
  auto result = ipc::read_tool_result(tool);
  if (after) line.tool_result = std::move(result);
  tool.refuse_unknown_keys();
  if (tool.error()) fields.fail(*tool.error());
}

void read_time(Fields& fields, CheckLine& line) {
  constexpr std::int64_t latest = 1'000'000'000'000'000;  // milliseconds: some 30,000 years
  if (fields.find("now_ms") != nullptr) line.now = Time{fields.integer("now_ms", 0, latest)};
}

}  // namespace

tl::expected<CheckLine, ipc::RpcError> decode_check_line(const json::object& object) {
  static constexpr std::array<std::string_view, 2> turns = {"start", "end"};
  CheckLine line;
  Fields fields(object, "");
  if (fields.find("id") != nullptr) line.id = json::string(fields.text("id", {0, ipc::limits::name_bytes, false}));
  line.session = fields.maybe_text("session", {0, ipc::limits::name_bytes, false});
  line.reset = fields.truth_or("reset", false);
  line.turn = fields.find("turn") != nullptr;
  fields.choice_or("turn", turns, 0);
  if (const auto* policy = object_at(fields, "policy")) line.policy = *policy;
  line.directive = fields.maybe_text("directive", {0, ipc::limits::intent_bytes, true});
  read_scope(fields, line);
  read_agent(fields, line);
  read_outcome(fields, line);
  read_time(fields, line);

  for (const auto key : {"confidence", "intent", "expect"}) fields.find(key);  // decode_action_of reads them
  if (object.contains("tool")) {
    read_tool(fields, line);
    if (fields.find("action") != nullptr) fields.fail("action", "a line has either an action or a tool");
  } else if (fields.need("action") != nullptr && !fields.failed()) {
    auto action = ipc::decode_action_of(object, "");
    if (!action) return tl::unexpected(action.error());
    line.action = std::move(*action);
  }
  if (const auto* value = fields.find("observation"); value != nullptr && !fields.failed()) {
    auto observation = decode_observation(*value, "observation");
    if (!observation) return tl::unexpected(observation.error());
    line.observation = std::move(*observation);
  }
  return fields.finish(std::move(line));
}

}  // namespace interlock::cli
