#include "daemon/path/stops.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "daemon/sessions/standing.h"

namespace interlock::daemon {

namespace asio = boost::asio;

Stops::Stops(asio::any_io_executor executor, std::function<Reach()> reach, std::shared_ptr<Seat> seat,
             Confirmations& confirmations, Events& events)
    : executor_(std::move(executor)),
      reach_(std::move(reach)),
      seat_(std::move(seat)),
      confirmations_(confirmations),
      events_(events) {}

void Stops::pause(Pause why) {
  if (pauses_.has(why)) return;
  pauses_.put(why);
  confirmations_.cancel_all(why == Pause::command ? "interlock was paused" : std::string(pauses_.reason()));
  events_.send("state", {{"state", "paused"}, {"reason", pauses_.reason()}});
}

void Stops::resume(Pause why) {
  if (!pauses_.take_away(why)) return;
  if (!paused()) events_.send("state", {{"state", "running"}});
}

void Stops::resume() {
  pauses_.clear();
  events_.send("state", {{"state", "running"}});
}

void Stops::halt(const std::shared_ptr<Session>& session, const std::string& why) {
  session->halted = true;
  session->stop->store(true);
  confirmations_.cancel_session(session->id, why);
  confirmations_.end_text();
  events_.send("state", {{"state", "halted"}, {"session", session->id}});
  drop(session);
}

void Stops::withdraw(Session& session) {
  session.withdrawn = session.asked;
  session.stop->store(true);  // a running action checks this flag
  session.stop = std::make_shared<std::atomic<bool>>(false);
  confirmations_.cancel_session(session.id, "the agent cancelled it");
}

void Stops::drop(const std::shared_ptr<Session>& session) {
  session->stop->store(true);
  confirmations_.cancel_session(session->id, "the agent disconnected");
  confirmations_.forget_session(session->id);
  if (!session->holds_input) return;
  session->holds_input = false;
  asio::co_spawn(executor_, release_held(session), asio::detached);
}

asio::awaitable<void> Stops::release_held(std::shared_ptr<Session> session) {
  // Waits for a running action of the session, so that it presses nothing afterwards.
  const auto hold = co_await seat_->take(0);  // interlockd's own turn
  const auto hands = reach_().hands;
  if (!hands) co_return;
  co_await hands->release_all();
  session->gate.released_all();
}

bool Stops::may_act(const Session& session, Step& step) const {
  if (step.asked <= session.withdrawn) {
    block(step.assessment, "session", "withdrawn", "the agent cancelled it");
    return false;
  }
  return daemon::may_act(session, pauses_.reason(), step.assessment);
}

}  // namespace interlock::daemon
