/// The path of an action: take the seat, observe, assess, write it down, ask the human where the gate says so, observe
/// again, inject, write down what came of it. DESIGN in one class: docs/architecture.md has it as a picture.
/// All calls on the daemon's loop.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "audit/log.h"
#include "daemon/asking/confirmations.h"
#include "daemon/desk/desktop.h"
#include "daemon/desk/pauses.h"
#include "daemon/desk/seat.h"
#include "daemon/desk/settled_focus.h"
#include "daemon/path/approach.h"
#include "daemon/path/takeover.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"
#include "daemon/sessions/events.h"
#include "daemon/validators/validators.h"
#include "policy/settings.h"

namespace interlock::daemon {

class PictureKeeper;

class Pipeline {
 public:
  /// The audit in force; the error says why there is none, and then nothing is done.
  using AuditSource = std::function<tl::expected<audit::Log*, Error>()>;

  /// Eyes and hands at this moment.
  using Reaching = std::function<Reach()>;

  Pipeline(boost::asio::any_io_executor executor, Reaching reach, AuditSource audit, Confirmations& confirmations,
           Events& events, const policy::DaemonSettings& settings, Validators* validators = nullptr,
           PictureKeeper* pictures = nullptr);

  /// Carries out one action, a sequence step by step, and gives the reply of `act`. With `dry_run` it is assessed and
  /// nothing is injected.
  boost::asio::awaitable<boost::json::object> act(std::shared_ptr<Session> session, Action action, bool dry_run);

  void pause(Pause why = Pause::command);
  /// Ends one pause, or all: by a person's word, whatever they are for.
  void resume(Pause why);
  void resume();
  bool paused() const { return pauses_.any(); }
  std::string_view why_paused() const { return pauses_.reason(); }
  bool taken_over() const { return takeover_.active(); }
  /// Ends a session's actions for good: nothing of it is injected from here on, its prompt is a no.
  void halt(const std::shared_ptr<Session>& session, const std::string& why);
  /// The same when its agent is gone.
  void drop(const std::shared_ptr<Session>& session);
  /// Takes back what the session asked for so far and what is not done yet.
  void withdraw(Session& session);
  void set_settings(const policy::DaemonSettings& settings);
  /// Called before something is injected, with what is acted on.
  void on_act(std::function<void(const Observation&)> acts) { acts_ = std::move(acts); }
  const policy::DaemonSettings& settings() const { return settings_; }
  /// Who else is asked; null: nobody.
  Validators* validators() const { return validators_; }

 private:
  boost::asio::awaitable<Step> run(std::shared_ptr<Session> session, Action action, bool dry_run, std::uint64_t asked);
  /// `run`, and before keys that are aimed at an element the click that gives it the focus, where it has not.
  boost::asio::awaitable<Step> run_aimed(std::shared_ptr<Session> session, Action action, bool dry_run,
                                         std::uint64_t asked);
  /// False: nothing is to be done, or nothing is left to do.
  boost::asio::awaitable<bool> take_aim(Session& session, Step& step);
  boost::asio::awaitable<void> take_path(std::shared_ptr<Session> asker, Step& step);
  boost::asio::awaitable<Observed> look(const Session& session, const Step& step,
                                        a11y::Certainty certainty = a11y::Certainty::settled);
  boost::asio::awaitable<void> judge(const Session& session, Step& step);
  static Assessment assess(const Session& session, const Step& step, const Observed& seen);
  boost::asio::awaitable<void> look_up_names(const Session& session, Step& step);
  boost::asio::awaitable<void> look_up_files(const Session& session, Step& step, Time now);
  boost::asio::awaitable<void> validate(Session& session, Step& step);
  boost::asio::awaitable<bool> confirm(std::shared_ptr<Session> asker, Step& step);
  boost::asio::awaitable<Observed> observe_approved(const Session& session, Step& step);
  /// Brings the pointer there and looks again; false: nothing is to be pressed, and the step says why.
  boost::asio::awaitable<bool> approach(std::shared_ptr<Session> asker, Step& step);
  boost::asio::awaitable<bool> meets_another(std::shared_ptr<Session> asker, Step& step, Observed now);
  boost::asio::awaitable<platform::Arrival> come(Session const& session, const Step& step);
  bool rests_at_target(const Step& step) const;
  void note_motion(const Step& step);
  boost::asio::awaitable<bool> pastes_the_same(const Session& session, Step& step);
  boost::asio::awaitable<void> inject(Session& session, Step& step);
  boost::asio::awaitable<void> release_held(std::shared_ptr<Session> session);
  /// What breaks an act of the step off: a pause, an end of the session, a person's hand.
  platform::Cancelled cancelled_for(const Session& session, const Step& step) const;
  bool may_act(const Session& session, Step& step) const;
  void close_record(Session& session, Step& step);
  void note(std::string_view what, boost::json::object fields);

  boost::asio::any_io_executor executor_;
  Reaching reach_;
  AuditSource audit_;
  Confirmations& confirmations_;
  Events& events_;
  policy::DaemonSettings settings_;
  Validators* validators_;
  PictureKeeper* pictures_;  ///< null: none are kept
  std::shared_ptr<Seat> seat_;
  SettledFocus focus_;
  std::optional<Resting> resting_;  ///< nothing: it is not known since when the pointer is where it is
  Pauses pauses_;
  Takeover takeover_;
  std::function<void(const Observation&)> acts_ = [](const Observation&) {};
};

}  // namespace interlock::daemon
