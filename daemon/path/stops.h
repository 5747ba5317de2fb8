/// Who may act now: pauses of all agents, and the end of single sessions and requests. What is under way then stops,
/// and what a person was asked about it is answered with no. All calls on the daemon's loop.
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
  /// `reach` gives the hands that release what an ended session held down.
  Stops(boost::asio::any_io_executor executor, std::function<Reach()> reach, std::shared_ptr<Seat> seat,
        Confirmations& confirmations, Events& events);

  void pause(Pause why = Pause::command);
  /// Ends one pause, or all: by a person's word, whatever they are for.
  void resume(Pause why);
  void resume();
  bool paused() const { return pauses_.any(); }
  /// For agents and people: why, and what ends it; empty while there is no pause.
  std::string_view why_paused() const { return pauses_.reason(); }
  /// paused(), to be read by other threads.
  std::shared_ptr<const std::atomic<bool>> flag() const { return pauses_.flag(); }

  /// Ends a session's actions for good: nothing of it is injected from here on, its prompt is a no.
  void halt(const std::shared_ptr<Session>& session, const std::string& why);
  /// The same when its agent is gone.
  void drop(const std::shared_ptr<Session>& session);
  /// Takes back what the session asked for so far and what is not done yet.
  void withdraw(Session& session);

  /// False if the step must not be done, because of a pause, the end of its session, or because it was taken back; its
  /// assessment then is a block.
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
