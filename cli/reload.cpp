#include "cli/commands.h"
#include "cli/control.h"

namespace interlock::cli {

void add_reload(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("reload", "read the policy again; a bad one is refused and the running one stays");
  command->callback([&options] { do_and_say(options, "reload", {}, "policy reloaded"); });
}

}  // namespace interlock::cli
