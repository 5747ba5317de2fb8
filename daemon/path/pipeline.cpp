#include "daemon/path/pipeline.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "daemon/path/aim.h"
#include "daemon/path/gate_now.h"
#include "daemon/path/navigate.h"
#include "daemon/pictures/picture_keeper.h"
#include "daemon/pictures/target_picture.h"
#include "daemon/process/log.h"
#include "daemon/records/delivered.h"
#include "daemon/records/question.h"
#include "daemon/sessions/standing.h"
#include "gate/screen/fingerprint.h"
#include "gate/typing/paste.h"
#include "values/paste_source.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

/// A person looked over a list of steps, and this is the next of them, on its target.
bool playbook_answers(const Session& session, Step& step) {
  if (!gate::playbook_may_answer(step.assessment)) return false;
  const auto next = gate::playbook_step(step.action, step.seen.observation);
  const auto* playbook = next ? session.following.covers(*next) : nullptr;
  if (playbook == nullptr) return false;
  step.verdict = Verdict{Outcome::approved, "the playbook '" + playbook->name + "' has it next"};
  return true;
}

/// For a prompt's bubble to go away after its answer and give the target free again.
constexpr auto bubble_limit = 1500ms;
/// For a wait to notice that nobody waits any more.
constexpr auto stop_limit = 100ms;
/// For a picture that is only kept.
constexpr auto picture_patience = 1000ms;

json::object sequence_reply(const std::vector<Step>& steps, std::size_t wanted) {
  json::array replies;
  const Step* worst = &steps.front();
  bool executed = steps.size() == wanted;
  for (const Step& step : steps) {
    if (step.assessment.decision > worst->assessment.decision) worst = &step;
    executed = executed && step.delivery.complete;
    replies.push_back(reply(step));
  }
  return {{"decision", decision_name(worst->assessment.decision)},
          {"rule", worst->assessment.rule},
          {"code", worst->assessment.code},
          {"reason", replies[static_cast<std::size_t>(worst - steps.data())].at("reason")},
          {"executed", executed},
          {"steps", std::move(replies)}};
}

}  // namespace

Pipeline::Pipeline(asio::any_io_executor executor, Reaching reach, AuditSource audit, Confirmations& confirmations,
                   Events& events, const policy::DaemonSettings& settings, Validators* validators,
                   PictureKeeper* pictures)
    : executor_(std::move(executor)),
      reach_(std::move(reach)),
      audit_(std::move(audit)),
      confirmations_(confirmations),
      events_(events),
      settings_(settings),
      validators_(validators),
      pictures_(pictures),
      seat_(std::make_shared<Seat>(settings.queue_limit)),
      takeover_(
          executor_, [this] { return reach_().human; }, events_,
          [this](std::string_view what, json::object fields) { note(what, std::move(fields)); }, settings.human) {}

asio::awaitable<json::object> Pipeline::act(std::shared_ptr<Session> session, Action action, bool dry_run) {
  const std::uint64_t asked = ++session->asked;
  auto* sequence = std::get_if<Sequence>(&action.body);
  if (!sequence || sequence->steps.empty() || !session->gate.may_sequence()) {
    const Step only = co_await run_aimed(session, std::move(action), dry_run, asked);
    co_return reply(only);
  }
  std::vector<Step> done;
  for (Action& step : sequence->steps) {
    Step taken = co_await run_aimed(session, std::move(step), dry_run, asked);
    done.push_back(std::move(taken));
    if (!dry_run && !done.back().delivery.complete) break;
  }
  co_return sequence_reply(done, sequence->steps.size());
}

asio::awaitable<Step> Pipeline::run_aimed(std::shared_ptr<Session> session, Action action, bool dry_run,
                                          std::uint64_t asked) {
  if (action.on && uses_keyboard(action)) {
    Action focus = action;
    focus.body = Click{};
    focus.on->focus_only = true;
    Step focused = co_await run(session, std::move(focus), dry_run, asked);
    if (!focused.delivery.complete) co_return focused;  // a rehearsal ends here, too: the focus is elsewhere
    action.on->scroll_into_view = false;
  }
  Step step = co_await run(session, std::move(action), dry_run, asked);
  co_return step;
}

