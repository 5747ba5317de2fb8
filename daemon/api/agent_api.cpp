#include "daemon/api/agent_api.h"

#include <unistd.h>

#include <algorithm>

#include "daemon/api/brief_reply.h"
#include "daemon/api/clean_answer.h"
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
const RpcError halted = {ipc::error_code::not_available,
                         "this session was halted; open a new one after the human has agreed"};

/// Why a session may not look at the desktop now; nothing: it may. While agents are paused they see nothing either: a
/// person who took over may be typing what is not for them.
std::optional<RpcError> may_not_look(const Session& session, const Stops& stops) {
  if (session.halted) return halted;
  if (stops.paused()) return RpcError{ipc::error_code::not_available, std::string(stops.why_paused())};
  return std::nullopt;
}

bool did_something(const json::object& reply) {
  const auto* typed = reply.if_contains("typed");
  if (reply.at("executed").as_bool() || (typed != nullptr && *typed != 0)) return true;
  const auto* steps = reply.if_contains("steps");
  if (steps == nullptr) return false;
  return std::any_of(steps->as_array().begin(), steps->as_array().end(),
                     [](const json::value& step) { return did_something(step.as_object()); });
}

/// Of what was done without an objection: what is there afterwards says more.
void leave_out_targets(json::object& reply) {
  if (auto* steps = reply.if_contains("steps")) {
    for (auto& step : steps->as_array()) leave_out_targets(step.as_object());
  }
  if (!reply.at("executed").as_bool() || reply.at("decision") != "allow") return;
  for (const auto* key : {"window", "element", "read", "document"}) reply.erase(key);
}

}  // namespace

ipc::Handler<ipc::AgentCall> AgentApi::handler() {
  return {[this](auto connection, auto call) { return handle(std::move(connection), std::move(call)); },
          [this](const auto& connection) { closed(*connection); }};
}

AgentApi::Answer AgentApi::handle(Caller caller, ipc::AgentCall call) {
  const bool picture = std::holds_alternative<ipc::Screenshot>(call);  // long, and painted over where secrets show
  Answer answering = std::visit([&](auto& request) { return answer(std::move(caller), std::move(request)); }, call);
  ipc::Answer said = co_await std::move(answering);
  if (!picture) take_out_secrets(said);
  co_return said;
}

boost::asio::awaitable<void> AgentApi::look_for(Caller caller) {
  if (caller->peer().uid != ::getuid()) co_await look_around_();
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::Hello hello) {
  co_await look_for(caller);
  if (hello.protocol != ipc::protocol_version) {
    co_return RpcError{ipc::error_code::invalid_params, "protocol " + std::to_string(hello.protocol) +
                                                            " is not supported; this is protocol " +
                                                            std::to_string(ipc::protocol_version)};
  }
  co_return json::object{{"protocol", ipc::protocol_version}, {"server", "interlockd"}, {"version", version}};
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::AgentStatus) {
  co_await look_for(caller);
  co_return json::object{{"state", stops_.paused() ? "paused" : "running"},
                         {"mediation", agents_.enforced(*caller) ? "enforced" : "advisory"},
                         {"pending", confirmations_.count()},
                         {"asked", asked(*caller)}};
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::SessionOpen call) {
  co_await look_for(caller);
  const auto session = agents_.open(*caller, call.name);
  if (!session) {
    co_return RpcError{ipc::error_code::limit,
                       "a connection may have " + std::to_string(Agents::sessions_per_connection) + " sessions open"};
  }
  agents_.set_task(*session, call.directive, call.scope);
  co_return json::object{{"session", session->id}};
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::SessionClose call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  stops_.drop(session);
  agents_.close(session);
  co_return ok;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::SessionReset call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  session->gate.reset();
  co_return ok;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::SessionCancel call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  if (!session->halted) stops_.withdraw(*session);
  co_return ok;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::TurnStart call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  session->gate.start_turn();
  co_return ok;
}

/// At the end as at the start, so that one turn does not count against the next.
AgentApi::Answer AgentApi::answer(Caller caller, ipc::TurnEnd call) {
  return answer(std::move(caller), ipc::TurnStart{std::move(call.session)});
}

