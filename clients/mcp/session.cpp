#include "clients/mcp/session.h"

#include <utility>

namespace interlock::mcp {

using namespace std::chrono_literals;

void DaemonSession::need(Ready ready) {
  settle();
  if (open_) return ready(std::nullopt);
  waiting_.push_back(std::move(ready));
  if (opening_) return;
  opening_ = true;
  if (const auto connected = link_.connect(); !connected) {
    return opened(RpcError{ipc::error_code::not_available, connected.error().text()});
  }
  link_.call("hello", {{"client", "interlock-mcp " INTERLOCK_VERSION}, {"protocol", ipc::protocol_version}}, 20s,
             [this](const auto& hello) {
               if (!hello) return opened(hello.error());
               json::object params = {{"name", task_.name.empty() ? "mcp" : task_.name}};
               if (task_.directive) params["directive"] = *task_.directive;
               if (task_.scope) params["scope"] = *task_.scope;
               link_.call("session.open", std::move(params), 20s, [this](const auto& answer) {
                 opened(answer ? std::nullopt : std::optional(answer.error()));
               });
             });
}

void DaemonSession::opened(const std::optional<RpcError>& error) {
  opening_ = false;
  open_ = !error;
  if (error) link_.close();  // other requests on it had no session
  if (open_) on_open();
  for (const auto& ready : std::exchange(waiting_, {})) ready(error);
}

void DaemonSession::call(std::string method, json::object params, std::chrono::milliseconds patience,
                         DaemonLink::Answer answer) {
  need([this, method = std::move(method), params = std::move(params), patience,
        answer = std::move(answer)](const std::optional<RpcError>& error) mutable {
    if (error) return answer(tl::unexpected(*error));
    link_.call(method, std::move(params), patience, std::move(answer));
  });
}

void DaemonSession::settle() {
  if (!link_.is_open()) open_ = false;
}

}  // namespace interlock::mcp
