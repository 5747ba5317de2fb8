/// The methods of the control socket, for people.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "daemon/api/undo_method.h"
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
    /// Loads a newer signed policy, if that is what is on disk; its signer.
    std::function<std::optional<std::string>()> reload_bundle;
    std::function<boost::asio::awaitable<void>()> look_around;  ///< at what keeps other users' agents apart
    const Grants& grants;
    std::function<boost::json::object()> health;  ///< display, accessibility, notifications, audit, policy, uptime
    std::function<boost::asio::awaitable<tl::expected<boost::json::object, Error>>(std::string)> record;
    UndoMethod& undo;
  };
  explicit ControlApi(Deps deps) : deps_(std::move(deps)) {}

  ipc::Handler<ipc::ControlCall> handler();

 private:
  using Answer = boost::asio::awaitable<ipc::Answer>;
  using Caller = std::shared_ptr<ipc::Connection>;
  Answer handle(Caller caller, ipc::ControlCall call);
  // One for each alternative of ipc::ControlCall; one that is missing does not compile.
  Answer answer(Caller caller, ipc::ControlStatus);
  Answer answer(Caller caller, ipc::Pending);
  Answer answer(Caller caller, ipc::ReplyTo call);
  Answer answer(Caller caller, ipc::Pause);
  Answer answer(Caller caller, ipc::Resume);
  Answer answer(Caller caller, ipc::Halt call);
  Answer answer(Caller caller, ipc::Reload);
  Answer answer(Caller caller, ipc::Watch);
  Answer answer(Caller caller, ipc::Explain explain);
  Answer answer(Caller caller, ipc::UndoList);
  Answer answer(Caller caller, ipc::Undo call);
  Answer answer(Caller caller, ipc::SandboxEnter call);
  Answer answer(Caller caller, ipc::ValidatorRegister call);
  Answer answer(Caller caller, ipc::ValidatorAnswer call);
  /// Judges the caller of a method that would let agents do more (`call`: "approve 7"), and records who it is.
  boost::asio::awaitable<GrantVerdict> judge(const ipc::Connection& connection, std::string call);
  boost::json::object status() const;

  Deps deps_;
};

}  // namespace interlock::daemon
