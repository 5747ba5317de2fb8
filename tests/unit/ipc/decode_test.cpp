// From lines to requests: the envelope, the methods, and the error for each mistake.
#include "ipc/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ipc/limits.h"

namespace interlock::ipc {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string request(const std::string& method, const std::string& params) {
  return R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}";
}

template <class Call>
Call agent(const std::string& method, const std::string& params) {
  const auto decoded = decode_agent(request(method, params));
  EXPECT_TRUE(decoded) << decoded.error().error.message;
  return decoded ? std::get<Call>(decoded->call) : Call{};
}

template <class Call>
Call control(const std::string& method, const std::string& params) {
  const auto decoded = decode_control(request(method, params));
  EXPECT_TRUE(decoded) << decoded.error().error.message;
  return decoded ? std::get<Call>(decoded->call) : Call{};
}

std::string params_error(const std::string& method, const std::string& params) {
  const auto decoded = decode_agent(request(method, params));
  if (decoded) return "no error";
  EXPECT_EQ(decoded.error().error.code, error_code::invalid_params);
  EXPECT_EQ(decoded.error().id, json::value(1));
  return decoded.error().error.message;
}

std::string control_error(const std::string& method, const std::string& params) {
  const auto decoded = decode_control(request(method, params));
  return decoded ? "no error" : decoded.error().error.message;
}

TEST(Decode, GivesTheIdBackAsItCame) {
  EXPECT_EQ(decode_agent(R"({"jsonrpc":"2.0","id":"a","method":"status"})")->id, json::value("a"));
  EXPECT_EQ(decode_agent(R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"status"})")->id,
            json::value(18446744073709551615u));
  EXPECT_EQ(decode_agent(R"({"jsonrpc":"2.0","id":null,"method":"status"})")->id, json::value());
  EXPECT_FALSE(decode_agent(R"({"jsonrpc":"2.0","method":"status"})")->id.has_value());
}

struct BadEnvelope {
  const char* line;
  int code;
  json::value id;
  const char* message;
};

TEST(Decode, AnswersBadEnvelopes) {
  const BadEnvelope cases[] = {
      {"nonsense", error_code::parse, nullptr, "not valid JSON"},
      {"[]", error_code::invalid_request, nullptr, "batches are not supported"},
      {R"([{"jsonrpc":"2.0","id":1,"method":"status"}])", error_code::invalid_request, nullptr, "batches"},
      {"7", error_code::invalid_request, nullptr, "expected a request object, got 7"},
      {"{}", error_code::invalid_request, nullptr, "jsonrpc: is missing"},
      {R"({"jsonrpc":"1.0","id":3,"method":"status"})", error_code::invalid_request, 3, "jsonrpc: expected \"2.0\""},
      {R"({"jsonrpc":2.0,"id":3,"method":"status"})", error_code::invalid_request, 3, "jsonrpc: expected"},
      {R"({"jsonrpc":"2.0","id":3})", error_code::invalid_request, 3, "method: is missing"},
      {R"({"jsonrpc":"2.0"})", error_code::invalid_request, nullptr, "method: is missing"},
      {R"({"jsonrpc":"2.0","id":3,"method":5})", error_code::invalid_request, 3, "method: expected a string, got 5"},
      {R"({"jsonrpc":"2.0","id":3,"method":"status","params":[]})", error_code::invalid_request, 3,
       "params: expected an object, got array"},
      {R"({"jsonrpc":"2.0","id":3,"method":"status","param":{}})", error_code::invalid_request, 3,
       "unknown key 'param', did you mean 'params'?"},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"status"})", error_code::invalid_request, nullptr,
       "id: expected a string, an integer or null"},
      {R"({"jsonrpc":"2.0","id":[1],"method":"status"})", error_code::invalid_request, nullptr, "got array"},
      {R"({"jsonrpc":"2.0","id":3,"method":"statsu"})", error_code::method_not_found, 3,
       "unknown method 'statsu', did you mean 'status'?"},
      {R"({"jsonrpc":"2.0","id":3,"method":"launch_missiles"})", error_code::method_not_found, 3, "known: hello, "},
      {R"({"jsonrpc":"2.0","id":3,"method":"reply"})", error_code::method_not_found, 3, "is on control.sock"},
  };
  for (const BadEnvelope& expected : cases) {
    const auto decoded = decode_agent(expected.line);
    ASSERT_FALSE(decoded) << expected.line;
    EXPECT_EQ(decoded.error().error.code, expected.code) << expected.line;
    ASSERT_TRUE(decoded.error().id) << expected.line;
    EXPECT_EQ(*decoded.error().id, expected.id) << expected.line;
    EXPECT_THAT(decoded.error().error.message, HasSubstr(expected.message));
  }
}

