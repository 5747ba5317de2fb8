#include "daemon/api/agent_api.h"

#include <unistd.h>

#include "daemon/process/version.h"
#include "ipc/tool_schema.h"

namespace interlock::daemon {

namespace json = boost::json;
using ipc::RpcError;

namespace {

RpcError no_session(const std::string& id) {
  if (id.empty()) return {ipc::error_code::limit, "this connection has too many sessions open"};
  return {ipc::error_code::no_such_session, "no session '" + id + "' on this connection; open one with session.open"};
}

const json::object ok = {{"ok", true}};
constexpr std::string_view halted_text = "this session was halted; open a new one after the human agreed";

}  // namespace

ipc::Handler<ipc::AgentCall> AgentApi::handler() {
  return {[this](auto connection, auto call) { return handle(std::move(connection), std::move(call)); },
          [this](const auto& connection) { closed(*connection); }};
}

AgentApi::Answer AgentApi::handle(std::shared_ptr<ipc::Connection> connection, ipc::AgentCall call) {
  const bool asks_what_holds = std::holds_alternative<ipc::Hello>(call) ||
                               std::holds_alternative<ipc::SessionOpen>(call) ||
                               std::holds_alternative<ipc::AgentStatus>(call);
  if (asks_what_holds && connection->peer().uid != ::getuid()) co_await look_around_();
  if (const auto* hello = std::get_if<ipc::Hello>(&call)) {
    if (hello->protocol != ipc::protocol_version) {
      co_return RpcError{ipc::error_code::invalid_params, "protocol " + std::to_string(hello->protocol) +
                                                              " is not spoken here; this is protocol " +
                                                              std::to_string(ipc::protocol_version)};
    }
    co_return json::object{{"protocol", ipc::protocol_version}, {"server", "interlockd"}, {"version", version}};
  }
  if (auto* request = std::get_if<ipc::Act>(&call)) {
    ipc::Answer answer = co_await act(connection, std::move(*request));
    co_return answer;
  }
  if (auto* request = std::get_if<ipc::ToolBefore>(&call)) {
    ipc::Answer answer = co_await tool_before(connection, std::move(*request));
    co_return answer;
  }
  if (auto* request = std::get_if<ipc::ToolAfter>(&call)) co_return tool_after(*connection, std::move(*request));
  if (const auto* request = std::get_if<ipc::Tools>(&call)) co_return tools(*connection, *request);
  if (const auto* request = std::get_if<ipc::SessionOpen>(&call)) co_return open(*connection, *request);
  if (auto* request = std::get_if<ipc::Observe>(&call)) {
    ipc::Answer answer = co_await observe(connection, std::move(*request));
    co_return answer;
  }
  if (auto* request = std::get_if<ipc::Screenshot>(&call)) {
    const auto session = agents_.find(*connection, request->session);
    if (!session) co_return no_session(request->session);
    ipc::Answer answer = co_await screenshots_.take(session, std::move(*request));
    co_return answer;
  }
  if (std::holds_alternative<ipc::AskDesktop>(call) || std::holds_alternative<ipc::AskWindow>(call) ||
      std::holds_alternative<ipc::AskWindows>(call)) {
    ipc::Answer answer = co_await ask_windows(connection, std::move(call));
    co_return answer;
  }
  if (std::holds_alternative<ipc::AgentStatus>(call)) {
    co_return json::object{{"state", stops_.paused() ? "paused" : "running"},
                           {"mediation", agents_.enforced(*connection) ? "enforced" : "advisory"},
                           {"pending", confirmations_.count()},
                           {"asked", asked(*connection)}};
  }
  // The remaining methods name a session and do not need the desktop.
  const auto& id = std::visit(
      [](const auto& request) -> const std::string& {
        static const std::string nobody;
        if constexpr (requires { request.session; }) {
          return request.session;
        } else {
          return nobody;
        }
      },
      call);
  const auto session = agents_.find(*connection, id);
  if (!session) co_return no_session(id);
  if (std::holds_alternative<ipc::SessionClose>(call)) {
    stops_.drop(session);
    agents_.close(session);
  } else if (std::holds_alternative<ipc::SessionReset>(call)) {
    session->gate.reset();
  } else if (std::holds_alternative<ipc::SessionCancel>(call)) {
    if (!session->halted) stops_.withdraw(*session);
  } else {
    session->gate.start_turn();  // at the end as at the start, so that one turn does not count against the next
  }
  co_return ok;
}

std::size_t AgentApi::asked(const ipc::Connection& connection) const {
  std::size_t count = 0;
  for (const auto& question : confirmations_.pending()) {
    const auto session = agents_.by_id(std::string(question.at("session").as_string()));
    if (session && session->connection == connection.number()) ++count;
  }
  return count;
}

AgentApi::Answer AgentApi::ask_windows(std::shared_ptr<ipc::Connection> connection, ipc::AgentCall call) {
  std::string id;
  if (const auto* of_desktop = std::get_if<ipc::AskDesktop>(&call)) id = of_desktop->session;
  const auto* one = std::get_if<ipc::AskWindow>(&call);
  const auto* all = std::get_if<ipc::AskWindows>(&call);
  if (one != nullptr) id = one->session;
  if (all != nullptr) id = all->session;
  const auto session = agents_.find(*connection, id);
  if (!session) co_return no_session(id);
  if (session->halted) {
    co_return RpcError{ipc::error_code::not_available, std::string(halted_text)};
  }
  ipc::Answer answer = json::object();
  if (one != nullptr) {
    answer = co_await windows_.window(session, one->window);
  } else if (all != nullptr) {
    answer = co_await windows_.windows(session, *all);
  } else {
    answer = co_await windows_.desktop(session);
  }
  co_return answer;
}

AgentApi::Answer AgentApi::act(std::shared_ptr<ipc::Connection> connection, ipc::Act call) {
  const auto session = agents_.find(*connection, call.session);
  if (!session) co_return no_session(call.session);
  json::object done = co_await pipeline_.act(session, std::move(call.action), call.dry_run);
  co_return done;
}

AgentApi::Answer AgentApi::observe(std::shared_ptr<ipc::Connection> connection, ipc::Observe call) {
  const auto session = agents_.find(*connection, call.session);
  if (!session) co_return no_session(call.session);
  if (session->halted) {
    co_return RpcError{ipc::error_code::not_available, std::string(halted_text)};
  }
  ipc::Answer answer = co_await observe_.observe(session, std::move(call));
  co_return answer;
}

AgentApi::Answer AgentApi::tool_before(std::shared_ptr<ipc::Connection> connection, ipc::ToolBefore call) {
  const auto session = agents_.find(*connection, call.session);
  if (!session) co_return no_session(call.session);
  json::object answer = co_await tool_calls_.before(session, std::move(call.call));
  co_return answer;
}

ipc::Answer AgentApi::tool_after(const ipc::Connection& connection, ipc::ToolAfter call) {
  const auto session = agents_.find(connection, call.session);
  if (!session) return no_session(call.session);
  return tool_calls_.after(session, std::move(call.call), std::move(call.result));
}

ipc::Answer AgentApi::tools(const ipc::Connection& connection, const ipc::Tools& call) {
  const auto session = agents_.find(connection, call.session);
  if (!session) return no_session(call.session);
  const auto& scope = session->gate.scope();
  const auto kept = gate::kept_goal(session->gate.policy(), scope);
  return json::object{{"format", ipc::format_name(call.format)},
                      {"scope", kept ? json::value(goal_name(*kept)) : json::value()},
                      {"tools", ipc::tools(call.format, kept)}};
}

ipc::Answer AgentApi::open(const ipc::Connection& connection, const ipc::SessionOpen& call) {
  const auto session = agents_.open(connection, call.name);
  if (!session) {
    return RpcError{ipc::error_code::limit,
                    "a connection may have " + std::to_string(Agents::sessions_per_connection) + " sessions open"};
  }
  agents_.set_task(*session, call.directive, call.scope);
  return json::object{{"session", session->id}};
}

void AgentApi::closed(const ipc::Connection& connection) {
  agents_.for_each([&](const std::shared_ptr<Session>& session) {
    if (session->connection != connection.number()) return;
    stops_.drop(session);
    agents_.close(session);
  });
}

}  // namespace interlock::daemon
