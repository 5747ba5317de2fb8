#include "daemon/api/human.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "daemon/process/log.h"
#include "daemon/sessions/standing.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

/// A program that injects input is reported at intervals, not for each key.
constexpr auto report_interval = 10s;

json::object counts(const platform::ForeignInput& input) {
  return {{"keys", input.keys}, {"buttons", input.buttons}, {"motions", input.motions}};
}

void add(platform::ForeignInput& to, const platform::ForeignInput& input) {
  to.keys += input.keys;
  to.buttons += input.buttons;
  to.motions += input.motions;
}

}  // namespace

Human::Human(asio::any_io_executor executor, Deps deps, const policy::HumanSettings& settings)
    : executor_(executor), deps_(std::move(deps)), settings_(settings), report_timer_(executor) {}

void Human::attend(const std::shared_ptr<platform::HumanInput>& devices) {
  devices_ = devices;
  if (!devices) return;
  devices->listen([this](const platform::HumanEvent& event) { heard(event); });
  devices->set_panic_key(settings_.panic_key);
}

void Human::set_settings(const policy::HumanSettings& settings) {
  settings_ = settings;
  if (const auto devices = devices_.lock()) devices->set_panic_key(settings_.panic_key);
  apply_lock();
}

void Human::watch_lock() {
  if (!deps_.lock) return;
  deps_.lock->watch([this](const platform::LockState& now) {
    lock_ = now;
    deps_.note("screen", {{"locked", now.locked}, {"away", now.away}});
    apply_lock();
  });
}

void Human::display_lock(bool locked) {
  if (locked == display_locked_) return;
  display_locked_ = locked;
  deps_.note("screen", {{"locked", locked}, {"by", "display"}});
  apply_lock();
}

void Human::apply_lock() {
  const auto hold = [&](bool held, Pause why) {
    if (held && settings_.pause_when_locked) return deps_.stops.pause(why);
    deps_.stops.resume(why);
  };
  hold(lock_.locked || display_locked_, Pause::locked);
  hold(lock_.away, Pause::away);
}

void Human::heard(const platform::HumanEvent& event) {
  if (const auto* input = std::get_if<platform::ForeignInput>(&event)) return foreign(*input);
  if (const auto* key = std::get_if<platform::PanicKey>(&event)) return panic(key->real);
  if (const auto* lock = std::get_if<platform::DisplayLock>(&event)) return display_lock(lock->locked);
  deps_.person_acts();
  if (settings_.takeover) release_held();
}

void Human::panic(bool real) {
  const std::string by = real ? "on a real keyboard" : "by a program";
  log_warning("the panic key was pressed " + by + ": all agents are halted");
  halt_all("the panic key was pressed");
  deps_.stops.pause(Pause::panic_key);
  deps_.note("halt", {{"by", {{"panic_key", real ? "real" : "synthetic"}}}, {"session", nullptr}});
  // Immediately, even during another session's action.
  if (const auto hands = deps_.reach().hands) asio::co_spawn(executor_, hands->release_all(), asio::detached);
}

void Human::halt_all(const std::string& why) {
  deps_.agents.for_each([&](const auto& session) { deps_.stops.halt(session, why); });
}

/// Releases everything that agents hold, so that the person's own keys work as labelled.
void Human::release_held() {
  bool held = false;
  deps_.agents.for_each([&](const auto& session) {
    if (!session->holds_input) return;
    held = true;
    session->holds_input = false;
    session->gate.released_all();
  });
  if (!held) return;
  if (const auto hands = deps_.reach().hands) asio::co_spawn(executor_, hands->release_all(), asio::detached);
}

void Human::foreign(const platform::ForeignInput& input) {
  add(all_, input);
  if (settings_.foreign_input == policy::ForeignInput::ignore) return;
  add(unreported_, input);
  if (settings_.foreign_input == policy::ForeignInput::pause) deps_.stops.pause(Pause::foreign_input);
  if (settings_.foreign_input == policy::ForeignInput::halt) {
    halt_all("another program injected input past interlock");
  }
  if (waits_to_tell_) return;
  waits_to_tell_ = true;
  report_timer_.expires_at(reported_ + report_interval);
  report_timer_.async_wait([this](boost::system::error_code stopped) {
    if (!stopped) tell_foreign();
  });
}

void Human::tell_foreign() {
  waits_to_tell_ = false;
  reported_ = steady_clock::now();
  json::object reported = counts(unreported_);
  log_warning("another program injected input past interlock: " + json::serialize(reported));
  deps_.note("foreign_input", reported);
  reported["time"] = time_now();
  deps_.events.send("foreign.input", reported);
  unreported_ = {};
}

json::object Human::status() const {
  const auto devices = devices_.lock();
  std::string trouble = devices ? devices->trouble() : "there is no display whose devices could be watched";
  const bool ok = trouble.empty();
  json::object result = {{"ok", ok}, {"message", ok ? "ok" : std::move(trouble)}};
  result["takeover"] = settings_.takeover;
  if (settings_.panic_key) {
    const std::string wrong = devices ? devices->panic_key_trouble() : "";
    result["panic_key"] = {{"key", to_string(*settings_.panic_key)},
                           {"ok", ok && wrong.empty()},
                           {"message", wrong.empty() ? "ok" : wrong}};
  } else {
    result["panic_key"] = nullptr;
  }
  result["foreign_input"] = counts(all_);
  const std::string sent = devices ? devices->sent_events_trouble() : "there is no display";
  result["sent_events"] = {{"ok", sent.empty()}, {"message", sent.empty() ? "ok" : sent}};
  result["screen"] = {{"locked", lock_.locked || display_locked_},
                      {"away", lock_.away},
                      {"watched", deps_.lock ? deps_.lock->watched() : std::string()}};
  return result;
}

}  // namespace interlock::daemon
