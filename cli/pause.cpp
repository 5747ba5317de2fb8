#include "cli/commands.h"
#include "cli/control.h"

namespace interlock::cli {

void add_pause(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("pause", "stop all agents until 'resume'; nothing is injected meanwhile");
  command->callback(
      [&options] { do_and_say(options, "pause", {}, "paused: agents can do nothing until 'interlockctl resume'"); });
}

}  // namespace interlock::cli
