/// interlockd: the daemon's command line.
#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>

#include <sysexits.h>

#include "daemon/daemon.h"
#include "daemon/process/log.h"
#include "daemon/process/version.h"
#include "ipc/message.h"
#include "policy/loader.h"

int main(int argc, char** argv) try {
  using namespace interlock;
  daemon::Options options;
  CLI::App app("Owns the input path of this desktop: agents ask over a socket, rules and you decide.");
  app.set_version_flag("--version", std::string("interlockd ") + daemon::version + " (protocol " +
                                        std::to_string(ipc::protocol_version) + ", policy version " +
                                        std::to_string(policy::policy_version) + ")");
  app.add_option("--policy", options.policy,
                 "policy file (default: ~/.config/interlock/policy.yaml, /etc/interlock/policy.yaml)");
  app.add_option("--socket-dir", options.socket_dir,
                 "folder for agent.sock and control.sock (default: $XDG_RUNTIME_DIR/interlock)");
  app.add_option("--audit-dir", options.audit_dir, "folder for the audit log (default: ~/.local/state/interlock)");
  auto* lend_dir = app.add_option("--lend-dir", options.lend_dir,
                                  "folder for a second agent.sock, for agents that run as other users");
  auto* lend_to = app.add_option("--lend-to", options.lend_to, "who may use it: a user, or @GROUP; repeatable")
                      ->needs(lend_dir)
                      ->expected(1)
                      ->take_all();
  lend_dir->needs(lend_to);
  app.add_option("--project", options.project,
                 "a folder whose .interlock/rules.d is used in addition to /etc/interlock/rules.d and "
                 "~/.config/interlock/rules.d");
  app.add_option("--display", options.display,
                 "display: as in $DISPLAY, or \"wayland\" for a desktop that connects to desk.sock in the socket "
                 "folder (default: by "
                 "$WAYLAND_DISPLAY, $XDG_SESSION_TYPE and $DISPLAY)");
  app.add_option("--desk-program", options.desk_program,
                 "the only program that may be that desktop (default: the policy's daemon.desk_programs)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EX_OK : EX_USAGE;
  }

  // A log that reaches a file-size limit is an error to report, not a reason to end.
  std::signal(SIGXFSZ, SIG_IGN);
  auto loaded = daemon::Daemon::load_policy(options);
  if (!loaded) {
    // No fallback: any other policy could be weaker than the intended one.
    for (const auto& mistake : loaded.error()) daemon::log_error({policy::to_text(mistake), {}, {}});
    daemon::log_warning("interlockd did not start: its policy is broken; fix it and start again");
    return EX_CONFIG;
  }
  daemon::Daemon interlockd(std::move(options), std::move(*loaded));
  if (const auto ended = interlockd.run(); !ended) {
    daemon::log_error(ended.error());
    return EX_UNAVAILABLE;
  }
  return EX_OK;
} catch (const std::exception& error) {
  interlock::daemon::log_error({"interlockd ended because of an unexpected error", error.what(), "please report it"});
  return EX_SOFTWARE;
}
