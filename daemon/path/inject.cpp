#include "daemon/path/inject.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "daemon/path/approach.h"
#include "daemon/path/drawn.h"
#include "daemon/path/gate_now.h"
#include "daemon/path/navigate.h"
#include "daemon/path/secret_typing.h"
#include "daemon/records/delivered.h"
#include "values/visit.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

/// How often a wait checks whether it was cancelled.
constexpr auto stop_limit = 100ms;

asio::awaitable<void> wait(const Session& session, Step& step, std::chrono::milliseconds duration) {
  asio::steady_timer pause(co_await asio::this_coro::executor);
  const auto stop = session.stop;
  const auto until = steady_clock::now() + duration;
  while (!*stop && steady_clock::now() < until) {
    pause.expires_at(std::min(until, steady_clock::now() + stop_limit));
    co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  step.delivery.complete = !*stop;
  if (*stop) step.refusal = platform::Refusal{"cancelled", "it was interrupted"};
}

asio::awaitable<platform::Delivery> deliver(Shared& shared, Session& session, Step& step, Reach reach) {
  auto cancelled = cancelled_for(shared, session, step);
  if (std::holds_alternative<TypeSecret>(step.action.body)) {
    auto delivery = co_await type_secret(shared, session, step, reach.hands, std::move(cancelled));
    co_return delivery;
  }
  const auto* go = std::get_if<Navigate>(&step.action.body);
  if (go == nullptr) {
    const auto limit = steady_clock::now() + inject_limit;
    auto delivery = co_await reach.hands->perform(step.action, step.seen.view, limit, std::move(cancelled));
    co_return delivery;
  }
  const BeforeReturn judge = [&](const Observed& seen) -> std::optional<platform::Refusal> {
    Observation now = seen.observation;
    now.names = step.seen.observation.names;
    const auto again = session.gate.assess(step.action, now, gate_now());
    if (again.decision <= step.assessment.decision) return std::nullopt;
    return platform::Refusal{"judged_again", again.reason};
  };
  auto delivery = co_await navigate(*reach.hands, reach.eyes, go->url, step.seen.view,
                                    shared.settings.observation_deadline, std::move(cancelled), judge);
  co_return delivery;
}

/// Whether the action, done in full, leaves a key or button pressed that its session has to release at its end.
bool leaves_pressed(const ActionBody& body) {
  return std::visit(
      Overloaded{
          [](const AnyOf<KeyDown, MouseDown> auto&) { return true; },
          [](const AnyOf<Move, Click, Drag, Scroll, Type, Key, KeyUp, MouseUp, Wait, Navigate, Sequence, SelectOption,
                         SetValue, FillForm, TypeSecret, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow,
                         RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport> auto&) { return false; },
      },
      body);
}

/// Also after a cancelled act: a part of it may have been delivered.
void remember(Shared& shared, Session& session, const Step& step) {
  if (may_have_arrived(step)) session.gate.lost_sight(step.seen.observation);
  if (step.delivery.complete) {
    session.following.did(step.action, step.seen.observation);
  } else {
    session.following.left();
  }
  shared.focus.acted(step.action, step.seen);
  shared.contents.acted();
  if (std::holds_alternative<Type>(step.action.body) && step.delivery.complete && step.verdict) {
    shared.confirmations.text_was_typed();
  } else {
    shared.confirmations.end_text();
  }
  const bool changes_nothing =
      std::holds_alternative<Move>(step.action.body) || std::holds_alternative<Wait>(step.action.body);
  if (!step.verdict && !changes_nothing) shared.confirmations.end_deletion();
  if (!step.delivery.complete && step.delivery.typed == 0) return;
  const auto done = step.delivery.complete ? step.action : as_delivered(step.action, step.delivery.typed);
  const gate::ActionResult outcome{.failed = !step.delivery.complete, .state_changed = {}, .agreed = !step.by_playbook};
  session.gate.record(done, step.seen.observation, outcome, gate_now());
}

/// Starts to watch what changes by itself, if what the window shows decides on a loop.
void watch_idle(Shared& shared, const Step& step, const asio::any_io_executor& executor) {
  const auto& seen = step.seen.observation;
  auto screen = shared.reach().eyes.screen;
  if (!seen.content || !seen.window || !screen) return;
  auto watching = shared.contents.idle(std::move(screen), seen.window->id, seen.window->rect);
  asio::co_spawn(executor, std::move(watching), asio::detached);
}

}  // namespace

asio::awaitable<void> inject(Shared& shared, Session& session, Step& step) {
  if (const auto* waits = std::get_if<Wait>(&step.action.body)) {
    co_await wait(session, step, waits->duration);
    co_return;
  }
  Reach reach = shared.reach();
  if (!reach.hands) {
    step.refusal = platform::Refusal{"no_display", "there is no display to act on"};
    co_return;
  }
  if (std::holds_alternative<Type>(step.action.body)) {
    Eyes eyes = reach.eyes;
    step.undrawn = co_await look_before_typing(std::move(eyes), step.seen.observation);
    if (!shared.stops.may_act(session, step)) co_return;
  }
  shared.acts(step.seen.observation);
  session.holds_input = session.holds_input || leaves_pressed(step.action.body);
  step.delivery = co_await deliver(shared, session, step, std::move(reach));
  shared.rest.acted(step);
  if (!step.delivery.complete) step.refusal = step.delivery.refusal;
  if (!shared.stops.paused() && !*session.stop) shared.takeover.explain(session, step);
  remember(shared, session, step);
  watch_idle(shared, step, co_await asio::this_coro::executor);
}

}  // namespace interlock::daemon
