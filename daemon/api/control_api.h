/// The methods of the control socket, for people.
#pragma once

#include <functional>

#include "daemon/desk/grants.h"
#include "daemon/path/stops.h"
#include "daemon/sessions/agents.h"
#include "daemon/sessions/sandboxes.h"
#include "daemon/validators/validators.h"
#include "ipc/server.h"

namespace interlock::daemon {

class ControlApi {
 public:
  struct Deps {
    std::function<void(std::string_view what, boost::json::object fields)> note;  ///< for the audit log
    Agents& agents;
    Sandboxes& sandboxes;
    Stops& stops;
    Confirmations& confirmations;
    Validators& validators;
    Events& events;
    std::function<tl::expected<void, Error>()> reload;
    std::function<boost::asio::awaitable<void>()> look_around;  ///< at what keeps other users' agents apart
    const Grants& grants;
    std::function<boost::json::object()> health;  ///< display, accessibility, notifications, audit, policy, uptime
    std::function<boost::asio::awaitable<tl::expected<boost::json::object, Error>>(std::string)> record;
  };
  explicit ControlApi(Deps deps) : deps_(std::move(deps)) {}

  ipc::Handler<ipc::ControlCall> handler();

 private:
  boost::asio::awaitable<ipc::Answer> handle(std::shared_ptr<ipc::Connection> connection, ipc::ControlCall call);
  /// Judges the caller of a method that would let agents do more (`call`: "approve 7"), and records who it is.
  boost::asio::awaitable<GrantVerdict> judge(const ipc::Connection& connection, std::string call);
  boost::asio::awaitable<ipc::Answer> reply(const ipc::Connection& connection, ipc::ReplyTo call);
  boost::asio::awaitable<ipc::Answer> resume(const ipc::Connection& connection);
  boost::asio::awaitable<ipc::Answer> reload(const ipc::Connection& connection);
  boost::json::object status() const;
  ipc::Answer enter_sandbox(const ipc::Connection& connection, const ipc::SandboxEnter& call);
  ipc::Answer halt(const ipc::Connection& connection, const ipc::Halt& call);

  Deps deps_;
};

}  // namespace interlock::daemon
