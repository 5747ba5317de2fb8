#include "daemon/path/action_path.h"

#include <algorithm>

#include "daemon/asking/answer_times.h"
#include "daemon/path/aim.h"
#include "daemon/path/approach.h"
#include "daemon/path/by_text.h"
#include "daemon/path/gate_now.h"
#include "daemon/path/inject.h"
#include "daemon/path/rollback.h"
#include "daemon/path/target.h"
#include "daemon/path/validate.h"
#include "daemon/pictures/picture_keeper.h"
#include "daemon/pictures/target_picture.h"
#include "daemon/process/log.h"
#include "daemon/process/pause.h"
#include "daemon/records/question.h"
#include "daemon/sessions/standing.h"
#include "gate/playbook.h"
#include "gate/screen/fingerprint.h"
#include "gate/session/shown_form.h"
#include "gate/typing/paste.h"
#include "values/paste_source.h"
#include "values/utf8.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

/// Time limit for a picture that is only kept.
constexpr auto picture_patience = 1000ms;
constexpr auto approver_patience = 3s;
/// If the target differs at this many observations in a row, the action is refused.
constexpr int most_changes = 3;
/// A page that still scrolls has moved an element between aiming at it and observing it: it is aimed at again.
constexpr int most_aims = 3;

bool moved_away(const Step& step) {
  return step.aimed && pointer_target(step.action) && step.assessment.code == "target_changed";
}

}  // namespace

asio::awaitable<void> ActionPath::take() {
  for (int aims = 1;; ++aims) {
    if (step_.action.on) {
      const bool aimed = co_await aim();
      if (!aimed) co_return;
    }
    co_await observe_and_judge(shared_, session_, step_);
    if (aims == most_aims || !moved_away(step_)) break;
    step_.assessment = {};
    step_.means.reset();
  }
  co_await validate(shared_, session_, step_);
  if (!begin_record()) co_return;
  co_await keep_picture();
  if (step_.dry_run || step_.assessment.decision >= Decision::block) co_return;
  if (step_.assessment.decision == Decision::require_confirmation && !playbook_answers() && !form_answers()) {
    const bool agreed = co_await confirm();
    if (!agreed) co_return;
  } else {
    const bool came = co_await approach();
    if (!came) co_return;
  }
  const bool same = co_await pastes_the_same();
  if (!same) co_return;
  const bool kept = co_await keep_first();
  if (!kept) co_return;
  co_await inject(shared_, session_, step_);
  const bool asked = step_.verdict && !step_.by_playbook;
  if (step_.delivery.complete && asked && step_.rollback && !step_.rollback->entry.empty()) {
    const auto& kept = *step_.rollback;
    shared_.offer_undo(kept.entry, kept.places.empty() ? "" : size_text(kept.size.files, kept.size.bytes));
  }
}

asio::awaitable<bool> ActionPath::aim() {
  if (step_.dry_run) step_.action.on->scroll_into_view = false;  // a dry run moves nothing
  Eyes eyes = shared_.reach().eyes;
  if (step_.action.on->ref.empty()) {
    auto named = co_await ref_of_text(eyes, asker_, *step_.action.on, shared_.openings);
    if (!named) {
      block(step_.assessment, "context", named.error().code, std::move(named.error().reason));
      co_return false;
    }
    step_.action.on->ref = std::move(*named);
  }
  auto aimed = co_await daemon::aim(std::move(eyes), asker_, step_.action);
  if (aimed.refusal) {
    block(step_.assessment, "context", aimed.refusal->code, std::move(aimed.refusal->reason));
  } else if (!shared_.stops.may_act(session_, step_)) {
    // The session was halted or paused during the observation.
  } else if (aimed.has_focus) {
    step_.assessment.reason = "it has the keyboard focus already";
    step_.delivery.complete = true;
  } else {
    step_.aimed = std::move(aimed.target);
    if (aimed.means) step_.means = std::move(aimed.means);
    co_return true;
  }
  co_return false;
}

bool ActionPath::begin_record() {
  const auto audit = shared_.audit();
  auto record = audit ? (*audit)->begin(audit_begin(session_, step_)) : tl::make_unexpected(audit.error());
  if (record) {
    step_.id = *record;
    return true;
  }
  block(step_.assessment, "audit", "audit_unwritable", record.error().text());
  log_error(record.error());
  return false;
}

asio::awaitable<void> ActionPath::keep_picture() {
  if (shared_.pictures == nullptr || !shared_.pictures->wants(step_)) co_return;
  const auto place = target_place(step_.action, step_.seen.observation);
  auto taker = picture_taker(shared_.reach().eyes, asker_, place, picture_patience);
  co_await shared_.pictures->decided(session_, step_, std::move(taker));
}

bool ActionPath::playbook_answers() {
  if (!gate::playbook_may_answer(step_.assessment)) return false;
  const auto next = gate::playbook_step(step_.action, step_.seen.observation);
  const auto* playbook = next ? session_.following.covers(*next) : nullptr;
  if (playbook == nullptr) return false;
  step_.by_playbook = true;
  step_.verdict = Verdict{Outcome::approved, "the playbook '" + playbook->name + "' has it next"};
  return true;
}

