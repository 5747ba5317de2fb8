// One step of the pipeline: the pointer comes to where it is to press, and what is there then is what counts.
#include "daemon/path/approach.h"

#include "daemon/path/pipeline.h"
#include "daemon/sessions/standing.h"
#include "gate/screen/fingerprint.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;

bool presses_by_pointer(const Action& action) {
  return std::holds_alternative<Click>(action.body) || std::holds_alternative<MouseDown>(action.body) ||
         std::holds_alternative<Drag>(action.body) || std::holds_alternative<Scroll>(action.body);
}

/// True if the pointer lies where `step` would press, by an act of ours.
bool Pipeline::rests_at_target(const Step& step) const {
  const auto& window = step.seen.view.window;
  return resting_ && window && resting_->window == window->id && resting_->at == pointer_target(step.action);
}

/// After an act: where it left the pointer. What a drag, a release or the wheel moves is known only to the application.
void Pipeline::note_motion(const Step& step) {
  const auto& body = step.action.body;
  const auto& window = step.seen.view.window;
  const auto* moved = std::get_if<Move>(&body);
  if (moved != nullptr && window) {
    const bool rested = step.seen.view.pointer_there && rests_at_target(step);
    if (!rested) resting_ = Resting{moved->at, window->id, steady_clock::now()};
  } else if (moved != nullptr || std::holds_alternative<Drag>(body) || std::holds_alternative<MouseUp>(body) ||
             std::holds_alternative<Scroll>(body)) {
    resting_.reset();
  }
}

/// Brings the pointer there, and waits for what the application makes of that. `was_there` in the result: it came there
/// by an act of ours, and long enough ago.
asio::awaitable<platform::Arrival> Pipeline::come(const Session& session, const Step& step) {
  const Reach reach = reach_();
  if (!reach.hands) {
    co_return platform::Arrival{.refusal = platform::Refusal{"no_display", "there is no display to act on"}};
  }
  const auto& view = step.seen.view;
  auto cancelled = cancelled_for(session, step);
  const auto limit = steady_clock::now() + inject_limit;
  auto arrival = co_await reach.hands->approach(step.action, view, limit, std::move(cancelled));
  if (arrival.refusal || !view.window || !reach.eyes.tree) co_return arrival;
  const auto now = steady_clock::now();
  if (!arrival.was_there || !rests_at_target(step)) {
    resting_ = Resting{*pointer_target(step.action), view.window->id, now};
  }
  arrival.was_there = resting_->long_before(now, settings_.approach);
  if (arrival.was_there) co_return arrival;
  const bool in_page = step.seen.observation.document.get() != nullptr;
  const auto until = now + settings_.observation_deadline + settings_.approach;
  co_await reach.eyes.tree->reacted(*view.window, view.popup, *pointer_target(step.action), in_page, settings_.approach,
                                    until);
  co_return arrival;
}

asio::awaitable<bool> Pipeline::approach(std::shared_ptr<Session> asker, Step& step) {
  if (!presses_by_pointer(step.action)) co_return true;
  Session& session = *asker;
  for (int changes = 0; changes < most_changes; ++changes) {
    auto arrival = co_await come(session, step);
    if (arrival.refusal) {
      step.refusal = std::move(arrival.refusal);
      if (!paused() && !*session.stop) takeover_.explain(session, step);
      session.following.left();
      co_return false;
    }
    if (arrival.was_there && step.certain) co_return true;
    Observed now = co_await look(session, step);
    if (!may_act(session, step)) co_return false;
    step.certain = true;
    const auto judged = gate::fingerprint(step.action, step.seen.observation);
    if (judged == gate::fingerprint(step.action, now.observation)) {
      step.seen = std::move(now);
      co_return true;
    }
    const bool goes_on = co_await meets_another(asker, step, std::move(now));
    if (!goes_on) co_return false;
    if (step.verdict) co_return true;  // a person agreed to what is there now, and it was there after the answer
    step.certain = false;              // what changed once must be seen to stay
  }
  block(step.assessment, "context", "target_changed",
        "what is under the pointer keeps changing since the pointer is there; observe again");
  co_return false;
}

/// Judges what is there instead of what was judged. What a person or a playbook agreed to is not replaced by anything.
asio::awaitable<bool> Pipeline::meets_another(std::shared_ptr<Session> asker, Step& step, Observed now) {
  Session& session = *asker;
  step.changed_on_approach = true;
  if (step.verdict) {
    const auto agreed = gate::fingerprint(step.action, step.seen.observation);
    const auto present = gate::fingerprint(step.action, now.observation);
    block(step.assessment, "context", "target_changed",
          "the target changed when the pointer came to it: " +
              gate::difference(agreed, step.seen.observation, present, now.observation));
    step.seen = std::move(now);
    session.following.left();
    co_return false;
  }
  step.assessment = assess(session, step, now);
  step.seen = std::move(now);
  if (step.assessment.decision >= Decision::block) co_return false;
  if (step.assessment.decision < Decision::require_confirmation) co_return true;
  const bool agreed = co_await confirm(asker, step);
  co_return agreed;
}

}  // namespace interlock::daemon
