#include "clients/xdotool/link.h"

#include <cstdlib>
#include <iostream>

namespace interlock::xdotool {
namespace {

bool truth(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string by_whom(const json::object& reply) {
  const std::string rule = text(reply, "rule"), code = text(reply, "code");
  return rule.empty() ? std::string() : " (" + rule + (code.empty() ? "" : "/" + code) + ")";
}

/// ":1" of ":1.0", "unix:1" and "localhost/unix:1.0"; other hosts keep their names.
std::string display_name(const std::string& display) {
  const auto colon = display.rfind(':');
  if (colon == std::string::npos) return {};
  const std::string host = display.substr(0, colon);
  const bool local = host.empty() || host == "unix" || host.ends_with("/unix");
  return (local ? "" : host) + display.substr(colon, display.find('.', colon) - colon);
}

void say_hints(const json::object& reply) {
  const json::value* hints = reply.if_contains("hints");
  if (hints == nullptr || !hints->is_array()) return;
  for (const auto& hint : hints->get_array()) {
    if (hint.is_string()) say("hint: " + std::string(hint.get_string()));
  }
}

/// Reports why the action of `reply` was not done.
int explain(const json::object& reply) {
  const std::string decision = text(reply, "decision"), outcome = text(reply, "outcome");
  const json::object refusal = part(reply, "refusal");
  const std::string code = text(refusal, "code");
  const bool stopped = decision == "block" || decision == "halt";
  if (stopped && text(reply, "code") == "no_window") {
    say(text(reply, "reason"));
    return exit_code::failed;
  }
  if (stopped) {
    say((decision == "halt" ? "halted by interlock: " : "blocked by interlock: ") + text(reply, "reason") +
        by_whom(reply));
    say_hints(reply);
    return exit_code::blocked;
  }
  if (code == "not_approved") {
    say("not approved (" + outcome + "): " + text(reply, "reason") + "; " + text(reply, "outcome_reason"));
    return exit_code::blocked;
  }
  say("not done: " + text(refusal, "reason") + (code.empty() ? "" : " (" + code + ")"));
  if (const auto typed = number(reply, "typed"); typed > 0) say(std::to_string(typed) + " characters were typed");
  return code == "judged_again" ? exit_code::blocked : exit_code::failed;
}

}  // namespace

void say(std::string_view what) {
  std::cout.flush();
  std::cerr << "xdotool: " << what << '\n';
}

ipc::Client& Link::client() {
  if (client_) return *client_;
  auto connected = ipc::Client::connect(ipc::agent_socket());
  if (!connected) {
    say(connected.error().text());
    throw Stop{exit_code::no_daemon};
  }
  client_.emplace(std::move(*connected));
  json::object session = {{"name", "xdotool"}};
  for (const auto& [variable, key] : {std::pair{"INTERLOCK_SCOPE", "scope"}, {"INTERLOCK_DIRECTIVE", "directive"}}) {
    if (const auto value = environment(variable); !value.empty()) session[key] = value;
  }
  // Without a task the connection's default session suffices, which needs no extra request.
  if (session.size() > 1) (void)call("session.open", std::move(session));
  refuse_other_display();
  return *client_;
}

void Link::refuse_other_display() {
  const auto wanted = display_name(environment("DISPLAY"));
  if (wanted.empty() || wanted == display_name(environment("INTERLOCK_DISPLAY"))) return;
  const auto guarded = text(call("desktop", {}), "display");
  if (guarded.empty() || display_name(guarded) == wanted) return;
  say("DISPLAY is " + wanted + ", but interlock guards " + guarded + "; set DISPLAY to that, or unset it");
  throw Stop{exit_code::failed};
}

json::object Link::call(std::string_view method, json::object params) {
  auto answer = client().call(method, std::move(params));
  if (answer && answer->is_object()) return std::move(answer->get_object());
  const ipc::RpcError error = answer ? ipc::RpcError{0, "an answer of another kind than asked for"} : answer.error();
  const bool gone = error.code == ipc::error_code::no_answer;
  say(error.message + (gone ? "; is it running? see 'systemctl --user status interlockd'" : ""));
  throw Stop{gone ? exit_code::no_daemon : exit_code::failed};
}

std::optional<std::string> Link::try_act(json::object action, std::string_view expected) {
  json::object params;
  params["action"] = std::move(action);
  const json::object reply = call("act", std::move(params));
  if (truth(reply, "executed")) {
    return std::nullopt;  // hints about what was done are not errors, and agents take all of stderr for one
  }
  const std::string code = text(part(reply, "refusal"), "code");
  if (!expected.empty() && code == expected) return code;
  throw Stop{explain(reply)};
}

void Link::act(json::object action) {
  (void)try_act(std::move(action), {});
}

json::object Link::ask(std::string_view method, json::object params) {
  return call(method, std::move(params));
}

std::optional<json::object> Link::window(std::uint64_t id) {
  if (id == 0 || id > 0xFFFF'FFFF) return std::nullopt;
  auto answer = client().call("window", {{"window", id}});
  if (answer && answer->is_object()) return std::move(answer->get_object());
  if (!answer && answer.error().code == ipc::error_code::no_answer) {
    say(answer.error().message);
    throw Stop{exit_code::no_daemon};
  }
  return std::nullopt;
}

std::int64_t number(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  if (value == nullptr) return 0;
  if (value->is_int64()) return value->get_int64();
  return value->is_uint64() ? static_cast<std::int64_t>(value->get_uint64()) : 0;
}

std::string text(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

json::object part(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value != nullptr && value->is_object() ? value->get_object() : json::object();
}

}  // namespace interlock::xdotool
