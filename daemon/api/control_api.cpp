#include "daemon/api/control_api.h"

#include "daemon/process/log.h"
#include "daemon/process/version.h"
#include "daemon/records/record.h"
#include "daemon/sessions/standing.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using ipc::RpcError;

namespace {

json::value profile_of(const Session& session) {
  return session.profile.empty() ? json::value() : json::value(session.profile);
}

/// The caller, for the record.
json::object by(const ipc::Connection& connection) {
  const auto& peer = connection.peer();
  return {{"by", peer_json(peer)}};
}

RpcError not_granted(const GrantVerdict& verdict) {
  return {ipc::error_code::not_granted, "this does not count as a person's word: " + verdict.objection};
}

}  // namespace

ipc::Handler<ipc::ControlCall> ControlApi::handler() {
  return {[this](auto connection, auto call) { return handle(std::move(connection), std::move(call)); },
          [this](const auto& connection) { deps_.validators.gone(*connection); }};
}

boost::asio::awaitable<ipc::Answer> ControlApi::handle(std::shared_ptr<ipc::Connection> connection,
                                                       ipc::ControlCall call) {
  const json::object ok = {{"ok", true}};
  if (std::holds_alternative<ipc::ControlStatus>(call)) {
    co_await deps_.look_around();
    co_return status();
  }
  if (std::holds_alternative<ipc::Pending>(call)) co_return json::object{{"pending", deps_.confirmations.pending()}};
  if (const auto* answer = std::get_if<ipc::ReplyTo>(&call)) {
    ipc::Answer taken = co_await reply(*connection, *answer);
    co_return taken;
  }
  if (std::holds_alternative<ipc::Pause>(call)) {
    deps_.stops.pause();
    deps_.note("pause", by(*connection));
    co_return ok;
  }
  if (std::holds_alternative<ipc::Resume>(call)) {
    ipc::Answer resumed = co_await resume(*connection);
    co_return resumed;
  }
  if (const auto* request = std::get_if<ipc::Halt>(&call)) co_return halt(*connection, *request);
  if (std::holds_alternative<ipc::Reload>(call)) {
    ipc::Answer reloaded = co_await reload(*connection);
    co_return reloaded;
  }
  if (std::holds_alternative<ipc::Watch>(call)) {
    deps_.events.add(connection);
    co_return json::object{{"watching", true}};
  }
  if (const auto* request = std::get_if<ipc::SandboxEnter>(&call)) co_return enter_sandbox(*connection, *request);
  if (const auto* request = std::get_if<ipc::ValidatorAnswer>(&call)) {
    co_return deps_.validators.answer(*connection, *request);
  }
  if (const auto* request = std::get_if<ipc::ValidatorRegister>(&call)) {
    json::object fields = by(*connection);
    fields["name"] = request->name;
    ipc::Answer answer = deps_.validators.enroll(connection, request->name);
    if (std::holds_alternative<json::value>(answer)) deps_.note("validator", std::move(fields));
    co_return answer;
  }
  const auto& explain = std::get<ipc::Explain>(call);
  auto record = co_await deps_.record(explain.action);
  if (!record) co_return RpcError{ipc::error_code::invalid_params, record.error().text()};
  co_return std::move(*record);
}

asio::awaitable<GrantVerdict> ControlApi::judge(const ipc::Connection& connection, std::string call) {
  Grantor grantor = co_await deps_.grants.judge(connection.peer());
  const bool counts = grantor.verdict.objection.empty();
  json::object fields = {{"call", call}, {"by", std::move(grantor.who)}};
  deps_.note(counts ? "grant" : "refused_grant", fields);
  if (!counts) {
    log_warning("'" + call + "' was refused: " + grantor.verdict.objection);
    fields["time"] = time_now();
    deps_.events.send("grant.refused", fields);
  }
  co_return std::move(grantor.verdict);
}

