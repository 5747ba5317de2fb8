/// The whole of interlockd: its parts, and how it starts, reloads and stops. Everything runs on one io_context.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "daemon/api/agent_api.h"
#include "daemon/api/control_api.h"
#include "daemon/api/human.h"
#include "daemon/api/questions_api.h"
#include "daemon/api/undo_offers.h"
#include "daemon/desk/activity.h"
#include "daemon/desk/apart.h"
#include "daemon/desk/openings.h"
#include "daemon/pictures/picture_keeper.h"
#include "daemon/process/service.h"
#include "daemon/sessions/sandboxes.h"
#include "daemon/settings/own_files.h"
#include "daemon/settings/policy_seal.h"
#include "daemon/settings/rules_watch.h"
#include "daemon/showing/screenshots.h"
#include "policy/loader.h"

namespace interlock::daemon {

struct Options {
  std::string policy;                ///< file; empty: the default places, then the preset `default`
  std::string socket_dir;            ///< empty: ipc::socket_dir(), or the sockets passed by systemd
  std::string audit_dir;             ///< empty: the policy's folder, then audit::default_dir()
  std::string display;               ///< empty: that of the environment
  std::string lend_dir;              ///< folder for a second agent.sock, for agents of other users; empty: none
  std::vector<std::string> lend_to;  ///< users, and "@group" for the members of a group
  std::string desk_program;          ///< the only program that may be the desktop on Wayland; empty: the policy's
  std::string project;               ///< folder whose .interlock/rules.d is read, too; empty: none
};

class Daemon {
 public:
  /// The policy that this daemon would start with, or all mistakes in it.
  static tl::expected<policy::Loaded, policy::Errors> load_policy(const Options& options);

  Daemon(Options options, policy::Loaded loaded);
  ~Daemon();

  /// Serves until a signal ends it. Returns an error if it cannot start.
  tl::expected<void, Error> run();

 private:
  tl::expected<void, Error> listen();
  /// A second agent socket for agents of other users; nothing if it is not lent.
  tl::expected<void, Error> lend();
  tl::expected<audit::Log*, Error> audit();
  /// Writes a note to the audit log; if that fails, logs it and continues.
  void note(std::string_view what, boost::json::object fields);
  tl::expected<void, Error> reload();
  void put_in_force(policy::Loaded loaded);
  boost::json::object policy_facts() const;
  /// Loads the policy on disk if it is a newer bundle of a signer of the one in force: its signature stands for a
  /// person. The signer's key; nothing: it is no such bundle, and nothing was done.
  std::optional<std::string> reload_bundle();
  void rehearse_policy();
  void compare_policy();
  void seal_policy() const;
  void prepare_questions();
  std::string desktop_name() const;
  void prepare_signing();
  void give_approvers();
  void note_approvers();
  void rules_changed();
  void reload_unasked(const std::string& what);
  void audit_disturbed(const std::string& how);
  void give_playbooks();
  boost::asio::awaitable<void> handle_signals();
  boost::asio::awaitable<void> stop();
  boost::asio::awaitable<tl::expected<boost::json::object, Error>> find_audit_record(std::string id);
  boost::json::object health() const;
  boost::asio::awaitable<void> look_around();

  Options options_;
  policy::Loaded loaded_;
  boost::asio::io_context io_{1};
  /// From here on: a signal that comes while interlockd starts is kept until the loop runs.
  boost::asio::signal_set signals_{io_, SIGTERM, SIGINT, SIGHUP};
  boost::asio::thread_pool files_{1};  ///< for work that would block the loop: long files, pictures, rehearsals
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::unique_ptr<audit::Log> audit_log_;
  bool approvers_noted_ = false;  ///< in the audit log, since they changed
  std::string audit_trouble_;
  std::string refused_rules_;  ///< the errors in the rules at their last change
  Events events_;
  std::shared_ptr<platform::Backend> backend_;
  Desktop desktop_;
  Confirmations confirmations_;
  Validators validators_;
  PictureKeeper pictures_;
  std::shared_ptr<Seat> seat_;
  Openings openings_;
  Stops stops_;
  Takeover takeover_;
  Pipeline pipeline_;
  Sandboxes sandboxes_;
  Apart apart_;
  Activity activity_;
  Grants grants_;
  Agents agents_;
  Human human_;
  OwnFiles own_files_;
  PolicySeal policy_seal_;
  Service service_{io_.get_executor()};
  RulesWatch rules_watch_{io_.get_executor()};
  ToolCalls tool_calls_;
  ObserveMethod observe_;
  Screenshots screenshots_;
  Windows windows_;
  AgentApi agent_api_;
  UndoMethod undo_;
  UndoOffers undo_offers_;
  ControlApi control_api_;
  std::unique_ptr<ipc::Server> agent_server_;
  std::unique_ptr<ipc::Server> lent_server_;  ///< null: not lent
  QuestionsApi questions_api_;
  std::unique_ptr<ipc::Server> control_server_;
  std::unique_ptr<ipc::Server> questions_server_;
};

}  // namespace interlock::daemon
