#include "cli/commands.h"
#include "cli/control.h"

namespace interlock::cli {

void add_resume(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("resume", "let agents go on after 'pause'");
  command->callback([&options] { do_and_say(options, "resume", {}, "running"); });
}

}  // namespace interlock::cli