TEST(Decode, LeavesBadNotificationsUnanswered) {
  const auto unknown = decode_agent(R"({"jsonrpc":"2.0","method":"nothing"})");
  ASSERT_FALSE(unknown);
  EXPECT_FALSE(unknown.error().id.has_value());
  const auto wrong = decode_agent(R"({"jsonrpc":"2.0","method":"act","params":{}})");
  ASSERT_FALSE(wrong);
  EXPECT_FALSE(wrong.error().id.has_value());
}

TEST(Decode, RefusesIdsTooLongToGiveBack) {
  const auto decoded = decode_agent(R"({"jsonrpc":"2.0","method":"status","id":")" + std::string(257, 'i') + "\"}");
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().id, json::value());
}

TEST(Decode, KeepsTheSocketsApart) {
  for (const char* method : {"pending", "reply", "pause", "resume", "halt", "reload", "watch", "explain"}) {
    const auto decoded = decode_agent(request(method, "{}"));
    ASSERT_FALSE(decoded) << method;
    EXPECT_EQ(decoded.error().error.code, error_code::method_not_found);
  }
  const auto act = decode_control(request("act", R"({"action":{"type":"wait","ms":1}})"));
  ASSERT_FALSE(act);
  EXPECT_THAT(act.error().error.message, HasSubstr("is on agent.sock"));
}

TEST(Decode, ReadsAgentMethods) {
  EXPECT_EQ(agent<Hello>("hello", R"({"client":"shop"})").client, "shop");
  EXPECT_EQ(agent<Hello>("hello", R"({"client":"shop","protocol":2})").protocol, 2);
  const auto open = agent<SessionOpen>("session.open", R"({"name":"n","directive":"buy\nmilk","scope":"interact"})");
  EXPECT_EQ(open.name, "n");
  EXPECT_EQ(open.directive, "buy\nmilk");
  EXPECT_EQ(open.scope, "interact");
  EXPECT_FALSE(agent<SessionOpen>("session.open", R"({"name":"n"})").scope.has_value());
  EXPECT_EQ(agent<SessionClose>("session.close", R"({"session":"s1"})").session, "s1");
  EXPECT_EQ(agent<SessionReset>("session.reset", R"({"session":"s1"})").session, "s1");
  EXPECT_EQ(agent<SessionCancel>("session.cancel", "{}").session, "");
  EXPECT_EQ(agent<TurnStart>("turn.start", R"({"session":"s1"})").session, "s1");
  EXPECT_EQ(agent<TurnEnd>("turn.end", "{}").session, "");
  agent<AgentStatus>("status", "{}");
}

TEST(Decode, ReadsScreenshot) {
  const auto plain = agent<Screenshot>("screenshot", "{}");
  EXPECT_FALSE(plain.window || plain.region || plain.max_width || plain.max_height || plain.scale || plain.cursor);
  const auto part = agent<Screenshot>(
      "screenshot", R"({"session":"s1","region":{"x":1,"y":2,"width":3,"height":4},"scale":0.5,"cursor":true})");
  EXPECT_EQ(part.region, (Rect{1, 2, 3, 4}));
  EXPECT_EQ(part.scale, 0.5);
  EXPECT_TRUE(part.cursor);
  EXPECT_EQ(agent<Screenshot>("screenshot", R"({"window":"active"})").window->id, 0u);
  const auto window = agent<Screenshot>("screenshot", R"({"window":20971523,"max_width":800,"max_height":600})");
  EXPECT_EQ(window.window->id, 20971523u);
  EXPECT_EQ(window.max_width, 800);
  EXPECT_EQ(window.max_height, 600);
  EXPECT_EQ(agent<Tools>("tools", "{}").format, ToolFormat::json_schema);
  EXPECT_EQ(agent<Tools>("tools", R"({"format":"openai","session":"s1"})").format, ToolFormat::openai);

  for (const char* wrong : {R"({"window":"Shop"})", R"({"window":0})", R"({"window":1,"region":{}})",
                            R"({"region":{"x":0,"y":0,"width":0,"height":4}})", R"({"scale":2})", R"({"scale":0})",
                            R"({"scale":0.5,"max_width":9})", R"({"max_width":0})", R"({"cursor":1})"}) {
    const auto refused = decode_agent(request("screenshot", wrong));
    ASSERT_FALSE(refused) << wrong;
    EXPECT_EQ(refused.error().error.code, error_code::invalid_params) << wrong;
  }
  EXPECT_FALSE(decode_agent(request("tools", R"({"format":"xml"})")));
}