/// What was shown with the form, and for the reasons that were shown; anything else is asked about as usual.
bool ActionPath::form_answers() {
  const auto* type = std::get_if<Type>(&step_.action.body);
  const auto* key = std::get_if<Key>(&step_.action.body);
  const bool returns = key != nullptr && key->chords == std::vector{KeyChord{{}, "Return"}};
  const auto& focus = step_.seen.observation.focus;
  if (!step_.form_answer || (type == nullptr && !returns) || !focus) return false;
  const std::string text = type == nullptr ? std::string() : type->text;
  const auto covered = [&](const Finding& finding) {
    if (finding.decision != Decision::require_confirmation) return true;
    const auto& all = step_.form_answer->covers;
    return std::any_of(all.begin(), all.end(), [&](const FormAnswer::Covered& each) {
      return each.path == focus->path && each.text == text && each.rule == finding.rule && each.code == finding.code;
    });
  };
  const auto& findings = step_.assessment.findings;
  if (!std::all_of(findings.begin(), findings.end(), covered)) return false;
  step_.verdict = Verdict{Outcome::approved, "it is a part of what was approved"};
  return true;
}

Question ActionPath::asked_question() const {
  Question asked = question(session_, step_);
  asked.undo = valid_utf8(undo_text(step_, shared_.settings.rollback));
  // A yes that lasts for what can be undone does not hold for what cannot.
  if (step_.rollback && step_.rollback->destroys && !step_.rollback->whole()) {
    asked.consent.about += "\ncannot be undone";
    asked.consent.deletion.reset();
  }
  return asked;
}

asio::awaitable<bool> ActionPath::broken_promise() {
  const std::string why = step_.rollback->unknown;
  switch (shared_.settings.rollback.if_not_kept) {
    case policy::IfNotKept::go_on:
      co_return true;
    case policy::IfNotKept::refuse:
      step_.refusal = platform::Refusal{"not_kept", "what it destroys could not be kept: " + why};
      co_return false;
    case policy::IfNotKept::ask:
      break;
  }
  step_.verdict.reset();
  step_.rollback->promised = false;
  const bool agreed = co_await confirm();
  co_return agreed;
}

asio::awaitable<bool> ActionPath::keep_first() {
  const auto begun = steady_clock::now();
  const bool promised = step_.rollback && step_.rollback->promised;
  co_await anticipate(shared_, session_, step_);
  if (step_.rollback) step_.rollback->promised = promised;
  co_await keep(shared_, session_, step_);
  if (!shared_.stops.may_act(session_, step_)) co_return false;
  if (promised && !step_.rollback->whole()) {
    const bool goes_on = co_await broken_promise();
    if (!goes_on || step_.refusal) co_return false;
  }
  if (steady_clock::now() - begun < shared_.settings.observation_deadline) co_return true;
  // That took a while: the target must still be there.
  const auto judged = gate::fingerprint(step_.action, step_.seen.observation);
  Observed now = co_await observe_target(shared_, session_, step_);
  const auto present = gate::fingerprint(step_.action, now.observation);
  if (!shared_.stops.may_act(session_, step_)) co_return false;
  if (judged == present) {
    step_.seen = std::move(now);
    co_return true;
  }
  block(step_.assessment, "context", "target_changed",
        "the target changed while what it destroys was kept: " +
            gate::difference(judged, step_.seen.observation, present, now.observation));
  co_return false;
}

asio::awaitable<bool> ActionPath::confirm() {
  if (gate::is_about_form(step_.assessment)) {
    Eyes eyes = shared_.reach().eyes;
    const auto deadline = steady_clock::now() + shared_.settings.observation_deadline;
    step_.form = co_await observe_form(std::move(eyes), step_.seen.observation, deadline);
  }
  const bool told = step_.rollback && !step_.rollback->promised && !step_.rollback->unknown.empty();
  if (!told) co_await anticipate(shared_, session_, step_);
  if (step_.rollback) step_.rollback->promised = step_.rollback->whole() && shared_.settings.rollback.keep;
  Question asked = asked_question();
  const auto place = target_place(step_.action, step_.seen.observation);
  asked.picture = picture_taker(shared_.reach().eyes, asker_, place);
  asked.patient_picture = picture_taker(shared_.reach().eyes, asker_, place, approver_patience);
  if (shared_.pictures != nullptr) {
    auto patient = picture_taker(shared_.reach().eyes, asker_, place, picture_patience);
    asked.picture = shared_.pictures->keeping(session_, step_, std::move(asked.picture), std::move(patient));
  }
  step_.verdict = co_await shared_.confirmations.ask(std::move(asked), shared_.settings.prompt_timeout);
  shared_.focus.question_closed();
  if (step_.verdict->outcome != Outcome::approved) {
    step_.refusal = platform::Refusal{"not_approved", step_.verdict->why};
    co_return false;
  }
  const bool free = co_await shared_.takeover.wait_after_reply(session_, step_);
  if (!free || !shared_.stops.may_act(session_, step_)) co_return false;
  Observed now = co_await observe_approved();
  const auto approved = gate::fingerprint(step_.action, step_.seen.observation);
  const auto present = gate::fingerprint(step_.action, now.observation);
  if (gate::came_to_light(approved, present)) {
    const bool allowed = co_await judge_known(std::move(now));
    co_return allowed;
  }
  if (approved != present) {
    const auto difference = gate::difference(approved, step_.seen.observation, present, now.observation);
    block(step_.assessment, "context", "target_changed", "the target is no longer what was approved: " + difference);
    co_return false;
  }
  auto again = assess(session_, step_, now);
  if (again.decision > Decision::require_confirmation) {
    set_assessment(step_, std::move(again));
    co_return false;
  }
  add_reading(step_, again.reading);
  step_.seen = std::move(now);
  co_return shared_.stops.may_act(session_, step_);
}