std::size_t AgentApi::asked(const ipc::Connection& connection) const {
  std::size_t count = 0;
  for (const auto& question : confirmations_.pending()) {
    const auto session = agents_.by_id(std::string(question.at("session").as_string()));
    if (session && session->connection == connection.number()) ++count;
  }
  return count;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::Act call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  json::object done = co_await pipeline_.act(session, std::move(call.action), call.dry_run);
  if (call.settle && !call.dry_run && !may_not_look(*session, stops_) && did_something(done)) {
    leave_out_targets(done);
    json::object after = co_await observe_.after_act(session, *call.settle);
    if (!may_not_look(*session, stops_)) done["after"] = std::move(after);
  }
  if (call.detail == ipc::Detail::brief) shorten_act(done);
  co_return done;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::ToolBefore call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  json::object judged = co_await tool_calls_.before(session, std::move(call.call));
  co_return judged;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::ToolAfter call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  co_return tool_calls_.after(session, std::move(call.call), std::move(call.result));
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::Tools call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  const auto& scope = session->gate.scope();
  const auto kept = gate::kept_goal(session->gate.policy(), scope);
  co_return json::object{{"format", ipc::format_name(call.format)},
                         {"scope", kept ? json::value(goal_name(*kept)) : json::value()},
                         {"tools", ipc::tools(call.format, kept)}};
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::Observe call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  if (auto refused = may_not_look(*session, stops_)) co_return *refused;
  const ipc::Detail detail = call.detail;
  ipc::Answer seen = co_await observe_.observe(session, std::move(call));
  if (auto refused = may_not_look(*session, stops_)) co_return *refused;  // paused meanwhile
  auto* reply = std::get_if<json::value>(&seen);
  if (reply != nullptr && detail == ipc::Detail::brief) shorten_look(reply->as_object());
  co_return seen;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::Screenshot call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  ipc::Answer picture = co_await screenshots_.take(session, std::move(call));
  if (auto refused = may_not_look(*session, stops_)) co_return *refused;  // paused meanwhile
  co_return picture;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::AskDesktop call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  if (auto refused = may_not_look(*session, stops_)) co_return *refused;
  ipc::Answer seen = co_await windows_.desktop(session);
  if (auto refused = may_not_look(*session, stops_)) co_return *refused;  // paused meanwhile
  co_return seen;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::AskWindow call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  if (auto refused = may_not_look(*session, stops_)) co_return *refused;
  ipc::Answer seen = co_await windows_.window(session, call.window);
  if (auto refused = may_not_look(*session, stops_)) co_return *refused;  // paused meanwhile
  co_return seen;
}

AgentApi::Answer AgentApi::answer(Caller caller, ipc::AskWindows call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  if (auto refused = may_not_look(*session, stops_)) co_return *refused;
  ipc::Answer seen = co_await windows_.windows(session, call);
  if (auto refused = may_not_look(*session, stops_)) co_return *refused;  // paused meanwhile
  co_return seen;
}

/// Names, places and kinds of fields alone: not where they are kept.
AgentApi::Answer AgentApi::answer(Caller caller, ipc::ListSecrets call) {
  const auto session = agents_.find(*caller, call.session);
  if (!session) co_return no_session(call.session);
  if (session->halted) co_return halted;
  json::array secrets;
  for (const gate::SecretBinding& each : session->gate.policy().config().secrets) {
    json::object shown = {{"name", each.name}, {"field", gate::secret_kind_name(each.field)}};
    json::array hosts;
    for (const gate::SecretHost& host : each.hosts) hosts.emplace_back(host.text());
    if (!hosts.empty()) shown["hosts"] = std::move(hosts);
    if (!each.applications.empty()) {
      shown["applications"] = json::array(each.applications.begin(), each.applications.end());
    }
    secrets.push_back(std::move(shown));
  }
  co_return json::object{{"secrets", std::move(secrets)}};
}

void AgentApi::closed(const ipc::Connection& connection) {
  agents_.for_each([&](const std::shared_ptr<Session>& session) {
    if (session->connection != connection.number()) return;
    stops_.drop(session);
    agents_.close(session);
  });
}

}  // namespace interlock::daemon
