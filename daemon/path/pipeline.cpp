#include "daemon/path/pipeline.h"

#include <chrono>
#include <optional>
#include <vector>

#include "daemon/path/action_path.h"
#include "daemon/path/arrival.h"
#include "daemon/process/log.h"
#include "daemon/sessions/standing.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto page_look = 1000ms;  ///< for the page before `navigate`

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
    if (!focused.delivery.complete) co_return focused;  // a dry run ends here, too: the focus is elsewhere
    action.on->scroll_into_view = false;
  }
  const auto* page = std::get_if<Navigate>(&action.body);
  const bool opens_page = page != nullptr && !dry_run;
  std::string wanted = opens_page ? page->url : "";
  Known<PageSeen> before;
  if (opens_page) {
    Eyes eyes = shared_.reach().eyes;
    before = co_await page_seen(std::move(eyes), steady_clock::now() + page_look);
  }
  Step step = co_await run(session, std::move(action), dry_run, asked);
  if (opens_page && step.delivery.complete) {
    std::function<Eyes()> eyes = [this] { return shared_.reach().eyes; };
    std::function<bool()> cancelled = [stop = session->stop] { return stop->load(); };
    step.arrived = co_await arrival(std::move(eyes), std::move(before), std::move(wanted), std::move(cancelled));
  }
  co_return step;
}

asio::awaitable<Step> Pipeline::run(std::shared_ptr<Session> session, Action action, bool dry_run,
                                    std::uint64_t asked) {
  const auto start = steady_clock::now();
  Step step{.action = std::move(action), .dry_run = dry_run, .asked = asked};
  // A wait or a dry run has no effect on the desktop, so it does not need the seat.
  const bool needs_seat = !dry_run && !std::holds_alternative<Wait>(step.action.body);
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
