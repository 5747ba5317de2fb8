#include "daemon/path/takeover.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "daemon/asking/answer_times.h"
#include "daemon/sessions/standing.h"
#include "ipc/encode.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

/// How long an action waits for a person to stop. After that its agent gets a reply.
constexpr auto input_patience = 5s;
/// Time for the watch over the devices to start, or for a display to return.
constexpr auto until_seen = 500ms;

std::string_view kind_name(platform::InputKind kind) {
  switch (kind) {
    case platform::InputKind::key:
      return "key";
    case platform::InputKind::button:
      return "button";
    case platform::InputKind::motion:
      return "motion";
  }
  return "motion";
}

std::string seconds(milliseconds time) {
  const auto tenths = (time.count() + 99) / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

}  // namespace

Takeover::Takeover(asio::any_io_executor executor, std::function<std::shared_ptr<platform::HumanInput>()> devices,
                   Events& events, Note note, const policy::HumanSettings& settings)
    : executor_(std::move(executor)),
      devices_(std::move(devices)),
      events_(events),
      note_(std::move(note)),
      settings_(settings) {}

milliseconds Takeover::quiet_in(milliseconds wanted) const {
  const auto devices = settings_.takeover ? devices_() : nullptr;
  const auto last = devices ? devices->last_activity() : std::nullopt;
  if (!last) return 0ms;
  const auto left = std::chrono::ceil<milliseconds>(last->at + wanted - steady_clock::now());
  return std::max(left, milliseconds{0});
}

bool Takeover::active() const {
  return quiet_in(settings_.quiet) > 0ms;
}

asio::awaitable<bool> Takeover::quiet(milliseconds wanted, Time until) {
  asio::steady_timer timer(executor_);
  while (true) {
    const auto left = quiet_in(wanted);
    if (left == 0ms) co_return true;
    const auto now = steady_clock::now();
    if (now >= until) co_return false;
    timer.expires_at(std::min(until, now + left));
    co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
  }
}

/// If the devices are not watched, a person could neither take over nor stop the agents: then agents do nothing.
asio::awaitable<bool> Takeover::sees(Step& step) {
  const auto devices = settings_.need_devices ? devices_() : nullptr;
  if (!devices) co_return true;  // no display: nothing can be done anyway
  asio::steady_timer timer(executor_);
  for (const auto until = steady_clock::now() + until_seen; !devices->trouble().empty();) {
    if (steady_clock::now() >= until) {
      block(step.assessment, "human", "devices_unseen",
            "a person could not stop this at the mouse or keyboard: " + devices->trouble() +
                "; a human uses another display, or accepts that by 'human.need_devices: false' in the policy");
      co_return false;
    }
    timer.expires_after(10ms);
    co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  co_return true;
}

asio::awaitable<bool> Takeover::wait(const Session& session, Step& step, Time asked) {
  step.free_since = steady_clock::now();
  const bool seen = co_await sees(step);
  if (!seen) co_return false;
  if (!active()) co_return true;
  tell(session, step);
  const bool free = co_await quiet(settings_.quiet, asked + input_patience);
  step.free_since = steady_clock::now();
  if (free) co_return true;
  step.retry_after = std::max(quiet_in(settings_.quiet), 1ms);
  block(step.assessment, "human", "takeover",
        "a person is using the mouse or keyboard, and nothing was done; try again in " + seconds(*step.retry_after) +
            " or later, and look first: they may have changed things");
  co_return false;
}

asio::awaitable<bool> Takeover::wait_after_reply(const Session& session, Step& step) {
  const bool free = co_await quiet(after_reply, steady_clock::now() + input_patience);
  step.free_since = steady_clock::now();
  if (!free) {
    step.delivery.refusal = platform::Refusal{"cancelled", ""};
    interrupted(session, step);
  }
  co_return free;
}

std::function<bool()> Takeover::check(const Step& step) const {
  const auto devices = settings_.takeover ? devices_() : nullptr;
  if (!devices) return [] { return false; };
  return [devices, since = step.free_since] {
    const auto last = devices->last_activity();
    return last && last->at > since;
  };
}

void Takeover::explain(const Session& session, Step& step) {
  if (!step.delivery.refusal || step.delivery.refusal->code != "cancelled" || !check(step)()) return;
  interrupted(session, step);
}

void Takeover::interrupted(const Session& session, Step& step) {
  tell(session, step);
  step.retry_after = std::max(quiet_in(settings_.quiet), 1ms);
  step.refusal = platform::Refusal{
      "human_takeover", "a person took the mouse or keyboard, and the action was interrupted; try again in " +
                            seconds(*step.retry_after) + " or later, and look first: they may have changed things"};
}

/// Reports each takeover once.
void Takeover::tell(const Session& session, const Step& step) {
  if (reported_) return;
  reported_ = true;
  const auto devices = devices_();
  const auto last = devices ? devices->last_activity() : std::nullopt;
  const auto kind = kind_name(last ? last->kind : platform::InputKind::motion);
  note_("takeover", {{"session", session.id}, {"action", step.id}, {"input", kind}});
  events_.send("human.takeover", {{"time", time_now()},
                                  {"active", true},
                                  {"input", kind},
                                  {"session", session.id},
                                  {"agent", valid_utf8(session.name)}});
  asio::co_spawn(executor_, tell_end(), asio::detached);
}

asio::awaitable<void> Takeover::tell_end() {
  co_await quiet(settings_.quiet, Time::max());
  reported_ = false;
  events_.send("human.takeover", {{"time", time_now()}, {"active", false}});
}

}  // namespace interlock::daemon
