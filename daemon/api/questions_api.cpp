#include "daemon/api/questions_api.h"

#include "approval/digest.h"
#include "daemon/process/log.h"
#include "daemon/records/record.h"
#include "ipc/base64.h"
#include "values/utf8.h"

namespace interlock::daemon {

namespace json = boost::json;
using ipc::RpcError;

namespace {

/// As bytes; nothing if a part is not base64url.
std::optional<approval::SignedYes> signed_yes(const ipc::AnswerTo::Signature& sent) {
  if (!sent.ssh.empty()) return approval::SshSignature{sent.ssh};
  const auto credential = approval::bytes_of_base64url(sent.credential);
  const auto authenticator = approval::bytes_of_base64url(sent.authenticator_data);
  const auto client = approval::bytes_of_base64url(sent.client_data);
  const auto signature = approval::bytes_of_base64url(sent.signature);
  if (!credential || !authenticator || !client || !signature) return std::nullopt;
  return approval::Assertion{*credential, *authenticator, *client, *signature};
}

RpcError no_such_question(const std::string& id) {
  return {ipc::error_code::no_such_pending,
          "nothing with id '" + id + "' waits for an answer: it was answered, closed or never asked"};
}

}  // namespace

QuestionsApi::QuestionsApi(Confirmations& confirmations, Stops& stops, Note note)
    : confirmations_(confirmations), stops_(stops), pauses_(confirmations.signing()), note_(std::move(note)) {
  confirmations_.on_question([this](std::string_view what, const json::object& about) { events_.send(what, about); });
}

ipc::Handler<ipc::QuestionsCall> QuestionsApi::handler() {
  return {[this](auto connection, auto call) { return handle(std::move(connection), std::move(call)); },
          [](const auto&) {}};
}

QuestionsApi::Answer QuestionsApi::handle(Caller caller, ipc::QuestionsCall call) {
  return std::visit([&](auto& request) { return answer(std::move(caller), std::move(request)); }, call);
}

QuestionsApi::Answer QuestionsApi::answer(Caller caller, ipc::Questions call) {
  if (call.watch) events_.add(std::move(caller));
  json::object found{{"start", confirmations_.signing().start()},
                     {"state", stops_.paused() ? "paused" : "running"},
                     {"questions", confirmations_.questions()}};
  if (auto offer = pauses_.offer(std::chrono::steady_clock::now())) found["pause"] = std::move(*offer);
  co_return found;
}

QuestionsApi::Answer QuestionsApi::answer(Caller, ipc::PictureOf call) {
  const auto png = confirmations_.picture_of(call.id);
  if (png) co_return json::object{{"png", ipc::base64_of(*png)}};
  if (!confirmations_.waits(call.id)) co_return no_such_question(call.id);
  co_return RpcError{ipc::error_code::not_available, "there is no picture of question '" + call.id + "'"};
}

/// A yes that does not count is reported and on record.
void QuestionsApi::refuse(const ipc::Connection& caller, const std::string& id, const std::string& why) {
  log_warning("a yes to question " + valid_utf8(id) + " does not count: " + why);
  note_("refused_answer", {{"question", valid_utf8(id)}, {"why", valid_utf8(why)}, {"by", peer_json(caller.peer())}});
}

/// An answer to the question that is always open.
ipc::Answer QuestionsApi::pause(const ipc::Connection& caller, const ipc::AnswerTo& call,
                                const std::optional<approval::SignedYes>& yes) {
  if (!yes) return RpcError{ipc::error_code::invalid_params, "there is nothing to deny: agents are not paused by it"};
  const SignedReply reply = call.lifespan.lasts()
                                ? SignedReply{.why = "a pause has no lifespan: it lasts until a person resumes"}
                                : pauses_.take(call.id, *yes, std::chrono::steady_clock::now());
  if (reply.how != SignedReply::How::approved) {
    refuse(caller, call.id, reply.why);
    return RpcError{ipc::error_code::not_granted, "this yes does not count: " + reply.why};
  }
  stops_.pause();
  note_("pause", {{"by", {{"approver", reply.approver}, {"question", call.id}}}});
  return json::object{
      {"outcome", "approved"}, {"approver", reply.approver}, {"signatures", 1}, {"needed", 1}, {"paused", true}};
}

QuestionsApi::Answer QuestionsApi::answer(Caller caller, ipc::AnswerTo call) {
  std::optional<approval::SignedYes> yes;
  if (call.yes) {
    yes = signed_yes(*call.yes);
    if (!yes) co_return RpcError{ipc::error_code::invalid_params, "params.signature: not base64url"};
  }
  if (pauses_.is_open(call.id, std::chrono::steady_clock::now())) co_return pause(*caller, call, yes);
  const SignedReply reply = confirmations_.answer(call.id, call.lifespan, yes);
  switch (reply.how) {
    case SignedReply::How::no_such_question:
      if (yes) refuse(*caller, call.id, "it came too late, or to a question that was never asked");
      co_return no_such_question(call.id);
    case SignedReply::How::refused:
      refuse(*caller, call.id, reply.why);
      co_return RpcError{ipc::error_code::not_granted, "this yes does not count: " + reply.why};
    case SignedReply::How::denied:
      note_("denied_answer", {{"question", call.id}, {"by", peer_json(caller->peer())}});
      co_return json::object{{"outcome", "denied"}};
    case SignedReply::How::counted:
    case SignedReply::How::approved:
      break;
  }
  co_return json::object{{"outcome", reply.how == SignedReply::How::approved ? "approved" : "counted"},
                         {"approver", reply.approver},
                         {"signatures", reply.signatures},
                         {"needed", reply.needed}};
}

}  // namespace interlock::daemon
