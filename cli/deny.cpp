#include <memory>

#include "cli/commands.h"
#include "cli/control.h"

namespace interlock::cli {

void add_deny(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("deny", "say no to an action that waits");
  auto id = std::make_shared<std::string>();
  command->add_option("ID", *id, "as 'interlockctl pending' shows it")->required();
  command->callback([&options, id] {
    do_and_say(options, "reply", {{"id", *id}, {"approve", false}}, "denied " + *id);
  });
}

}  // namespace interlock::cli
