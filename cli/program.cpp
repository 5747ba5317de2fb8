#include "cli/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <string_view>
#include <vector>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"
#include "cli/desktop/places.h"
#include "cli/report/playbook.h"
#include "ipc/client.h"
#include "values/suggest.h"

namespace interlock::cli {

void add_everything(CLI::App& app, Options& options) {
  app.set_version_flag("--version", "interlockctl " INTERLOCK_VERSION);
  app.require_subcommand(0,
                         1);  // a missing command is handled below: CLI11 would report a misspelt one as "is required"
  app.fallthrough();
  app.add_flag("--json", options.json, "answer in JSON, and report errors in JSON");
  app.add_option("--socket", options.socket, "the daemon's control socket")->type_name("PATH");
  app.add_option("--desktop", options.desktop, "an agent's desktop that 'interlockctl desktop' started")
      ->type_name("NAME");
  app.footer("Exit code: 0 done, 1 a negative answer or a failure, 2 wrong usage.");

  add_status(app, options);
  add_pending(app, options);
  add_questions(app, options);
  add_approve(app, options);
  add_deny(app, options);
  add_console(app, options);
  add_pause(app, options);
  add_resume(app, options);
  add_halt(app, options);
  add_reload(app, options);
  add_watch(app, options);
  add_audit(app, options);
  add_explain(app, options);
  add_undo(app, options);
  add_report(app, options);
  add_tune(app, options);
  add_run(app, options);
  add_desktop(app, options);
  add_desk(app, options);
  add_doctor(app, options);
  add_playbook(app, options);
  add_check(app, options);
  add_lint(app, options);
  add_policy(app, options);
  add_parse_url(app, options);
  add_redact(app, options);
  add_completion(app, options);
}

namespace {

/// Determined before parsing, so that parse errors are reported in JSON, too.
bool asks_for_json(int argc, const char* const* argv) {
  const auto* const end = std::find(argv, argv + argc, std::string_view("--"));
  return std::find(argv, end, std::string_view("--json")) != end;
}

/// "interlockctl audit verify": the program and the commands that were recognised.
std::string named_command(const CLI::App& app) {
  std::string name = app.get_name();
  for (const auto* command = &app; !command->get_subcommands().empty(); name += " " + command->get_name()) {
    command = command->get_subcommands().back();
  }
  return name;
}

/// "unknown command 'aprove', did you mean 'approve'?"; empty if the first argument that is no option is a command.
std::string unknown_command(const CLI::App& app, int argc, const char* const* argv) {
  if (!app.get_subcommands().empty()) return {};
  std::vector<std::string_view> names;
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  for (const auto* command : commands) names.push_back(command->get_name());
  for (int i = 1; i < argc; ++i) {
    const std::string_view given = argv[i];
    if (given == "--socket") ++i;
    if (given.starts_with("-")) continue;
    return "unknown command " + in_single_quotes(given) + did_you_mean(given, names);
  }
  return {};
}

void read_and_do(CLI::App& app, Options& options, int argc, const char* const* argv) try {
  app.parse(argc, argv);
  if (app.get_subcommands().empty()) throw CLI::RequiredError("a command");
} catch (const CLI::CallForVersion&) {
  constexpr auto version = INTERLOCK_VERSION;
  std::cout << (options.json ? ipc::json::serialize(ipc::json::object{{"version", version}})
                             : std::string("interlockctl ") + version)
            << '\n';
} catch (const CLI::Success& asked) {
  app.exit(asked);
} catch (const CLI::ParseError& error) {
  const std::string help = "'" + named_command(app) + " --help' lists what there is";
  const std::string unknown = unknown_command(app, argc, argv);
  fail(options, {{unknown.empty() ? error.what() : unknown, {}, help}, failure_code::usage});
} catch (const std::exception& error) {
  fail(options, Error{error.what(), {}, {}});
}

}  // namespace

int run(int argc, const char* const* argv) {
  Options options{.json = asks_for_json(argc, argv)};
  CLI::App app("Shows and controls interlockd, the safety interlock for computer-use agents.", "interlockctl");
  add_everything(app, options);
  // The commands run during parsing, after all options.
  app.parse_complete_callback([&] {
    if (!options.desktop.empty()) {
      if (const auto entered = enter_desktop(options.desktop); !entered)
        throw CLI::ValidationError("--desktop", entered.error().text());
    }
    if (options.socket.empty()) options.socket = ipc::control_socket();
  });
  read_and_do(app, options, argc, argv);
  if (!std::cout.flush() && options.exit_code == 0) {
    fail(options, Error{"cannot write", "the standard output", {}});
  }
  return options.exit_code;
}

}  // namespace interlock::cli
