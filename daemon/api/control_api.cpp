#include "daemon/api/control_api.h"

#include "daemon/api/clean_answer.h"
#include "daemon/process/log.h"
#include "daemon/process/version.h"
#include "daemon/records/record.h"
#include "daemon/sessions/standing.h"
#include "values/utf8.h"

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
  return {ipc::error_code::not_granted, "this does not count as a person's answer: " + verdict.objection};
}

}  // namespace

ipc::Handler<ipc::ControlCall> ControlApi::handler() {
  return {[this](auto connection, auto call) { return handle(std::move(connection), std::move(call)); },
          [this](const auto& connection) { deps_.validators.gone(*connection); }};
}

ControlApi::Answer ControlApi::handle(Caller caller, ipc::ControlCall call) {
  Answer answering = std::visit([&](auto& request) { return answer(std::move(caller), std::move(request)); }, call);
  ipc::Answer said = co_await std::move(answering);
  take_out_secrets(said);
  co_return said;
}

ControlApi::Answer ControlApi::answer(Caller, ipc::ControlStatus) {
  co_await deps_.look_around();
  co_return status();
}

ControlApi::Answer ControlApi::answer(Caller, ipc::Pending) {
  co_return json::object{{"pending", deps_.confirmations.pending()}};
}

ControlApi::Answer ControlApi::answer(Caller caller, ipc::Pause) {
  deps_.stops.pause();
  deps_.note("pause", by(*caller));
  co_return json::object{{"ok", true}};
}

ControlApi::Answer ControlApi::answer(Caller caller, ipc::Watch) {
  deps_.events.add(caller);
  co_return json::object{{"watching", true}};
}

ControlApi::Answer ControlApi::answer(Caller, ipc::Explain explain) {
  // A person has the prompt's id before that of the action.
  const auto of_prompt = deps_.confirmations.record_of(explain.action);
  auto record = co_await deps_.record(of_prompt.empty() ? explain.action : of_prompt);
  if (!record) co_return RpcError{ipc::error_code::invalid_params, record.error().text()};
  co_return std::move(*record);
}

ControlApi::Answer ControlApi::answer(Caller, ipc::UndoList) {
  json::object listed = co_await deps_.undo.list();
  co_return listed;
}

ControlApi::Answer ControlApi::answer(Caller caller, ipc::Undo call) {
  if (!call.show) {
    const GrantVerdict verdict = co_await judge(*caller, "undo " + call.id);
    if (!verdict.objection.empty()) co_return not_granted(verdict);
  }
  auto done = co_await deps_.undo.undo(std::move(call), by(*caller));
  if (!done) co_return RpcError{ipc::error_code::invalid_params, valid_utf8(done.error())};
  co_return std::move(*done);
}

ControlApi::Answer ControlApi::answer(Caller caller, ipc::ValidatorRegister call) {
  json::object fields = by(*caller);
  fields["name"] = call.name;
  ipc::Answer enrolled = deps_.validators.enroll(caller, call.name);
  if (std::holds_alternative<json::value>(enrolled)) deps_.note("validator", std::move(fields));
  co_return enrolled;
}