TEST(Decode, ReadsObserve) {
  const auto plain = agent<Observe>("observe", "{}");
  EXPECT_EQ(plain.windows, Observe::Windows::active);
  EXPECT_FALSE(plain.json);
  EXPECT_EQ(agent<Observe>("observe", R"({"window":"all","format":"json"})").windows, Observe::Windows::all);
  const auto one = agent<Observe>("observe", R"({"window":20971523,"session":"s1"})");
  EXPECT_EQ(one.windows, Observe::Windows::one);
  EXPECT_EQ(one.window, 20971523u);
  EXPECT_EQ(one.session, "s1");
  const auto titled = agent<Observe>("observe", R"({"title":"Shop"})");
  EXPECT_EQ(titled.windows, Observe::Windows::one);
  EXPECT_EQ(titled.title, "Shop");
  EXPECT_EQ(agent<Observe>("observe", R"({"within":"e12"})").within, "e12");
  for (const char* params : {R"({"window":"some"})", R"({"window":0})", R"({"window":1,"title":"Shop"})",
                             R"({"within":"e1","window":1})", R"({"format":"xml"})", R"({"within":""})"}) {
    const std::string line = R"({"jsonrpc":"2.0","id":1,"method":"observe","params":)" + std::string(params) + "}";
    EXPECT_FALSE(decode_agent(line)) << params;
  }
}

TEST(Decode, ReadsToolCalls) {
  const auto before =
      agent<ToolBefore>("tool.before", R"({"session":"s1","name":"read","args":{"b":[1,{}],"a":null}})");
  EXPECT_EQ(before.session, "s1");
  EXPECT_EQ(before.call.name, "read");
  EXPECT_EQ(before.call.arguments, R"({"a":null,"b":[1,{}]})") << "the order of keys means nothing";
  EXPECT_EQ(agent<ToolBefore>("tool.before", R"({"name":"read"})").call.arguments, "");
  for (const char* args : {"null", "true", "7", R"("a")", "[]", "{}", R"([{"a":"\n"}])"})
    EXPECT_EQ(agent<ToolBefore>("tool.before", R"({"name":"n","args":)" + std::string(args) + "}").call.arguments,
              args);

  const auto after =
      agent<ToolAfter>("tool.after", R"({"name":"read","args":1,"result":"a\r\u001b[1m","is_error":true})");
  EXPECT_EQ(after.call.arguments, "1");
  EXPECT_EQ(after.result.text, "a\r\x1b[1m") << "what programs print is taken as it is";
  EXPECT_TRUE(after.result.is_error);
  EXPECT_FALSE(agent<ToolAfter>("tool.after", R"({"name":"read"})").result.is_error);
}

TEST(Decode, RefusesBadToolCalls) {
  struct Bad {
    std::string method, params, message;
  };
  const auto long_text = [](std::size_t size) { return '"' + std::string(size, 'a') + '"'; };
  const Bad cases[] = {
      {"tool.before", "{}", "params.name"},
      {"tool.before", R"({"name":""})", "params.name"},
      {"tool.before", R"({"name":7})", "params.name"},
      {"tool.before", R"({"name":"a\u0007"})", "params.name"},
      {"tool.before", R"({"name":)" + long_text(257) + "}", "params.name"},
      {"tool.before", R"({"name":"n","session":7})", "params.session"},
      {"tool.before", R"({"name":"n","result":"r"})", "unknown key 'result'"},
      {"tool.before", R"({"name":"n","arguments":{}})", "unknown key 'arguments'"},
      {"tool.before", R"({"name":"n","args":)" + long_text(limits::tool_args_bytes) + "}", "params.args"},
      {"tool.after", R"({"name":"n","result":{}})", "params.result"},
      {"tool.after", R"({"name":"n","result":null})", "params.result"},
      {"tool.after", R"({"name":"n","result":)" + long_text(limits::tool_result_bytes + 1) + "}", "params.result"},
      {"tool.after", R"({"name":"n","is_error":"yes"})", "params.is_error"},
      {"tool.after", R"({"name":"n","phase":"after"})", "unknown key 'phase'"},
  };
  for (const auto& bad : cases)
    EXPECT_THAT(params_error(bad.method, bad.params), HasSubstr(bad.message)) << bad.params.substr(0, 80);

  const std::string most = std::string(limits::tool_result_bytes, 'a');
  EXPECT_EQ(agent<ToolAfter>("tool.after", R"({"name":"n","result":")" + most + "\"}").result.text, most);
  const auto error_of = [](const std::string& args) {
    const auto decoded = decode_agent(request("tool.before", R"({"name":"n","args":)" + args + "}"));
    return decoded ? 0 : decoded.error().error.code;
  };
  EXPECT_EQ(error_of(R"({"a":1,"b":{"c":1,"c":2}})"), error_code::parse) << "no key occurs twice, however deep";
  EXPECT_EQ(error_of(std::string(20, '[') + std::string(20, ']')), error_code::parse);
  EXPECT_EQ(error_of("\"\xff\""), error_code::parse);
}

