#include <memory>

#include "cli/commands.h"
#include "cli/control.h"

namespace interlock::cli {

void add_halt(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("halt", "end an agent's session, or all of them");
  auto session = std::make_shared<std::string>();
  command->add_option("SESSION", *session, "as 'interlockctl status' shows it; without one: all sessions");
  command->callback([&options, session] {
    if (session->empty()) return do_and_say(options, "halt", {}, "all sessions halted");
    do_and_say(options, "halt", {{"session", *session}}, "session " + *session + " halted");
  });
}

}  // namespace interlock::cli