ControlApi::Answer ControlApi::answer(Caller caller, ipc::ValidatorAnswer call) {
  co_return deps_.validators.answer(*caller, call);
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

ControlApi::Answer ControlApi::answer(Caller caller, ipc::ReplyTo call) {
  std::string by;
  if (call.approve && deps_.confirmations.waits(call.id)) {  // a denial needs no proof
    GrantVerdict verdict = co_await judge(*caller, "approve " + call.id);
    if (!verdict.objection.empty()) co_return not_granted(verdict);
    by = " " + verdict.by;
  }
  std::string unheard;
  if (!call.word.empty() && deps_.confirmations.waits(call.id)) {  // the agent is told that a person said it
    GrantVerdict verdict = co_await judge(*caller, "deny " + call.id + " with a word");
    unheard = std::move(verdict.objection);
    by = unheard.empty() ? " " + verdict.by : std::string();
  }
  const std::string word = unheard.empty() ? call.word : std::string();
  const auto heard = deps_.confirmations.reply(call.id, call.approve, call.lifespan, by, word);
  if (heard == Confirmations::Heard::taken) {
    json::object done = {{"ok", true}};
    if (!unheard.empty()) done["word_refused"] = "this does not count as a person's word: " + unheard;
    co_return done;
  }
  if (heard == Confirmations::Heard::needs_signature) {
    co_return RpcError{ipc::error_code::not_granted, "a yes to '" + call.id +
                                                         "' must be signed by an approver of the policy: "
                                                         "interlockctl approve --key FILE " +
                                                         call.id};
  }
  if (heard == Confirmations::Heard::only_once) {
    co_return RpcError{ipc::error_code::invalid_params, "params.lifespan: a yes to '" + call.id +
                                                            "' cannot last, it is asked each time; approve it once"};
  }
  if (heard == Confirmations::Heard::too_long) {
    co_return RpcError{ipc::error_code::invalid_params,
                       "params.lifespan: what the window of '" + call.id +
                           "' shows is not known, so a yes lasts at most 10 minutes, in this window; use '10m'"};
  }
  co_return RpcError{ipc::error_code::no_such_pending,
                     "nothing with id '" + call.id + "' waits for an answer; see 'interlockctl pending'"};
}

ControlApi::Answer ControlApi::answer(Caller caller, ipc::Resume) {
  const GrantVerdict verdict = co_await judge(*caller, "resume");
  if (!verdict.objection.empty()) co_return not_granted(verdict);
  deps_.note("resume", by(*caller));  // before it takes effect, so that the note precedes later actions
  deps_.stops.resume();
  co_return json::object{{"ok", true}};
}

ControlApi::Answer ControlApi::answer(Caller caller, ipc::Reload) {
  if (const auto signer = deps_.reload_bundle()) {  // no matter who asks: the signature stands for a person
    json::object who = peer_json(caller->peer());
    who["accepted"] = "a newer policy, signed by " + *signer;
    deps_.note("grant", {{"call", "reload"}, {"by", std::move(who)}});
    co_return json::object{{"ok", true}};
  }
  const GrantVerdict verdict = co_await judge(*caller, "reload");
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
                        {"mediation", deps_.agents.enforced(*session) ? "enforced" : "advisory"},
                        {"actions", session->actions},
                        {"halted", session->halted}});
  });
  result["sessions"] = std::move(sessions);
  return result;
}

ControlApi::Answer ControlApi::answer(Caller caller, ipc::SandboxEnter call) {
  if (call.profile && !deps_.agents.offer_profile(*call.profile)) {
    co_return RpcError{ipc::error_code::invalid_params, "the policy has no profile '" + *call.profile + "'"};
  }
  const auto entered = deps_.sandboxes.enter(static_cast<pid_t>(call.pid), call.profile.value_or(""));
  if (!entered) co_return RpcError{ipc::error_code::invalid_params, entered.error().text()};
  // A sandbox is registered again after our restart, and its agent may have connected before that.
  deps_.agents.for_each([&](const std::shared_ptr<Session>& session) {
    if (const auto profile = deps_.sandboxes.profile_of(session->peer.pid)) deps_.agents.confine(*session, *profile);
  });
  json::object fields = by(*caller);
  fields["process"] = call.pid;
  if (call.profile) fields["profile"] = *call.profile;
  deps_.note("sandbox", std::move(fields));
  co_return json::object{{"ok", true}};
}

ControlApi::Answer ControlApi::answer(Caller caller, ipc::Halt call) {
  if (call.session) {
    const auto session = deps_.agents.by_id(*call.session);
    if (!session) co_return RpcError{ipc::error_code::no_such_session, "no session '" + *call.session + "'"};
    deps_.stops.halt(session, "a human halted the session");
  } else {
    deps_.agents.for_each([&](const auto& session) { deps_.stops.halt(session, "a human halted all sessions"); });
  }
  json::object fields = by(*caller);
  fields["session"] = call.session ? json::value(*call.session) : json::value();
  deps_.note("halt", std::move(fields));
  co_return json::object{{"ok", true}};
}

}  // namespace interlock::daemon