TEST(Decode, ReadsActWithKeysBesideTheAction) {
  const auto act = agent<Act>("act", R"({"session":"s2","action":{"type":"click","x":1,"y":2},"confidence":0.5,
      "intent":"buy","expect":{"app":"chromium","window":"Shop","element":"Buy"},"dry_run":true})");
  EXPECT_EQ(act.session, "s2");
  EXPECT_TRUE(act.dry_run);
  EXPECT_EQ(act.action.confidence, 0.5);
  EXPECT_EQ(act.action.intent, "buy");
  EXPECT_EQ(act.action.expect.app, "chromium");
  EXPECT_EQ(act.action.expect.window, "Shop");
  EXPECT_EQ(act.action.expect.element, "Buy");
  EXPECT_EQ(std::get<Click>(act.action.body).at, (Point{1, 2}));

  const auto plain = agent<Act>("act", R"({"action":{"type":"wait","ms":5}})");
  EXPECT_EQ(plain.session, "");
  EXPECT_FALSE(plain.dry_run);
  EXPECT_FALSE(plain.action.confidence.has_value());
}

TEST(Decode, ReadsControlMethods) {
  control<ControlStatus>("status", "{}");
  control<Pending>("pending", "{}");
  control<Pause>("pause", "{}");
  control<Resume>("resume", "{}");
  control<Reload>("reload", "{}");
  control<Watch>("watch", "{}");
  const auto reply = control<ReplyTo>("reply", R"({"id":"p1","approve":true})");
  EXPECT_EQ(reply.id, "p1");
  EXPECT_TRUE(reply.approve);
  EXPECT_FALSE(control<ReplyTo>("reply", R"({"id":"p1","approve":false})").approve);
  EXPECT_FALSE(reply.lifespan.lasts());
  const auto lasting = control<ReplyTo>("reply", R"({"id":"p1","approve":true,"lifespan":"10m"})");
  EXPECT_EQ(lasting.lifespan.span, std::chrono::minutes{10});
  EXPECT_FALSE(control<Halt>("halt", "{}").session.has_value());
  EXPECT_EQ(control<Halt>("halt", R"({"session":"s1"})").session, "s1");
  EXPECT_EQ(control<Explain>("explain", R"({"action":"a1"})").action, "a1");
}

