#include "daemon/path/target.h"

#include <chrono>

#include "daemon/path/aim.h"
#include "daemon/path/approach.h"
#include "daemon/path/gate_now.h"
#include "daemon/pictures/read_texts.h"
#include "daemon/process/pause.h"
#include "daemon/sessions/standing.h"
#include "gate/screen/control.h"
#include "platform/file_lookup.h"
#include "platform/name_lookup.h"
#include "values/text.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

/// A name server needs tens to hundreds of milliseconds for a name that is in no cache.
constexpr auto lookup_limit = 2s;
/// Only network file systems take longer; what is unknown by then makes the gate ask.
constexpr auto file_limit = 300ms;

/// Names that were looked up before are not looked up again.
asio::awaitable<void> look_up(Shared& shared, const Session& session, Step& step) {
  Observation& seen = step.seen.observation;
  auto wanted = session.gate.to_look_up(step.action, seen, gate_now());
  const auto eyes = shared.reach().eyes;
  if (!wanted.names.empty() && seen.names.empty() && eyes.names) {
    seen.names = co_await eyes.names->look_up(std::move(wanted.names), steady_clock::now() + lookup_limit);
  }
  if (!wanted.files.empty() && eyes.files) {
    seen.files = co_await eyes.files->look_up(std::move(wanted.files), steady_clock::now() + file_limit);
  }
}

/// What the window shows, if the action comes near a limit on loops: whether it is one depends on that.
asio::awaitable<void> look_at_content(Shared& shared, const Session& session, Step& step) {
  const Observation& seen = step.seen.observation;
  auto screen = shared.reach().eyes.screen;
  if (!seen.window || !screen || !session.gate.wants_content(step.action, seen)) co_return;
  const auto care = uses_keyboard(step.action) ? Contents::Care::exact : Contents::Care::rough;
  step.seen.observation.content =
      co_await shared.contents.look(std::move(screen), seen.window->id, seen.window->rect, care);
}

}  // namespace

namespace {

/// Whether the target is in a window that has only just opened and whose elements may still come (Openings).
bool has_just_opened(Openings& openings, const Action& action, const Observation& seen) {
  const auto& target = target_element(action, seen);
  if (!seen.window) return false;
  if (target) openings.published(seen.window->id);
  if (!target.is_unknown() || !may_get_tree(*seen.window, target.why())) return false;
  const auto now = steady_clock::now();
  return now < openings.wait_until(seen.window->id, now);
}

}  // namespace

asio::awaitable<Observed> observe_target(Shared& shared, const Session& session, const Step& step,
                                         a11y::Certainty certainty) {
  const Action meant = session.gate.meant(step.action);
  Observed seen;
  while (true) {
    Reach reach = shared.reach();
    seen = co_await shared.focus.observe(std::move(reach.eyes), std::move(reach.human), meant,
                                         shared.settings.observation_deadline, certainty);
    if (!has_just_opened(shared.openings, meant, seen.observation) || *session.stop) break;
    co_await pause_for(Openings::step);
  }
  seen.observation.names = step.seen.observation.names;
  seen.observation.files = step.seen.observation.files;
  seen.observation.content = step.seen.observation.content;
  co_return seen;
}

asio::awaitable<void> observe_and_judge(Shared& shared, const Session& session, Step& step) {
  const bool comes = presses_by_pointer(step.action) && !step.dry_run && shared.validators.empty();
  const auto begun = steady_clock::now();
  step.seen =
      co_await observe_target(shared, session, step, comes ? a11y::Certainty::provisional : a11y::Certainty::settled);
  const bool rested = step.seen.view.pointer_there && shared.rest.at_target_of(step) &&
                      shared.rest.long_before(begun, shared.settings.approach);
  step.certain = !comes || rested;
  co_await look_up(shared, session, step);
  co_await look_at_content(shared, session, step);
  set_assessment(step, assess(session, step, step.seen));
  if (step.certain || step.assessment.decision < Decision::require_confirmation) co_return;
  step.seen = co_await observe_target(shared, session, step);
  co_await look_up(shared, session, step);
  step.certain = true;
  set_assessment(step, assess(session, step, step.seen));
}

namespace {

/// As a press of what the act comes to: Return on it, or the click.
Assessment as_meant(const Session& session, const Step& step, const Observed& seen, Assessment assessment) {
  Observation with = seen.observation;
  Action press = step.action;
  press.expect.element.reset();
  if (uses_keyboard(step.action)) {
    press.body = Key{{{{}, "Return"}}};
    with.focus = *step.means;
  } else {
    with.element = *step.means;
  }
  const auto meant = session.gate.assess(press, with, gate_now());
  return gate::raised(std::move(assessment), meant.findings);
}

bool is_switched(Role role) {
  return role == Role::check_box || role == Role::radio_button || role == Role::toggle_button;
}

/// Whether the click meets a label that says no more than the control that it switches (Aimed::means).
bool meets_own_label(const Step& step, const Observation& seen) {
  if (!step.means || !std::holds_alternative<Click>(step.action.body) || !seen.element) return false;
  if (!is_switched(step.means->role) || is_actionable(seen.element->role)) return false;
  return normalise(gate::called(*seen.element)).text == normalise(gate::called(*step.means)).text;
}

/// Whether the action is the wheel in the window that was aimed at, and what is there now only scrolls: a page that
/// still moves shows another part of itself. The wheel changes the value of some controls.
bool only_scrolls(const Step& step, const Observation& seen, const Element& met) {
  if (!std::holds_alternative<Scroll>(step.action.body)) return false;
  if (!seen.window || seen.window->id != step.aimed->window) return false;
  return met.role != Role::slider && met.role != Role::spin_button && met.role != Role::combo_box &&
         met.role != Role::page_tab && met.role != Role::dial;
}

/// "Send me a copy" sends nothing if it is the label of a check box.
Observation with_control(const Step& step, const Observation& seen) {
  Observation with = seen;
  with.element->role = step.means->role;
  with.element->states = step.means->states;
  return with;
}

}  // namespace

Assessment assess(const Session& session, const Step& step, const Observed& seen) {
  const bool own = meets_own_label(step, seen.observation);
  auto assessment =
      session.gate.assess(step.action, own ? with_control(step, seen.observation) : seen.observation, gate_now());
  if (step.means && !own) assessment = as_meant(session, step, seen, std::move(assessment));
  if (!step.aimed) return assessment;
  const auto& met = target_element(step.action, seen.observation);
  const bool inside = met && uses_keyboard(step.action) && is_part(*met, *step.aimed);
  // Nothing names a text that was read from pixels; its window, at least, must be at the point.
  const bool elsewhere =
      is_read_text(step.aimed->path) && (!seen.observation.window || seen.observation.window->id != step.aimed->window);
  // Chromium's hit test finds the list or the option in it, whichever it has at hand.
  const bool is_meant = met && step.means && met->path == step.means->path && met->role == step.means->role;
  const bool other = met && !inside && !is_meant && !is_target(*met, *step.aimed);
  if (elsewhere || (other && !only_scrolls(step, seen.observation, *met))) {
    block(assessment, "context", "target_changed",
          "'" + step.action.on->ref + "' is no longer the target; observe again");
  }
  return assessment;
}

}  // namespace interlock::daemon
