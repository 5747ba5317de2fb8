// One step of the pipeline: what is there for an action, and where the names and paths lead that it would go to.
#include "daemon/path/aim.h"
#include "daemon/path/approach.h"
#include "daemon/path/gate_now.h"
#include "daemon/path/pipeline.h"
#include "daemon/sessions/standing.h"
#include "platform/file_lookup.h"
#include "platform/name_lookup.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// A name that no cache has takes a name server tens to hundreds of milliseconds.
constexpr auto lookup_limit = 2s;
/// A file system that takes longer is on the network; what is not known by then is asked about.
constexpr auto file_limit = 300ms;

}  // namespace

/// Keys are looked at as they are meant while modifiers are held: with Alt down, a letter is a mnemonic. What names
/// stand for is asked once for a step: it is what a person is told.
asio::awaitable<Observed> Pipeline::look(const Session& session, const Step& step, a11y::Certainty certainty) {
  Reach reach = reach_();
  const Action meant = session.gate.meant(step.action);
  Observed seen = co_await focus_.observe(std::move(reach.eyes), std::move(reach.human), meant,
                                          settings_.observation_deadline, certainty);
  seen.observation.names = step.seen.observation.names;
  seen.observation.files = step.seen.observation.files;
  co_return seen;
}

/// The first look of a step, and what the gate says of it. Where the pointer will be brought there first, the look that
/// counts is the one after that (daemon/path/approach.cpp), and a provisional one will do until then; but a person is
/// asked, an agent refused and a validator heard about what is certain.
asio::awaitable<void> Pipeline::judge(const Session& session, Step& step) {
  const bool asks_validators = validators_ != nullptr && !validators_->empty();
  const bool comes = presses_by_pointer(step.action) && !step.dry_run && !asks_validators;
  const auto begun = std::chrono::steady_clock::now();
  step.seen = co_await look(session, step, comes ? a11y::Certainty::provisional : a11y::Certainty::settled);
  const bool rested =
      step.seen.view.pointer_there && rests_at_target(step) && resting_->long_before(begun, settings_.approach);
  step.certain = !comes || rested;
  co_await look_up_names(session, step);
  co_await look_up_files(session, step, gate_now());
  step.assessment = assess(session, step, step.seen);
  if (step.certain || step.assessment.decision < Decision::require_confirmation) co_return;
  step.seen = co_await look(session, step);
  co_await look_up_files(session, step, gate_now());
  step.certain = true;
  step.assessment = assess(session, step, step.seen);
}

Assessment Pipeline::assess(const Session& session, const Step& step, const Observed& seen) {
  auto assessment = session.gate.assess(step.action, seen.observation, gate_now());
  if (!step.aimed) return assessment;
  const auto& met = target_element(step.action, seen.observation);
  if (met && !is_target(*met, *step.aimed)) {
    block(assessment, "context", "target_changed",
          "'" + step.action.on->ref + "' is not what would be met; observe again");
  }
  return assessment;
}

asio::awaitable<void> Pipeline::look_up_names(const Session& session, Step& step) {
  auto names = session.gate.names_to_look_up(step.action, step.seen.observation);
  const auto service = reach_().eyes.names;
  if (names.empty() || !service) co_return;
  const auto deadline = std::chrono::steady_clock::now() + lookup_limit;
  step.seen.observation.names = co_await service->look_up(std::move(names), deadline);
}

asio::awaitable<void> Pipeline::look_up_files(const Session& session, Step& step, Time now) {
  auto paths = session.gate.files_to_look_up(step.action, step.seen.observation, now);
  const auto service = reach_().eyes.files;
  if (paths.empty() || !service) co_return;
  const auto deadline = std::chrono::steady_clock::now() + file_limit;
  step.seen.observation.files = co_await service->look_up(std::move(paths), deadline);
}

}  // namespace interlock::daemon
