#include <memory>

#include "cli/commands.h"
#include "cli/control.h"
#include "gate/lifespan.h"

namespace interlock::cli {

namespace {

/// What was granted, for people.
std::string said(const std::string& lifespan) {
  const auto known = gate::lifespan_from_text(lifespan);
  return known && known->lasts() ? " " + gate::lifespan_text(*known) : std::string();
}

}  // namespace

void add_approve(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("approve", "say yes to an action that waits");
  auto id = std::make_shared<std::string>();
  command->add_option("ID", *id, "as 'interlockctl pending' shows it")->required();
  auto lifespan = std::make_shared<std::string>();
  command->add_option("--for", *lifespan, "the same thing needs no question again: 'session', or a time as in 10m");
  command->callback([&options, id, lifespan] {
    ipc::json::object reply = {{"id", *id}, {"approve", true}};
    if (!lifespan->empty()) reply["lifespan"] = *lifespan;
    do_and_say(options, "reply", std::move(reply), "approved " + *id + said(*lifespan));
  });
}

}  // namespace interlock::cli
