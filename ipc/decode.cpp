#include "ipc/decode.h"

#include <array>
#include <limits>

#include "ipc/fields.h"
#include "ipc/judgement_fields.h"
#include "ipc/limits.h"
#include "ipc/observe_fields.h"
#include "ipc/sight_fields.h"
#include "ipc/tool_fields.h"
#include "ipc/window_fields.h"
#include "values/suggest.h"

namespace interlock::ipc {
namespace {

template <class Call>
struct Method {
  std::string_view name;
  tl::expected<Call, RpcError> (*read)(std::string_view name, const json::object& params);
};

constexpr std::string_view where = "params";

/// Methods without parameters.
template <class Call, class Empty>
tl::expected<Call, RpcError> read_empty(std::string_view, const json::object& params) {
  return Fields(params, where).finish<Call>(Empty{});
}

/// Methods that name a session; the default is the connection's own.
template <class OfSession>
tl::expected<AgentCall, RpcError> read_session(std::string_view, const json::object& params) {
  Fields fields(params, where);
  OfSession call{fields.maybe_text("session", name_text).value_or("")};
  return fields.finish<AgentCall>(std::move(call));
}

tl::expected<AgentCall, RpcError> read_hello(std::string_view, const json::object& params) {
  Fields fields(params, where);
  Hello call;
  call.client = fields.text("client", name_text);
  call.protocol = static_cast<int>(fields.integer_or("protocol", 0, 1'000'000, protocol_version));
  return fields.finish<AgentCall>(std::move(call));
}

tl::expected<AgentCall, RpcError> read_session_open(std::string_view, const json::object& params) {
  static constexpr std::array<std::string_view, 4> scopes = {"read", "navigate", "interact", "fill_form"};
  Fields fields(params, where);
  SessionOpen call;
  call.name = fields.text("name", name_text);
  call.directive = fields.maybe_text("directive", {0, limits::intent_bytes, true});
  if (params.contains("scope"))
    call.scope = scopes[fields.choice("scope", scopes)];
  else
    fields.find("scope");
  return fields.finish<AgentCall>(std::move(call));
}

tl::expected<AgentCall, RpcError> read_act(std::string_view, const json::object& params) {
  Fields fields(params, where);
  Act call;
  call.session = fields.maybe_text("session", name_text).value_or("");
  call.dry_run = fields.truth_or("dry_run", false);
  if (fields.find("settle") != nullptr) {
    call.settle = std::chrono::milliseconds(fields.integer("settle", 0, limits::settle_ms));
  }
  call.detail = read_detail(fields);
  for (std::string_view key : {"action", "confidence", "intent", "expect"}) fields.find(key);
  auto action = decode_action_of(params, where);
  if (action) {
    call.action = std::move(*action);
  } else {
    fields.fail(std::move(action.error()));
  }
  return fields.finish<AgentCall>(std::move(call));
}

tl::expected<AgentCall, RpcError> read_tool_before(std::string_view, const json::object& params) {
  Fields fields(params, where);
  ToolBefore call;
  call.session = fields.maybe_text("session", name_text).value_or("");
  call.call = read_tool_call(fields);
  return fields.finish<AgentCall>(std::move(call));
}

tl::expected<AgentCall, RpcError> read_tool_after(std::string_view, const json::object& params) {
  Fields fields(params, where);
  ToolAfter call;
  call.session = fields.maybe_text("session", name_text).value_or("");
  call.call = read_tool_call(fields);
  call.result = read_tool_result(fields);
  return fields.finish<AgentCall>(std::move(call));
}

template <class Sight, Sight (*read)(Fields&)>
tl::expected<AgentCall, RpcError> read_sight(std::string_view, const json::object& params) {
  Fields fields(params, where);
  Sight call = read(fields);
  return fields.finish<AgentCall>(std::move(call));
}

constexpr std::array<Method<AgentCall>, std::variant_size_v<AgentCall>> agent_methods = {{
    {"hello", read_hello},
    {"session.open", read_session_open},
    {"session.close", read_session<SessionClose>},
    {"session.reset", read_session<SessionReset>},
    {"session.cancel", read_session<SessionCancel>},
    {"turn.start", read_session<TurnStart>},
    {"turn.end", read_session<TurnEnd>},
    {"act", read_act},
    {"status", read_empty<AgentCall, AgentStatus>},
    {"observe", read_sight<Observe, read_observe>},
    {"screenshot", read_sight<Screenshot, read_screenshot>},
    {"tools", read_sight<Tools, read_tools>},
    {"desktop", read_sight<AskDesktop, read_ask_desktop>},
    {"window", read_sight<AskWindow, read_ask_window>},
    {"windows", read_sight<AskWindows, read_ask_windows>},
    {"list_secrets", read_session<ListSecrets>},
    {"tool.before", read_tool_before},
    {"tool.after", read_tool_after},
}};
static_assert(agent_methods.back().read != nullptr, "each call of AgentCall has a method");

tl::expected<ControlCall, RpcError> read_reply(std::string_view, const json::object& params) {
  Fields fields(params, where);
  ReplyTo call;
  call.id = fields.text("id", name_text);
  call.approve = fields.truth("approve");
  if (const auto text = fields.maybe_text("lifespan", name_text)) {
    const auto lifespan = lifespan_from_text(*text);
    if (!lifespan) fields.fail("lifespan", "expected \"once\", \"session\" or a time up to a day as in \"10m\"");
    if (!call.approve) fields.fail("lifespan", "only a yes can last");
    call.lifespan = lifespan.value_or(Lifespan());
  }
  call.word = fields.maybe_text("word", {1, limits::word_bytes, false}).value_or("");
  if (call.approve && !call.word.empty()) fields.fail("word", "only a no can have a word for the agent");
  return fields.finish<ControlCall>(std::move(call));
}

tl::expected<ControlCall, RpcError> read_halt(std::string_view, const json::object& params) {
  Fields fields(params, where);
  Halt call{fields.maybe_text("session", name_text)};
  return fields.finish<ControlCall>(std::move(call));
}

tl::expected<ControlCall, RpcError> read_explain(std::string_view, const json::object& params) {
  Fields fields(params, where);
  Explain call{fields.text("action", name_text)};
  return fields.finish<ControlCall>(std::move(call));
}

tl::expected<ControlCall, RpcError> read_undo(std::string_view, const json::object& params) {
  Fields fields(params, where);
  Undo call{fields.text("id", name_text)};
  call.exactly = fields.truth_or("exactly", false);
  call.show = fields.truth_or("show", false);
  return fields.finish<ControlCall>(std::move(call));
}

tl::expected<ControlCall, RpcError> read_sandbox_enter(std::string_view, const json::object& params) {
  Fields fields(params, where);
  SandboxEnter call{fields.integer("pid", 1, std::numeric_limits<std::int32_t>::max()),
                    fields.maybe_text("profile", name_text)};
  return fields.finish<ControlCall>(std::move(call));
}

tl::expected<ControlCall, RpcError> read_validator_register(std::string_view, const json::object& params) {
  Fields fields(params, where);
  ValidatorRegister call{fields.text("name", name_text)};
  return fields.finish<ControlCall>(std::move(call));
}

tl::expected<ControlCall, RpcError> read_validator_answer(std::string_view, const json::object& params) {
  Fields fields(params, where);
  ValidatorAnswer call;
  call.ask = fields.integer("ask", 1, std::numeric_limits<std::int64_t>::max());
  call.judgement = read_judgement(fields);
  return fields.finish<ControlCall>(std::move(call));
}

constexpr std::array<Method<ControlCall>, std::variant_size_v<ControlCall>> control_methods = {{
    {"status", read_empty<ControlCall, ControlStatus>},
    {"pending", read_empty<ControlCall, Pending>},
    {"reply", read_reply},
    {"pause", read_empty<ControlCall, Pause>},
    {"resume", read_empty<ControlCall, Resume>},
    {"halt", read_halt},
    {"reload", read_empty<ControlCall, Reload>},
    {"watch", read_empty<ControlCall, Watch>},
    {"explain", read_explain},
    {"undo.list", read_empty<ControlCall, UndoList>},
    {"undo", read_undo},
    {"sandbox.enter", read_sandbox_enter},
    {"validator.register", read_validator_register},
    {"validator.answer", read_validator_answer},
}};
static_assert(control_methods.back().read != nullptr, "each call of ControlCall has a method");

tl::expected<QuestionsCall, RpcError> read_questions(std::string_view, const json::object& params) {
  Fields fields(params, where);
  Questions call{fields.truth_or("watch", false)};
  return fields.finish<QuestionsCall>(call);
}

tl::expected<QuestionsCall, RpcError> read_picture(std::string_view, const json::object& params) {
  Fields fields(params, where);
  PictureOf call{fields.text("id", name_text)};
  return fields.finish<QuestionsCall>(std::move(call));
}

/// {"ssh": "-----BEGIN ..."} or the four parts of an assertion.
AnswerTo::Signature read_signature(Fields& outer, const json::value& value) {
  constexpr std::string_view place = "params.signature";
  constexpr TextRule armored{1, limits::signature_bytes, true}, part{1, limits::signature_bytes, false};
  AnswerTo::Signature signature;
  const json::object* object = value.if_object();
  if (object == nullptr) {
    outer.fail("signature", "expected an object, got " + kind_of(value));
    return signature;
  }
  Fields fields(*object, place);
  if (object->contains("ssh")) {
    signature.ssh = fields.text("ssh", armored);
  } else {
    signature.credential = fields.text("credential", part);
    signature.authenticator_data = fields.text("authenticator_data", part);
    signature.client_data = fields.text("client_data", part);
    signature.signature = fields.text("signature", part);
  }
  fields.refuse_unknown_keys();
  if (fields.failed()) outer.fail(*fields.error());
  return signature;
}

tl::expected<QuestionsCall, RpcError> read_answer(std::string_view, const json::object& params) {
  Fields fields(params, where);
  AnswerTo call;
  call.id = fields.text("id", name_text);
  const bool approve = fields.truth("approve");
  const json::value* signature = approve ? fields.need("signature") : fields.find("signature");
  if (!approve && signature != nullptr) fields.fail("signature", "a no needs none");
  if (approve && signature != nullptr) call.yes = read_signature(fields, *signature);
  if (const auto text = fields.maybe_text("lifespan", name_text)) {
    const auto lifespan = lifespan_from_text(*text);
    if (!lifespan) fields.fail("lifespan", "expected \"once\", \"session\" or a time up to a day as in \"10m\"");
    if (!approve) fields.fail("lifespan", "only a yes can last");
    call.lifespan = lifespan.value_or(Lifespan());
  }
  return fields.finish<QuestionsCall>(std::move(call));
}

constexpr std::array<Method<QuestionsCall>, std::variant_size_v<QuestionsCall>> question_methods = {{
    {"questions", read_questions},
    {"picture", read_picture},
    {"answer", read_answer},
}};
static_assert(question_methods.back().read != nullptr, "each call of QuestionsCall has a method");

template <class Call, std::size_t N>
std::vector<std::string_view> names_of(const std::array<Method<Call>, N>& methods) {
  std::vector<std::string_view> names;
  for (const Method<Call>& method : methods) names.push_back(method.name);
  return names;
}

/// The id to send back; nothing for a notification; or the error in it.
tl::expected<RequestId, RpcError> read_id(const json::object& envelope) {
  const json::value* id = envelope.if_contains("id");
  if (!id) return RequestId();
  const json::string* text = id->if_string();
  if (text && text->size() > limits::name_bytes) {
    return tl::unexpected(
        RpcError{error_code::invalid_request, "id: longer than " + std::to_string(limits::name_bytes) + " bytes"});
  }
  if (text || id->is_int64() || id->is_uint64() || id->is_null()) return RequestId(*id);
  return tl::unexpected(
      RpcError{error_code::invalid_request, "id: expected a string, an integer or null, got " + kind_of(*id)});
}

/// Errors of the envelope: of the request, not of its parameters.
std::optional<RpcError> check_envelope(Fields& fields) {
  const json::value* version = fields.need("jsonrpc");
  if (version && *version != "2.0") fields.fail("jsonrpc", "expected \"2.0\"");
  fields.find("id");
  fields.text("method", {1, limits::name_bytes, false});
  const json::value* params = fields.find("params");
  if (params && !params->is_object()) fields.fail("params", "expected an object, got " + kind_of(*params));
  fields.refuse_unknown_keys();
  if (!fields.error()) return std::nullopt;
  return RpcError{error_code::invalid_request, "not a JSON-RPC 2.0 request: " + fields.error()->message};
}

template <class Call, std::size_t N, class OtherCall, std::size_t M>
tl::expected<Request<Call>, BadRequest> decode(std::string_view line, const std::array<Method<Call>, N>& methods,
                                               const std::array<Method<OtherCall>, M>& other,
                                               std::string_view other_socket) {
  const auto bad = [](RequestId id, RpcError error) {
    return tl::unexpected(BadRequest{std::move(id), std::move(error)});
  };
  auto parsed = parse_json(line);
  if (!parsed) return bad(json::value(), std::move(parsed.error()));
  const json::object* envelope = parsed->if_object();
  if (!envelope) {
    const bool batch = parsed->is_array();
    return bad(json::value(),
               {error_code::invalid_request, batch ? "batches are not supported: send one request object per line"
                                                   : "expected a request object, got " + kind_of(*parsed)});
  }
  auto id = read_id(*envelope);
  if (!id) return bad(json::value(), std::move(id.error()));

  Fields fields(*envelope, "");
  if (auto error = check_envelope(fields)) {
    return bad(id->value_or(json::value()), std::move(*error));  // an invalid request is no notification either
  }
  const std::string_view name = envelope->at("method").get_string();
  for (const Method<Call>& method : methods) {
    if (method.name != name) continue;
    const json::value* params = envelope->if_contains("params");
    auto call = method.read(name, params ? params->get_object() : json::object());
    if (!call) return bad(std::move(*id), std::move(call.error()));
    return Request<Call>{std::move(*id), std::move(*call)};
  }
  for (const Method<OtherCall>& method : other) {
    if (method.name == name) {
      return bad(std::move(*id), {error_code::method_not_found, "method " + in_single_quotes(name) + " is on " +
                                                                    std::string(other_socket) + ", not here"});
    }
  }
  const auto names = names_of(methods);
  const std::string hint = did_you_mean(name, names);
  return bad(std::move(*id), {error_code::method_not_found, "unknown method " + in_single_quotes(name) +
                                                                (hint.empty() ? "; known: " + listed(names) : hint)});
}

}  // namespace

tl::expected<Request<AgentCall>, BadRequest> decode_agent(std::string_view line) {
  return decode(line, agent_methods, control_methods, "control.sock");
}

tl::expected<Request<ControlCall>, BadRequest> decode_control(std::string_view line) {
  return decode(line, control_methods, agent_methods, "agent.sock");
}

tl::expected<Request<QuestionsCall>, BadRequest> decode_questions(std::string_view line) {
  return decode(line, question_methods, control_methods, "control.sock");
}

std::vector<std::string_view> question_method_names() {
  return names_of(question_methods);
}

std::vector<std::string_view> agent_method_names() {
  return names_of(agent_methods);
}

std::vector<std::string_view> control_method_names() {
  return names_of(control_methods);
}

}  // namespace interlock::ipc
