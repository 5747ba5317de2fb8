#include "clients/xdotool/link.h"

#include <cstdlib>
#include <iostream>

#include "clients/verdict.h"

namespace interlock::xdotool {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
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
  const std::string decision = text_in(reply, "decision");
  const bool stopped = decision == "block" || decision == "halt";
  if (stopped && text_in(reply, "code") == "no_window") {
    say(text_in(reply, "reason"));
    return exit_code::failed;
  }
  say(why_not_done(reply).value_or("not done"));
  if (stopped) say_hints(reply);
  const std::string code = text_in(object_in(reply, "refusal"), "code");
  return stopped || code == "not_approved" || code == "judged_again" ? exit_code::blocked : exit_code::failed;
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
  const auto guarded = text_in(call("desktop", {}), "display");
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
  if (truth_in(reply, "executed")) {
    return std::nullopt;  // hints about what was done are not errors, and agents take all of stderr for one
  }
  const std::string code = text_in(object_in(reply, "refusal"), "code");
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

}  // namespace interlock::xdotool
