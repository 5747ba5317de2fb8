#include "daemon/path/tool_calls.h"

#include "daemon/process/log.h"
#include "daemon/sessions/standing.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using std::chrono::steady_clock;

asio::awaitable<json::object> ToolCalls::before(std::shared_ptr<Session> session, ToolCall call) {
  ToolStep step{.call = std::move(call)};
  step.assessment = session->gate.before_tool(step.call);
  co_await validate(*session, step);
  json::object answer = co_await settle(std::move(session), std::move(step));
  co_return answer;
}

asio::awaitable<void> ToolCalls::validate(Session& session, ToolStep& step) {
  const bool can_be_raised = step.assessment.decision < Decision::halt;
  if (!can_be_raised || session.halted || deps_.stops.paused()) co_return;
  auto chosen = deps_.validators.concerned(session.gate, step.call);
  if (chosen.empty()) co_return;
  json::object record = audit_begin(session, step);
  Validators::Said said = co_await deps_.validators.ask(std::move(chosen), std::move(record));
  step.validation = said.ask;
  step.assessment = gate::raised(std::move(step.assessment), std::move(said.findings));
}

asio::awaitable<json::object> ToolCalls::settle(std::shared_ptr<Session> session, ToolStep step) {
  const auto start = steady_clock::now();
  step.may_call = co_await may_call(*session, step);
  step.took = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - start);
  close_record(session, step);
  auto event = decision_event(*session, step);
  event["time"] = time_now();
  deps_.events.send("decision", event);
  if (step.validation > 0) deps_.validators.tell_after(step.validation, event);
  co_return reply(step);
}

asio::awaitable<bool> ToolCalls::may_call(Session& session, ToolStep& step) {
  const bool open = may_act(session, deps_.stops.why_paused(), step.assessment);
  const bool recorded = begin_record(session, step);
  if (!open || !recorded || step.assessment.decision >= Decision::block) co_return false;
  if (step.assessment.decision < Decision::require_confirmation) co_return true;
  Question asked = question(session, step);
  step.verdict = co_await deps_.confirmations.ask(std::move(asked), deps_.settings.prompt_timeout);
  if (step.verdict->outcome != Outcome::approved) {
    step.refusal = platform::Refusal{"not_approved", step.verdict->why};
    co_return false;
  }
  co_return may_act(session, deps_.stops.why_paused(), step.assessment);
}

json::object ToolCalls::after(const std::shared_ptr<Session>& session, ToolCall call, ToolResult result) {
  const auto start = steady_clock::now();
  ToolStep step{.call = std::move(call), .result = std::move(result)};
  // The call was made, even if the session must stop now.
  step.assessment = session->gate.after_tool(step.call, *step.result);
  begin_record(*session, step);
  step.took = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - start);
  close_record(session, step);
  return reply(step);
}

bool ToolCalls::begin_record(const Session& session, ToolStep& step) {
  const auto audit = deps_.audit();
  const auto record = audit ? (*audit)->begin(audit_begin(session, step)) : tl::make_unexpected(audit.error());
  if (record) {
    step.id = *record;
    return true;
  }
  block(step.assessment, "audit", "audit_unwritable", record.error().text());
  log_error(record.error());
  return false;
}

void ToolCalls::close_record(const std::shared_ptr<Session>& session, const ToolStep& step) {
  if (!step.id.empty()) {
    const auto audit = deps_.audit();
    const auto ended = audit ? (*audit)->end(step.id, audit_end(step)) : tl::make_unexpected(audit.error());
    if (!ended) log_error(ended.error());
  }
  tell_stuck(deps_.events, *session, step.id, summary_of(step.call), step.assessment);
  if (step.assessment.decision == Decision::halt && !session->halted) {
    deps_.stops.halt(session, step.assessment.reason);
  }
}

}  // namespace interlock::daemon
