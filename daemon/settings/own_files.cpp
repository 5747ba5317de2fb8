#include "daemon/settings/own_files.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <utility>

#include "daemon/desk/grants.h"
#include "daemon/process/log.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// From a person's last key or click to the resulting change: an editor that saves, a command that copies.
constexpr auto press_to_change = 5s;

}  // namespace

bool OwnFiles::by_hand() const {
  if (!deps_.activity.first()) return true;
  const auto human = deps_.reach().human;
  const auto press = human ? human->last_real_press() : std::nullopt;
  if (!press) return false;
  const auto pressed = since_boot_of(press->at);
  return platform::since_boot() - pressed <= press_to_change && pressed > *deps_.activity.last();
}

void OwnFiles::report(std::string what, std::string accept, std::function<void()> accepted) {
  log_warning(what + "; agents are paused");
  deps_.stops.pause(Pause::own_files);
  deps_.note("own_files", {{"change", what}});
  if (std::exchange(asking_, true)) return;
  asio::co_spawn(executor_, ask(std::move(what), std::move(accept), std::move(accepted)), asio::detached);
}

asio::awaitable<void> OwnFiles::ask(std::string what, std::string accept, std::function<void()> accepted) {
  Question question;
  question.headline = accept;
  question.agent = "interlock";
  question.action = accept;
  question.target = "interlock's own files";
  question.window = "no window";
  question.rule = "protected";
  question.reason = question.why = what + ", and nobody used a keyboard or mouse of this desktop just before";
  question.done = {{"action", accept}, {"change", what}};
  const auto verdict = co_await deps_.confirmations.ask(std::move(question), deps_.settings.prompt_timeout);
  asking_ = false;
  if (verdict.outcome != Outcome::approved) co_return;  // agents stay paused until a person resumes or reloads
  deps_.note("own_files", {{"change", what}, {"accepted", verdict.why}});
  accepted();
  deps_.stops.resume(Pause::own_files);
}

}  // namespace interlock::daemon
