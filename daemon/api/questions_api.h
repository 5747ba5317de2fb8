/// The methods of the questions socket: see open questions and answer them, and nothing else. Being connected to it
/// approves nothing: a yes is a signature. One question is always open: to pause all agents.
#pragma once

#include <functional>

#include "daemon/asking/confirmations.h"
#include "daemon/asking/pause_offers.h"
#include "daemon/path/stops.h"
#include "daemon/sessions/events.h"
#include "ipc/server.h"

namespace interlock::daemon {

class QuestionsApi {
 public:
  using Note = std::function<void(std::string_view what, boost::json::object fields)>;  ///< for the audit log
  QuestionsApi(Confirmations& confirmations, Stops& stops, Note note);

  ipc::Handler<ipc::QuestionsCall> handler();

 private:
  using Answer = boost::asio::awaitable<ipc::Answer>;
  using Caller = std::shared_ptr<ipc::Connection>;
  Answer handle(Caller caller, ipc::QuestionsCall call);
  Answer answer(Caller caller, ipc::Questions call);
  Answer answer(Caller caller, ipc::PictureOf call);
  Answer answer(Caller caller, ipc::AnswerTo call);
  ipc::Answer pause(const ipc::Connection& caller, const ipc::AnswerTo& call,
                    const std::optional<approval::SignedYes>& yes);
  void refuse(const ipc::Connection& caller, const std::string& id, const std::string& why);

  Confirmations& confirmations_;
  Stops& stops_;
  PauseOffers pauses_;
  Note note_;
  Events events_;
};

}  // namespace interlock::daemon