asio::awaitable<Step> Pipeline::run(std::shared_ptr<Session> session, Action action, bool dry_run,
                                    std::uint64_t asked) {
  const auto start = steady_clock::now();
  Step step{.action = std::move(action), .dry_run = dry_run, .asked = asked};
  // Nothing is touched by a wait or a rehearsal, so neither needs the seat.
  const bool needs_seat = !dry_run && !std::holds_alternative<Wait>(step.action.body);
  std::optional<Seat::Hold> hold;
  if (needs_seat) hold = co_await seat_->take(session->peer.pid);
  bool free = true;
  if (hold && !paused() && !*session->stop) free = co_await takeover_.wait(*session, step, start);
  if (needs_seat && !hold) {
    block(step.assessment, "budget", "queue_full",
          "too many actions are waiting for the desktop; wait for replies before asking again");
  } else if (free && may_act(*session, step)) {
    co_await take_path(session, step);
    step.hidden = meets_hidden(*session, step);
    step.tools = meets_tools(*session, step);
  }
  step.took = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - start);
  close_record(*session, step);
  if (step.assessment.decision == Decision::halt && !session->halted) halt(session, step.assessment.reason);
  co_return step;
}

asio::awaitable<void> Pipeline::take_path(std::shared_ptr<Session> asker, Step& step) {
  Session& session = *asker;
  if (step.action.on) {
    const bool aimed = co_await take_aim(session, step);
    if (!aimed) co_return;
  }
  co_await judge(session, step);
  co_await validate(session, step);

  const auto audit = audit_();
  auto record = audit ? (*audit)->begin(audit_begin(session, step)) : tl::make_unexpected(audit.error());
  if (!record) {
    block(step.assessment, "audit", "audit_unwritable", record.error().text());
    log_error(record.error());
    co_return;
  }
  step.id = *record;
  if (pictures_ != nullptr && pictures_->wants(step)) {
    auto taker =
        picture_taker(reach_().eyes, asker, target_place(step.action, step.seen.observation), picture_patience);
    co_await pictures_->decided(session, step, std::move(taker));
  }
  if (step.dry_run || step.assessment.decision >= Decision::block) co_return;
  if (step.assessment.decision == Decision::require_confirmation && !playbook_answers(session, step)) {
    const bool agreed = co_await confirm(asker, step);
    if (!agreed) co_return;
  } else {
    const bool came = co_await approach(asker, step);
    if (!came) co_return;
  }
  const bool same = co_await pastes_the_same(session, step);
  if (same) co_await inject(session, step);
}

asio::awaitable<bool> Pipeline::take_aim(Session& session, Step& step) {
  if (step.dry_run) step.action.on->scroll_into_view = false;  // a rehearsal moves nothing
  Eyes eyes = reach_().eyes;
  auto aimed = co_await aim(std::move(eyes), session.refs, step.action);
  if (aimed.refusal) {
    block(step.assessment, "context", aimed.refusal->code, std::move(aimed.refusal->reason));
  } else if (!may_act(session, step)) {
    // It was halted or paused while we looked.
  } else if (aimed.has_focus) {
    step.assessment.reason = "it has the keyboard focus already";
    step.delivery.complete = true;
  } else {
    step.aimed = std::move(aimed.target);
    co_return true;
  }
  co_return false;
}

/// Asks, and after a yes makes sure that the yes still means the same thing.
asio::awaitable<bool> Pipeline::confirm(std::shared_ptr<Session> asker, Step& step) {
  Session& session = *asker;
  Question asked = question(session, step);
  const auto place = target_place(step.action, step.seen.observation);
  asked.picture = picture_taker(reach_().eyes, asker, place);
  if (pictures_ != nullptr) {
    auto patient = picture_taker(reach_().eyes, asker, place, picture_patience);
    asked.picture = pictures_->keeping(session, step, std::move(asked.picture), std::move(patient));
  }
  step.verdict = co_await confirmations_.ask(std::move(asked), settings_.prompt_timeout);
  focus_.question_closed();
  if (step.verdict->outcome != Outcome::approved) {
    step.refusal = platform::Refusal{"not_approved", step.verdict->why};
    co_return false;
  }
  const bool free = co_await takeover_.wait_after_reply(session, step);
  if (!free || !may_act(session, step)) co_return false;
  Observed now = co_await observe_approved(session, step);
  const auto approved = gate::fingerprint(step.action, step.seen.observation);
  const auto present = gate::fingerprint(step.action, now.observation);
  if (approved != present) {
    const auto difference = gate::difference(approved, step.seen.observation, present, now.observation);
    block(step.assessment, "context", "target_changed", "the target is no longer what was approved: " + difference);
    co_return false;
  }
  auto again = session.gate.assess(step.action, now.observation, gate_now());
  if (again.decision > Decision::require_confirmation) {
    step.assessment = std::move(again);
    co_return false;
  }
  step.seen = std::move(now);
  co_return may_act(session, step);
}

