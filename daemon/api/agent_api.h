/// The methods of the agent socket. No control method can be reached from here.
#pragma once

#include "daemon/path/pipeline.h"
#include "daemon/path/tool_calls.h"
#include "daemon/sessions/agents.h"
#include "daemon/showing/observe.h"
#include "daemon/showing/screenshots.h"
#include "daemon/showing/windows.h"
#include "ipc/server.h"

namespace interlock::daemon {

class AgentApi {
 public:
  AgentApi(Agents& agents, Pipeline& pipeline, Stops& stops, ToolCalls& tool_calls, Observe& observe,
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
  Answer handle(std::shared_ptr<ipc::Connection> connection, ipc::AgentCall call);
  Answer act(std::shared_ptr<ipc::Connection> connection, ipc::Act call);
  Answer observe(std::shared_ptr<ipc::Connection> connection, ipc::Observe call);
  Answer ask_windows(std::shared_ptr<ipc::Connection> connection, ipc::AgentCall call);
  Answer tool_before(std::shared_ptr<ipc::Connection> connection, ipc::ToolBefore call);
  ipc::Answer tool_after(const ipc::Connection& connection, ipc::ToolAfter call);
  ipc::Answer tools(const ipc::Connection& connection, const ipc::Tools& call);
  ipc::Answer open(const ipc::Connection& connection, const ipc::SessionOpen& call);
  void closed(const ipc::Connection& connection);
  /// Open prompts of the sessions of this connection.
  std::size_t asked(const ipc::Connection& connection) const;

  Agents& agents_;
  Pipeline& pipeline_;
  Stops& stops_;
  ToolCalls& tool_calls_;
  Observe& observe_;
  Screenshots& screenshots_;
  Windows& windows_;
  Confirmations& confirmations_;
  std::function<boost::asio::awaitable<void>()>
      look_around_;  ///< checks again whether other users' agents are isolated
};

}  // namespace interlock::daemon
