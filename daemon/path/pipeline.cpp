#include "daemon/path/pipeline.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "daemon/path/action_path.h"
#include "daemon/path/arrival.h"
#include "daemon/path/drawn.h"
#include "daemon/path/field_plan.h"
#include "daemon/path/fill.h"
#include "daemon/process/log.h"
#include "daemon/process/pause.h"
#include "daemon/sessions/standing.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto page_look = 1000ms;  ///< for the page before `navigate`
constexpr auto list_limit = 600ms;  ///< for a list to open, and to close again
constexpr auto list_look = 20ms;

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

asio::awaitable<json::object> Pipeline::act(std::shared_ptr<Session> session, Action action, bool dry_run) {
  const std::uint64_t asked = ++session->asked;
  if (fills_fields(action)) {
    auto filled = co_await fill(std::move(session), std::move(action), dry_run, asked);
    co_return filled;
  }
  auto* sequence = std::get_if<Sequence>(&action.body);
  if (!sequence || sequence->steps.empty() || !session->gate.may_sequence()) {
    Step wanted{.action = std::move(action), .dry_run = dry_run, .asked = asked};
    const Step only = co_await run_aimed(session, std::move(wanted));
    co_await await_drawn(session, only);
    co_return reply(only);
  }
  std::vector<Step> done;
  for (Action& step : sequence->steps) {
    Step wanted{.action = std::move(step), .dry_run = dry_run, .asked = asked};
    Step taken = co_await run_aimed(session, std::move(wanted));
    done.push_back(std::move(taken));
    if (!dry_run && !done.back().delivery.complete) break;
  }
  co_await await_drawn(session, done.back());
  co_return sequence_reply(done, sequence->steps.size());
}

asio::awaitable<Step> Pipeline::run_aimed(std::shared_ptr<Session> session, Step step) {
  if (step.action.on && uses_keyboard(step.action)) {
    Step focus{.action = step.action, .dry_run = step.dry_run, .asked = step.asked};
    focus.action.body = Click{};
    focus.action.on->focus_only = true;
    Step focused = co_await run(session, std::move(focus));
    if (!focused.delivery.complete) co_return focused;  // a dry run ends here, too: the focus is elsewhere
    const Referred* target = session->refs.find(step.action.on->ref);
    if (focused.aimed && target != nullptr && target->role == Role::combo_box) {
      const std::string list = target->path;
      co_await close_list(session, list, step.asked);
    }
    step.action.on->scroll_into_view = false;
  }
  const auto* page = std::get_if<Navigate>(&step.action.body);
  const bool opens_page = page != nullptr && !step.dry_run;
  std::string wanted = opens_page ? page->url : "";
  Known<PageSeen> before;
  if (opens_page) {
    Eyes eyes = shared_.reach().eyes;
    before = co_await page_seen(std::move(eyes), steady_clock::now() + page_look);
  }
  Step done = co_await run(session, std::move(step));
  if (opens_page && done.delivery.complete) {
    std::function<Eyes()> eyes = [this] { return shared_.reach().eyes; };
    std::function<bool()> cancelled = [stop = session->stop] { return stop->load(); };
    done.arrived = co_await arrival(std::move(eyes), std::move(before), std::move(wanted), std::move(cancelled));
  }
  co_return done;
}