TEST(Decode, NeverTakesAnApprovalThatIsNotExactlyTrue) {
  EXPECT_THAT(control_error("reply", R"({"id":"p1"})"), HasSubstr("params.approve: is missing"));
  for (const char* approve : {"1", "\"true\"", "\"yes\"", "null", "[true]"}) {
    EXPECT_THAT(control_error("reply", std::string(R"({"id":"p1","approve":)") + approve + "}"),
                HasSubstr("params.approve: expected true or false"));
  }
}

TEST(Decode, TakesNoLifespanThatIsNone) {
  for (const char* lifespan : {"forever", "0m", "25h", "10", ""}) {
    EXPECT_THAT(control_error("reply", std::string(R"({"id":"p1","approve":true,"lifespan":")") + lifespan + "\"}"),
                HasSubstr("params.lifespan"))
        << lifespan;
  }
  EXPECT_THAT(control_error("reply", R"({"id":"p1","approve":false,"lifespan":"10m"})"), HasSubstr("only a yes"));
}

TEST(Decode, NamesThePlaceOfAMistake) {
  EXPECT_THAT(params_error("hello", "{}"), HasSubstr("params.client: is missing"));
  EXPECT_THAT(params_error("hello", R"({"client":7})"), HasSubstr("params.client: expected a string, got 7"));
  EXPECT_THAT(params_error("hello", R"({"client":""})"), HasSubstr("1 to 256 bytes, got 0"));
  EXPECT_THAT(params_error("hello", R"({"client":"a\u001bb"})"), HasSubstr("control character U+001B at byte 1"));
  EXPECT_THAT(params_error("hello", R"({"client":"a\u0000"})"), HasSubstr("U+0000"));
  EXPECT_THAT(params_error("hello", R"({"client":"a\u009f"})"), HasSubstr("U+009F"));
  EXPECT_THAT(params_error("hello", R"({"client":"a\nb"})"), HasSubstr("U+000A"));
  EXPECT_THAT(params_error("status", R"({"x":1})"), HasSubstr("params: unknown key 'x'; it takes no keys"));
  EXPECT_THAT(
      params_error("session.open", R"({"name":"n","scope":"raed"})"),
      HasSubstr("params.scope: expected one of read, navigate, interact, fill_form; got 'raed', did you mean 'read'?"));
  EXPECT_THAT(params_error("session.open", R"({"name":"n","scope":null})"), HasSubstr("got null"));
  EXPECT_THAT(params_error("act", "{}"), HasSubstr("params.action: is missing"));
  EXPECT_THAT(params_error("act", R"({"actoin":{}})"),
              HasSubstr("params: unknown key 'actoin', did you mean 'action'?"));
  EXPECT_THAT(params_error("act", R"({"action":[]})"), HasSubstr("params.action: expected an action object"));
  EXPECT_THAT(params_error("act", R"({"action":{"type":"wait","ms":1},"confidence":1.5})"),
              HasSubstr("params.confidence: expected a number between 0 and 1, got 1.5"));
  EXPECT_THAT(params_error("act", R"({"action":{"type":"wait","ms":1},"expect":{"ap":"x"}})"),
              HasSubstr("params.expect: unknown key 'ap', did you mean 'app'?"));
  EXPECT_THAT(params_error("act", R"({"action":{"type":"wait","ms":1},"expect":5})"),
              HasSubstr("params.expect: expected an object, got 5"));
  EXPECT_THAT(params_error("act", R"({"action":{"type":"wait","ms":1,"intent":"a"},"intent":"b"})"),
              HasSubstr("params.intent: is given both in the action and beside it"));
  EXPECT_THAT(params_error("act", R"({"action":{"type":"wait","ms":1},"dry_run":"no"})"),
              HasSubstr("params.dry_run: expected true or false, got string"));
}

TEST(Decode, ErrorMessagesDoNotGrowWithTheInput) {
  const auto error = params_error("status", "{\"" + std::string(5000, 'k') + "\":1}");
  EXPECT_LT(error.size(), 200u);
  const auto escape = params_error("status", "{\"a\\u001b[2J\":1}");
  EXPECT_THAT(escape, AllOf(HasSubstr("'a?[2J'"), Not(HasSubstr("\x1b"))));
}

}  // namespace
}  // namespace interlock::ipc