asio::awaitable<ipc::Answer> ControlApi::reply(const ipc::Connection& connection, ipc::ReplyTo call) {
  std::string by;
  if (call.approve && deps_.confirmations.waits(call.id)) {  // a denial needs no proof
    GrantVerdict verdict = co_await judge(connection, "approve " + call.id);
    if (!verdict.objection.empty()) co_return not_granted(verdict);
    by = " " + verdict.by;
  }
  const auto heard = deps_.confirmations.reply(call.id, call.approve, call.lifespan, by);
  if (heard == Confirmations::Heard::taken) co_return json::object{{"ok", true}};
  if (heard == Confirmations::Heard::only_once) {
    co_return RpcError{ipc::error_code::invalid_params, "params.lifespan: a yes to '" + call.id +
                                                            "' cannot last, it is asked each time; approve it once"};
  }
  co_return RpcError{ipc::error_code::no_such_pending,
                     "nothing with id '" + call.id + "' waits for an answer; see 'interlockctl pending'"};
}

asio::awaitable<ipc::Answer> ControlApi::resume(const ipc::Connection& connection) {
  const GrantVerdict verdict = co_await judge(connection, "resume");
  if (!verdict.objection.empty()) co_return not_granted(verdict);
  deps_.note("resume", by(connection));  // before it takes effect, so that the note precedes later actions
  deps_.stops.resume();
  co_return json::object{{"ok", true}};
}

asio::awaitable<ipc::Answer> ControlApi::reload(const ipc::Connection& connection) {
  const GrantVerdict verdict = co_await judge(connection, "reload");
  if (!verdict.objection.empty()) co_return not_granted(verdict);
  const auto reloaded = deps_.reload();
  if (!reloaded) co_return RpcError{ipc::error_code::internal, reloaded.error().text()};
  co_return json::object{{"ok", true}};
}

json::object ControlApi::status() const {
  json::object result = deps_.health();
  result["version"] = version;
  result["state"] = deps_.stops.paused() ? "paused" : "running";
  result["mediation"] = deps_.agents.all_enforced() ? "enforced" : "advisory";
  result["pending"] = deps_.confirmations.count();
  if (auto validators = deps_.validators.describe(); !validators.empty()) result["validators"] = std::move(validators);
  json::array sessions;
  deps_.agents.for_each([&](const std::shared_ptr<Session>& session) {
    sessions.push_back({{"id", session->id},
                        {"name", session->name},
                        {"peer", peer_json(session->peer)},
                        {"profile", profile_of(*session)},
                        {"mediation", session->enforced ? "enforced" : "advisory"},
                        {"actions", session->actions},
                        {"halted", session->halted}});
  });
  result["sessions"] = std::move(sessions);
  return result;
}

ipc::Answer ControlApi::enter_sandbox(const ipc::Connection& connection, const ipc::SandboxEnter& call) {
  if (call.profile && !deps_.agents.offer_profile(*call.profile)) {
    return RpcError{ipc::error_code::invalid_params, "the policy has no profile '" + *call.profile + "'"};
  }
  const auto entered = deps_.sandboxes.enter(static_cast<pid_t>(call.pid), call.profile.value_or(""));
  if (!entered) return RpcError{ipc::error_code::invalid_params, entered.error().text()};
  // A sandbox is registered again after our restart, and its agent may have connected before that.
  deps_.agents.for_each([&](const std::shared_ptr<Session>& session) {
    if (const auto profile = deps_.sandboxes.profile_of(session->peer.pid)) deps_.agents.confine(*session, *profile);
  });
  json::object fields = by(connection);
  fields["process"] = call.pid;
  if (call.profile) fields["profile"] = *call.profile;
  deps_.note("sandbox", std::move(fields));
  return json::object{{"ok", true}};
}

ipc::Answer ControlApi::halt(const ipc::Connection& connection, const ipc::Halt& call) {
  if (call.session) {
    const auto session = deps_.agents.by_id(*call.session);
    if (!session) return RpcError{ipc::error_code::no_such_session, "no session '" + *call.session + "'"};
    deps_.stops.halt(session, "a human halted the session");
  } else {
    deps_.agents.for_each([&](const auto& session) { deps_.stops.halt(session, "a human halted all sessions"); });
  }
  json::object fields = by(connection);
  fields["session"] = call.session ? json::value(*call.session) : json::value();
  deps_.note("halt", std::move(fields));
  return json::object{{"ok", true}};
}

}  // namespace interlock::daemon