/// What was approved without being seen is seen now: it is judged, and asked about again if that is what it calls for.
asio::awaitable<bool> ActionPath::judge_known(Observed now) {
  set_assessment(step_, assess(session_, step_, now));
  step_.seen = std::move(now);
  if (step_.assessment.decision >= Decision::block) co_return false;
  if (step_.assessment.decision < Decision::require_confirmation) co_return shared_.stops.may_act(session_, step_);
  step_.verdict.reset();
  const bool agreed = co_await confirm();
  co_return agreed;
}

/// The prompt may cover the target or have the keyboard focus, so its window gets time to close. The pointer is moved
/// first: the target after that must be the approved one.
asio::awaitable<Observed> ActionPath::observe_approved() {
  const auto until = steady_clock::now() + bubble_limit;
  const auto wanted = gate::fingerprint(step_.action, step_.seen.observation);
  while (true) {
    if (presses_by_pointer(step_.action)) co_await come(shared_, session_, step_);
    Observed now = co_await observe_target(shared_, session_, step_);
    const bool same = gate::fingerprint(step_.action, now.observation) == wanted;
    if (same || steady_clock::now() >= until || *session_.stop || shared_.stops.paused()) co_return now;
    co_await pause_for(20ms);
  }
}

asio::awaitable<bool> ActionPath::approach() {
  if (!presses_by_pointer(step_.action)) co_return true;
  for (int changes = 0; changes < most_changes; ++changes) {
    auto arrival = co_await come(shared_, session_, step_);
    if (arrival.refusal) {
      step_.refusal = std::move(arrival.refusal);
      if (!shared_.stops.paused() && !*session_.stop) shared_.takeover.explain(session_, step_);
      session_.following.left();
      co_return false;
    }
    if (arrival.was_there && step_.certain) co_return true;
    Observed now = co_await observe_target(shared_, session_, step_);
    if (!shared_.stops.may_act(session_, step_)) co_return false;
    step_.certain = true;
    const auto judged = gate::fingerprint(step_.action, step_.seen.observation);
    if (judged == gate::fingerprint(step_.action, now.observation)) {
      step_.seen = std::move(now);
      co_return true;
    }
    const bool goes_on = co_await meets_another(std::move(now));
    if (!goes_on) co_return false;
    if (step_.verdict) co_return true;  // a person approved this target, and it was there after the answer
    step_.certain = false;              // a target that changed once must be observed until it settles
  }
  block(step_.assessment, "context", "target_changed",
        "the target keeps changing since the pointer arrived; observe again");
  co_return false;
}

asio::awaitable<bool> ActionPath::meets_another(Observed now) {
  step_.changed_on_approach = true;
  if (step_.verdict) {
    const auto agreed = gate::fingerprint(step_.action, step_.seen.observation);
    const auto present = gate::fingerprint(step_.action, now.observation);
    block(step_.assessment, "context", "target_changed",
          "the target changed when the pointer came to it: " +
              gate::difference(agreed, step_.seen.observation, present, now.observation));
    step_.seen = std::move(now);
    session_.following.left();
    co_return false;
  }
  set_assessment(step_, assess(session_, step_, now));
  step_.seen = std::move(now);
  if (step_.assessment.decision >= Decision::block) co_return false;
  if (step_.assessment.decision < Decision::require_confirmation) co_return true;
  const bool agreed = co_await confirm();
  co_return agreed;
}

asio::awaitable<bool> ActionPath::pastes_the_same() {
  const auto& judged = step_.seen.observation;
  const auto& with_held = step_.assessment.reading.with_held;
  const Action& meant = with_held ? *with_held : step_.action;
  if (gate::paste_source(meant, judged.window) == PasteSource::nothing) co_return true;
  if (judged.clipboard.is_unknown()) co_return true;  // it was judged as unknown
  Eyes eyes = shared_.reach().eyes;
  const auto deadline = steady_clock::now() + shared_.settings.observation_deadline;
  const auto now = co_await observe_pasted(std::move(eyes), meant, judged.window, deadline);
  if (now == judged.clipboard) co_return true;
  block(step_.assessment, "context", "target_changed", "the clipboard no longer has the text that was judged");
  co_return false;
}

}  // namespace interlock::daemon
