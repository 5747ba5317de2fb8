#include "cli/run.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.h"
#include "cli/playbook.h"
#include "ipc/client.h"

namespace interlock::cli {

void add_everything(CLI::App& app, Options& options) {
  app.set_version_flag("--version", "interlockctl " INTERLOCK_VERSION);
  app.require_subcommand(0, 1);  // none is answered below: CLI11 would hide a misspelt one behind "is required"
  app.fallthrough();
  app.add_flag("--json", options.json, "answer in JSON");
  app.add_option("--socket", options.socket, "the daemon's control socket")->type_name("PATH");
  app.footer("Exit code: 0 done, 1 a negative answer or a failure, 2 wrong usage.");

  add_status(app, options);
  add_pending(app, options);
  add_approve(app, options);
  add_deny(app, options);
  add_pause(app, options);
  add_resume(app, options);
  add_halt(app, options);
  add_reload(app, options);
  add_watch(app, options);
  add_audit(app, options);
  add_explain(app, options);
  add_report(app, options);
  add_run(app, options);
  add_doctor(app, options);
  add_playbook(app, options);
  add_check(app, options);
  add_lint(app, options);
  add_parse_url(app, options);
  add_redact(app, options);
  add_completion(app, options);
}

int run(int argc, const char* const* argv) {
  Options options;
  CLI::App app("Shows and steers interlockd, the safety interlock for computer-use agents.", "interlockctl");
  add_everything(app, options);
  // The commands run while the line is read, after all its options.
  app.parse_complete_callback([&] {
    if (options.socket.empty()) options.socket = ipc::control_socket();
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (app.get_subcommands().empty()) {
    std::cerr << app.help();
    return 2;
  }
  return options.exit_code;
}

}  // namespace interlock::cli
