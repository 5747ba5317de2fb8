#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/basics/commands.h"
#include "cli/completion/completion_script.h"
#include "ipc/message.h"

namespace interlock::cli {

namespace {

constexpr auto completion_help = R"(Packages install these scripts. To try one:

  source <(interlockctl completion bash)
  interlockctl completion fish > ~/.config/fish/completions/interlockctl.fish)";

}  // namespace

void add_completion(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("completion", "a script that lets a shell complete this command line");
  command->footer(completion_help);
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>(shells.begin(), shells.end())));
  command->callback([&app, &options, shell] {
    const auto script = completion_script(command_tree(app), *shell);
    if (options.json) {
      std::cout << ipc::json::serialize(ipc::json::object{{"shell", *shell}, {"script", script}}) << '\n';
    } else {
      std::cout << script;
    }
  });
}

}  // namespace interlock::cli
