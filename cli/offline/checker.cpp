#include "cli/offline/checker.h"

#include <utility>

#include "ipc/decode.h"
#include "ipc/encode.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

/// Assesses an action as the daemon does: the steps of a sequence one by one, each after those before it were done, up
/// to the first that is not done. The most severe assessment is that of the sequence.
Assessment assess(const gate::SafetyGate& gate, const Action& action, const Observation& observation, Time now) {
  const auto* sequence = std::get_if<Sequence>(&action.body);
  if (sequence == nullptr || !gate.may_sequence()) return gate.assess(action, observation, now);
  gate::SafetyGate ahead = gate;
  Assessment worst;
  for (const auto& step : sequence->steps) {
    auto assessment = ahead.assess(step, observation, now);
    const bool done = assessment.decision < Decision::block;
    if (assessment.decision > worst.decision) worst = std::move(assessment);
    if (!done) break;
    ahead.record(step, observation, {}, now);
  }
  return worst;
}

void record(gate::SafetyGate& gate, const CheckLine& line, Time now) {
  if (const auto* sequence = std::get_if<Sequence>(&line.action.body)) {
    for (const auto& step : sequence->steps) gate.record(step, line.observation, line.outcome, now);
  } else {
    gate.record(line.action, line.observation, line.outcome, now);
  }
}

std::string one_line(const policy::Errors& errors) {
  std::string line;
  for (const auto& error : errors) line += (line.empty() ? "" : "; ") + policy::to_text(error);
  return line;
}

}  // namespace

Checker::Checker(policy::Loaded base, bool explain) : base_(std::move(base)), explain_(explain) {}

Checker::SimulatedSession Checker::fresh() const {
  return {base_, gate::SafetyGate(base_.policy), {}, {}, {}, {}};
}

json::object Checker::error(const json::value& id, std::size_t number, std::string_view message) {
  all_judged_ = false;
  return {{"id", id}, {"error", {{"line", number}, {"message", valid_utf8(message)}}}};
}

json::object Checker::refuse(std::size_t number, std::string_view message) {
  return error(nullptr, number, message);
}

json::object Checker::answer(std::string_view text, std::size_t number) {
  const auto value = ipc::parse_json(text);
  if (!value) return error(nullptr, number, value.error().message);
  const auto* object = value->if_object();
  if (object == nullptr) return error(nullptr, number, "expected an object");
  const auto* id = object->if_contains("id");
  const json::value known_id = id != nullptr && id->is_string() ? *id : json::value();
  const auto line = decode_check_line(*object);
  if (!line) return error(known_id, number, line.error().message);

  const auto found = line->session ? sessions_.find(*line->session) : sessions_.end();
  SimulatedSession session = found == sessions_.end() ? fresh() : std::move(found->second);
  std::optional<policy::Errors> refused;
  if (line->policy) {
    auto loaded = policy::load_text(json::serialize(*line->policy), "policy", session.loaded.settings);
    if (loaded) {
      session.loaded = std::move(*loaded);
    } else {
      refused = std::move(loaded.error());
    }
  }
  auto answer = refused ? error(known_id, number, one_line(*refused)) : judge(*line, session);
  if (line->session && (!refused || found != sessions_.end())) {
    sessions_.insert_or_assign(*line->session, std::move(session));
  }
  return answer;
}

json::object Checker::judge(const CheckLine& line, SimulatedSession& session) const {
  constexpr Time step{1000};
  const auto now = line.now ? *line.now : session.last ? *session.last + step : Time{0};
  session.last = now;
  if (line.reset) session.gate.reset();
  if (line.directive) session.directive = *line.directive;
  if (line.goal) session.goal = line.goal;
  if (line.directive || line.goal) session.gate.set_scope(gate::scope_of(session.directive, session.goal));
  if (line.agent) session.who.agent = *line.agent;
  if (line.program) session.who.program = *line.program;
  session.who.directive = session.directive;
  session.gate.set_principal(session.who);
  const auto* profile = session.loaded.profiles->find(session.who, session.gate.scope());
  session.gate.set_policy(session.loaded.policy, profile == nullptr ? nullptr : profile->policy);
  if (line.turn) session.gate.start_turn();

  Assessment assessment;
  if (line.tool) {
    assessment = line.tool_result ? session.gate.after_tool(*line.tool, *line.tool_result)
                                  : session.gate.before_tool(*line.tool);
  } else {
    assessment = assess(session.gate, line.action, line.observation, now);
    const bool stopped = assessment.decision >= Decision::block;
    if (line.executed && (!stopped || line.surely_executed)) record(session.gate, line, now);
  }

  json::object answer = {{"id", line.id}};
  for (const auto& [key, value] : ipc::to_json(assessment)) {
    if (key != "findings" || explain_) answer[key] = value;
  }
  if (profile != nullptr) answer["profile"] = profile->name;
  if (const auto goal = session.gate.scope().goal) answer["scope"] = {{"goal_type", goal_name(*goal)}};
  return answer;
}

}  // namespace interlock::cli
