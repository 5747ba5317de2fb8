/// Decides who may act now: pauses all agents, and ends single sessions and requests. Their running actions are
/// cancelled and their open prompts denied. Call it on the daemon's loop only.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/asking/confirmations.h"
#include "daemon/desk/desktop.h"
#include "daemon/desk/pauses.h"
#include "daemon/desk/seat.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"
#include "daemon/sessions/events.h"

namespace interlock::daemon {

class Stops {
 public:
  /// `reach` returns the injector that releases what an ended session held down.
  Stops(boost::asio::any_io_executor executor, std::function<Reach()> reach, std::shared_ptr<Seat> seat,
        Confirmations& confirmations, Events& events);

  void pause(Pause why = Pause::command);
  /// Ends one pause, or all: a person's command ends them whatever their reasons.
  void resume(Pause why);
  void resume();
  bool paused() const { return pauses_.any(); }
  /// For agents and people: the reason and what ends it; empty if there is no pause.
  std::string_view why_paused() const { return pauses_.reason(); }
  /// paused(), for other threads.
  std::shared_ptr<const std::atomic<bool>> flag() const { return pauses_.flag(); }

  /// Ends a session's actions permanently: nothing more is injected for it, and its prompt is denied.
  void halt(const std::shared_ptr<Session>& session, const std::string& why);
  /// The same when its agent is gone.
  void drop(const std::shared_ptr<Session>& session);
  /// Cancels the session's requests so far that are not done yet.
  void withdraw(Session& session);

  /// Returns false if the step must not be done, because of a pause, the end of its session, or its cancellation; its
  /// assessment is then a block.
  bool may_act(const Session& session, Step& step) const;

 private:
  boost::asio::awaitable<void> release_held(std::shared_ptr<Session> session);

  boost::asio::any_io_executor executor_;
  std::function<Reach()> reach_;
  std::shared_ptr<Seat> seat_;
  Confirmations& confirmations_;
  Events& events_;
  Pauses pauses_;
};

}  // namespace interlock::daemon
