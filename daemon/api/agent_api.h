/// The methods of the agent socket. No control method can be reached from here.
#pragma once

#include "daemon/path/pipeline.h"
#include "daemon/path/tool_calls.h"
#include "daemon/sessions/agents.h"
#include "daemon/showing/observe_method.h"
#include "daemon/showing/screenshots.h"
#include "daemon/showing/windows.h"
#include "ipc/server.h"

namespace interlock::daemon {

class AgentApi {
 public:
  AgentApi(Agents& agents, Pipeline& pipeline, Stops& stops, ToolCalls& tool_calls, ObserveMethod& observe,
           Screenshots& screenshots, Windows& windows, Confirmations& confirmations,
           std::function<boost::asio::awaitable<void>()> look_around)
      : agents_(agents),
        pipeline_(pipeline),
        stops_(stops),
        tool_calls_(tool_calls),
        observe_(observe),
        screenshots_(screenshots),
        windows_(windows),
        confirmations_(confirmations),
        look_around_(std::move(look_around)) {}

  ipc::Handler<ipc::AgentCall> handler();

 private:
  using Answer = boost::asio::awaitable<ipc::Answer>;
  using Caller = std::shared_ptr<ipc::Connection>;
  Answer handle(Caller caller, ipc::AgentCall call);
  // One for each alternative of ipc::AgentCall; one that is missing does not compile.
  Answer answer(Caller caller, ipc::Hello hello);
  Answer answer(Caller caller, ipc::AgentStatus);
  Answer answer(Caller caller, ipc::SessionOpen call);
  Answer answer(Caller caller, ipc::SessionClose call);
  Answer answer(Caller caller, ipc::SessionReset call);
  Answer answer(Caller caller, ipc::SessionCancel call);
  Answer answer(Caller caller, ipc::TurnStart call);
  Answer answer(Caller caller, ipc::TurnEnd call);
  Answer answer(Caller caller, ipc::Act call);
  Answer answer(Caller caller, ipc::ToolBefore call);
  Answer answer(Caller caller, ipc::ToolAfter call);
  Answer answer(Caller caller, ipc::Tools call);
  Answer answer(Caller caller, ipc::Observe call);
  Answer answer(Caller caller, ipc::Screenshot call);
  Answer answer(Caller caller, ipc::AskDesktop call);
  Answer answer(Caller caller, ipc::AskWindow call);
  Answer answer(Caller caller, ipc::AskWindows call);
  Answer answer(Caller caller, ipc::ListSecrets call);
  /// Before an agent of another user learns what is enforced, looks at what keeps such agents apart.
  boost::asio::awaitable<void> look_for(Caller caller);
  void closed(const ipc::Connection& connection);
  /// Open prompts of the sessions of this connection.
  std::size_t asked(const ipc::Connection& connection) const;

  Agents& agents_;
  Pipeline& pipeline_;
  Stops& stops_;
  ToolCalls& tool_calls_;
  ObserveMethod& observe_;
  Screenshots& screenshots_;
  Windows& windows_;
  Confirmations& confirmations_;
  std::function<boost::asio::awaitable<void>()>
      look_around_;  ///< checks again whether other users' agents are isolated
};

}  // namespace interlock::daemon
