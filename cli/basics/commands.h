/// The commands of interlockctl. Each function adds its command, whose callback sets `options.exit_code`: 0 done, 1 a
/// negative answer or a failure.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace interlock::cli {

struct Options {
  bool json = false;    ///< prints answers as JSON instead of text for people
  std::string socket;   ///< the control socket
  std::string desktop;  ///< name of the agent's desktop that the command is about; empty: the person's own
  int exit_code = 0;
};

void add_status(CLI::App& app, Options& options);
void add_pending(CLI::App& app, Options& options);
void add_questions(CLI::App& app, Options& options);
void add_approve(CLI::App& app, Options& options);
void add_console(CLI::App& app, Options& options);
void add_deny(CLI::App& app, Options& options);
void add_pause(CLI::App& app, Options& options);
void add_resume(CLI::App& app, Options& options);
void add_halt(CLI::App& app, Options& options);
void add_reload(CLI::App& app, Options& options);
void add_watch(CLI::App& app, Options& options);
void add_audit(CLI::App& app, Options& options);
/// Commands of `audit`.
void add_audit_verify(CLI::App& audit, Options& options);
void add_audit_collect(CLI::App& audit, Options& options);
void add_audit_replay(CLI::App& audit, Options& options);
void add_explain(CLI::App& app, Options& options);
void add_undo(CLI::App& app, Options& options);
void add_report(CLI::App& app, Options& options);
void add_tune(CLI::App& app, Options& options);
void add_run(CLI::App& app, Options& options);
void add_desktop(CLI::App& app, Options& options);
void add_desk(CLI::App& app, Options& options);
void add_doctor(CLI::App& app, Options& options);
void add_check(CLI::App& app, Options& options);
void add_lint(CLI::App& app, Options& options);
void add_parse_url(CLI::App& app, Options& options);
void add_policy(CLI::App& app, Options& options);
void add_redact(CLI::App& app, Options& options);
void add_completion(CLI::App& app, Options& options);

/// The whole command line: all commands, and the options that every command has.
void add_everything(CLI::App& app, Options& options);

}  // namespace interlock::cli
