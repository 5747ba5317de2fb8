#include "daemon/path/validate.h"

#include "daemon/path/gate_now.h"
#include "daemon/path/target.h"
#include "daemon/sessions/standing.h"
#include "gate/screen/fingerprint.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;

asio::awaitable<void> validate(Shared& shared, Session& session, Step& step) {
  const bool can_be_raised = step.assessment.decision < Decision::halt;
  if (!can_be_raised) co_return;
  auto chosen = shared.validators.concerned(session.gate, step.action, step.seen.observation, gate_now());
  if (chosen.empty()) co_return;
  json::object record = audit_begin(session, step);
  Validators::Said said = co_await shared.validators.ask(std::move(chosen), std::move(record));
  step.validation = said.ask;
  set_assessment(step, gate::raised(std::move(step.assessment), said.findings));
  if (!shared.stops.may_act(session, step) || step.dry_run) co_return;
  if (step.assessment.decision >= Decision::block) co_return;
  Observed seen = co_await observe_target(shared, session, step);
  const auto judged = gate::fingerprint(step.action, step.seen.observation);
  const auto present = gate::fingerprint(step.action, seen.observation);
  if (judged != present) {
    block(step.assessment, "context", "target_changed",
          "the target changed while validators judged it: " +
              gate::difference(judged, step.seen.observation, present, seen.observation));
    co_return;
  }
  auto again = session.gate.assess(step.action, seen.observation, gate_now());
  add_reading(step, again.reading);
  if (again.decision > step.assessment.decision) {
    set_assessment(step, gate::raised(std::move(again), said.findings));
  }
  step.seen = std::move(seen);
}

}  // namespace interlock::daemon