/// The prompt itself may cover the target, or have taken the keyboard focus: its window is given time to go. The
/// pointer comes first: what it makes of the target must be what was approved.
asio::awaitable<Observed> Pipeline::observe_approved(const Session& session, Step& step) {
  const auto until = steady_clock::now() + bubble_limit;
  const auto wanted = gate::fingerprint(step.action, step.seen.observation);
  while (true) {
    if (presses_by_pointer(step.action)) co_await come(session, step);
    Observed now = co_await look(session, step);
    const bool same = gate::fingerprint(step.action, now.observation) == wanted;
    if (same || steady_clock::now() >= until || *session.stop || paused()) co_return now;
    asio::steady_timer pause(co_await asio::this_coro::executor, 20ms);
    co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
  }
}

/// What is pasted must be what was judged: another program may have put something else there since.
asio::awaitable<bool> Pipeline::pastes_the_same(const Session& session, Step& step) {
  const auto& judged = step.seen.observation;
  const Action meant = session.gate.meant(step.action);
  if (gate::paste_source(meant, judged.window) == PasteSource::nothing) co_return true;
  if (judged.clipboard.is_unknown()) co_return true;  // whoever let it pass knew that
  Eyes eyes = reach_().eyes;
  const auto deadline = steady_clock::now() + settings_.observation_deadline;
  const auto now = co_await observe_pasted(std::move(eyes), meant, judged.window, deadline);
  if (now == judged.clipboard) co_return true;
  block(step.assessment, "context", "target_changed", "what would be pasted is no longer the text that was judged");
  co_return false;
}