asio::awaitable<void> Pipeline::close_list(std::shared_ptr<Session> session, std::string list, std::uint64_t asked) {
  const auto until = steady_clock::now() + list_limit;
  bool closed = false;
  while (steady_clock::now() < until && !*session->stop && !shared_.stops.paused()) {
    const Eyes eyes = shared_.reach().eyes;
    if (!eyes.windows || !eyes.tree) co_return;
    const auto limit = steady_clock::now() + shared_.settings.observation_deadline;
    const auto view = co_await eyes.windows->focused_window(limit);
    if (!view.window) co_return;
    const auto focus = co_await eyes.tree->focused_element(*view.window, limit);
    bool open = focus.element && is_option(*focus.element);
    const auto in = [&](Role role) {
      const auto& around = focus.element->ancestors;
      return std::any_of(around.begin(), around.end(), [&](const Ancestor& each) { return each.role == role; });
    };
    if (open && in(Role::document_web)) {  // Chromium's option keeps the focus in the closed list
      const auto now = co_await eyes.tree->named_element(*view.window, {}, list, limit);
      open = now && now->states.has(State::expanded);
    }
    if (closed && !open) co_return;
    if (open && !closed) {
      Action escape{.body = Key{{{{}, "Escape"}}}, .confidence = {}, .intent = {}, .expect = {}, .on = {}};
      Step step{.action = std::move(escape), .asked = asked};
      const Step done = co_await run(session, std::move(step));
      closed = done.delivery.complete;
      if (!closed) co_return;
    }
    co_await pause_for(list_look);
  }
}

asio::awaitable<void> Pipeline::await_drawn(std::shared_ptr<Session> session, const Step& step) {
  const auto* type = std::get_if<Type>(&step.action.body);
  const auto& window = step.seen.observation.window;
  if (type == nullptr || !step.undrawn || !window || step.delivery.typed == 0) co_return;
  std::function<Eyes()> eyes = [this] { return shared_.reach().eyes; };
  std::function<bool()> cancelled = [stop = session->stop] { return stop->load(); };
  std::string typed = step.delivery.complete ? type->text : std::string();
  co_await until_drawn(std::move(eyes), *step.undrawn, *window, std::move(typed), std::move(cancelled));
}

asio::awaitable<json::object> Pipeline::fill(std::shared_ptr<Session> session, Action action, bool dry_run,
                                             std::uint64_t asked) {
  const Fill::Run one = [&](Fill::Part part) {
    Step step{.action = std::move(part.action),
              .means = std::move(part.means),
              .form_answer = std::move(part.answer),
              .asked = asked};
    return part.has_focus ? run(session, std::move(step)) : run_aimed(session, std::move(step));
  };
  ++session->actions;
  Fill filling(shared_, *seat_, session, std::move(action), one);
  auto reply = co_await filling.take(dry_run, asked);
  co_return reply;
}

asio::awaitable<Step> Pipeline::run(std::shared_ptr<Session> session, Step step) {
  const auto start = steady_clock::now();
  // A wait or a dry run has no effect on the desktop, so it does not need the seat.
  const bool needs_seat = !step.dry_run && !std::holds_alternative<Wait>(step.action.body);
  std::optional<Seat::Hold> hold;
  if (needs_seat) hold = co_await seat_->take(session->peer.pid);
  bool free = true;
  if (hold && !shared_.stops.paused() && !*session->stop) free = co_await shared_.takeover.wait(*session, step, start);
  if (needs_seat && !hold) {
    block(step.assessment, "budget", "queue_full",
          "too many actions are waiting for the desktop; wait for replies before asking again");
  } else if (free && shared_.stops.may_act(*session, step)) {
    ActionPath path(shared_, session, step);
    co_await path.take();
    step.hidden = meets_hidden(*session, step);
    step.tools = meets_tools(*session, step);
  }
  step.took = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - start);
  close_record(*session, step);
  if (step.assessment.decision == Decision::halt && !session->halted)
    shared_.stops.halt(session, step.assessment.reason);
  co_return step;
}

void Pipeline::close_record(Session& session, Step& step) {
  ++session.actions;
  if (!step.id.empty()) {
    const auto audit = shared_.audit();
    const auto ended = audit ? (*audit)->end(step.id, audit_end(step)) : tl::make_unexpected(audit.error());
    if (!ended) log_error(ended.error());
  }
  auto event = decision_event(session, step);
  event["time"] = time_now();
  shared_.events.send("decision", event);
  if (step.validation > 0) shared_.validators.tell_after(step.validation, event);
  if (!step.dry_run)
    tell_stuck(shared_.events, session, step.id, std::string(event.at("action").as_string()), step.assessment);
}

}  // namespace interlock::daemon