asio::awaitable<void> Pipeline::inject(Session& session, Step& step) {
  if (const auto* wait = std::get_if<Wait>(&step.action.body)) {
    asio::steady_timer pause(co_await asio::this_coro::executor);
    const auto stop = session.stop;
    const auto until = steady_clock::now() + wait->duration;
    while (!*stop && steady_clock::now() < until) {
      pause.expires_at(std::min(until, steady_clock::now() + stop_limit));
      co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    step.delivery.complete = !*stop;
    if (*stop) step.refusal = platform::Refusal{"cancelled", "it was broken off"};
    co_return;
  }
  const auto [eyes, hands, devices] = reach_();
  if (!hands) {
    step.refusal = platform::Refusal{"no_display", "there is no display to act on"};
    co_return;
  }
  acts_(step.seen.observation);
  session.holds_input = session.holds_input || std::holds_alternative<KeyDown>(step.action.body) ||
                        std::holds_alternative<MouseDown>(step.action.body);
  const platform::Cancelled cancelled = cancelled_for(session, step);
  if (const auto* go = std::get_if<Navigate>(&step.action.body)) {
    const BeforeReturn judge = [&](const Observed& seen) -> std::optional<platform::Refusal> {
      Observation now = seen.observation;
      now.names = step.seen.observation.names;
      const auto again = session.gate.assess(step.action, now, gate_now());
      if (again.decision <= step.assessment.decision) return std::nullopt;
      return platform::Refusal{"judged_again", again.reason};
    };
    step.delivery =
        co_await navigate(*hands, eyes, go->url, step.seen.view, settings_.observation_deadline, cancelled, judge);
  } else {
    step.delivery = co_await hands->perform(step.action, step.seen.view, steady_clock::now() + inject_limit, cancelled);
  }
  note_motion(step);
  if (!step.delivery.complete) step.refusal = step.delivery.refusal;
  if (!paused() && !*session.stop) takeover_.explain(session, step);
  if (may_have_arrived(step)) session.gate.lost_sight(step.seen.observation);
  if (step.delivery.complete) {
    session.following.did(step.action, step.seen.observation);
  } else {
    session.following.left();
  }
  // Also after an act broken off half way: some of it may have arrived.
  focus_.acted(step.action, step.seen);
  if (step.delivery.complete || step.delivery.typed > 0) {
    const auto done = step.delivery.complete ? step.action : as_delivered(step.action, step.delivery.typed);
    session.gate.record(done, step.seen.observation,
                        {.executed = true, .failed = !step.delivery.complete, .state_changed = {}, .result = {}},
                        gate_now());
  }
}

platform::Cancelled Pipeline::cancelled_for(const Session& session, const Step& step) const {
  return [taken_over = takeover_.check(step), paused = pauses_.flag(), stop = session.stop] {
    return *paused || *stop || taken_over();
  };
}

bool Pipeline::may_act(const Session& session, Step& step) const {
  if (step.asked <= session.withdrawn) {
    block(step.assessment, "session", "withdrawn", "the agent took it back");
    return false;
  }
  return daemon::may_act(session, pauses_.reason(), step.assessment);
}

void Pipeline::close_record(Session& session, Step& step) {
  ++session.actions;
  if (!step.id.empty()) {
    const auto audit = audit_();
    const auto ended = audit ? (*audit)->end(step.id, audit_end(step)) : tl::make_unexpected(audit.error());
    if (!ended) log_error(ended.error());
  }
  auto event = decision_event(session, step);
  event["time"] = time_now();
  events_.send("decision", event);
  if (step.validation > 0) validators_->tell_after(step.validation, event);
  if (!step.dry_run)
    tell_stuck(events_, session, step.id, std::string(event.at("action").as_string()), step.assessment);
}

void Pipeline::pause(Pause why) {
  if (pauses_.has(why)) return;
  pauses_.put(why);
  confirmations_.cancel_all(why == Pause::command ? "interlock was paused" : std::string(pauses_.reason()));
  events_.send("state", {{"state", "paused"}, {"reason", pauses_.reason()}});
}

void Pipeline::resume(Pause why) {
  if (!pauses_.take_away(why)) return;
  if (!paused()) events_.send("state", {{"state", "running"}});
}

void Pipeline::resume() {
  pauses_.clear();
  events_.send("state", {{"state", "running"}});
}

void Pipeline::note(std::string_view what, json::object fields) {
  const auto audit = audit_();
  const auto noted = audit ? (*audit)->note(what, fields) : tl::make_unexpected(audit.error());
  if (!noted) log_error(noted.error());
}

void Pipeline::halt(const std::shared_ptr<Session>& session, const std::string& why) {
  session->halted = true;
  session->stop->store(true);
  confirmations_.cancel_session(session->id, why);
  events_.send("state", {{"state", "halted"}, {"session", session->id}});
  drop(session);
}

void Pipeline::withdraw(Session& session) {
  session.withdrawn = session.asked;
  session.stop->store(true);  // whoever is at it holds this one
  session.stop = std::make_shared<std::atomic<bool>>(false);
  confirmations_.cancel_session(session.id, "the agent took it back");
}

void Pipeline::drop(const std::shared_ptr<Session>& session) {
  session->stop->store(true);
  confirmations_.cancel_session(session->id, "the agent is gone");
  confirmations_.forget_session(session->id);
  if (!session->holds_input) return;
  session->holds_input = false;
  asio::co_spawn(executor_, release_held(session), asio::detached);
}

asio::awaitable<void> Pipeline::release_held(std::shared_ptr<Session> session) {
  // After the action that may be under way for it, so that nothing is pressed behind our back.
  const auto hold = co_await seat_->take(0);  // a turn of our own
  const auto hands = reach_().hands;
  if (!hands) co_return;
  co_await hands->release_all();
  session->gate.released_all();
}

void Pipeline::set_settings(const policy::DaemonSettings& settings) {
  settings_ = settings;
  takeover_.set_settings(settings.human);
  seat_->set_limit(settings.queue_limit);
}

}  // namespace interlock::daemon
