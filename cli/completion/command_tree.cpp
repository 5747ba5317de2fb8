#include "cli/completion/command_tree.h"

#include "cli/completion/completion_script.h"
#include "policy/presets.h"

namespace interlock::cli {

namespace {

/// Adds what CLI11 does not know about an option.
void add_values(const std::string& command, OptionLine& line, const std::string& type) {
  const std::string& name = line.names.back();
  if (type == "FILE" || type == "PATH" || type == "DIR") line.values = Values::files;
  if (line.positional && (command == "approve" || command == "deny")) line.values = Values::pending;
  if (line.positional && (command == "halt" || command == "report")) line.values = Values::sessions;
  if (line.positional && command == "completion") {
    line.values = Values::words;
    line.words.assign(shells.begin(), shells.end());
  }
  if (name == "--preset") {
    line.values = Values::words;
    for (const auto& preset : policy::presets()) line.words.emplace_back(preset.name);
  }
}

CommandLine command_line(const CLI::App& command, const std::string& name) {
  CommandLine found{name, command.get_description(), {}};
  for (const auto* option : command.get_options()) {
    if (!name.empty() && option == command.get_help_ptr()) continue;  // it is an option of the program
    OptionLine line;
    for (const auto& letter : option->get_snames()) line.names.push_back("-" + letter);
    for (const auto& word : option->get_lnames()) line.names.push_back("--" + word);
    line.positional = line.names.empty();
    if (line.positional) line.names.push_back(option->get_name());
    line.about = option->get_description();
    line.takes_value = line.positional || option->get_items_expected_max() > 0;
    add_values(name, line, option->get_type_name());
    found.options.push_back(std::move(line));
  }
  return found;
}

}  // namespace

std::vector<CommandLine> command_tree(const CLI::App& program) {
  const auto commands_of = [](const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
  };
  std::vector<CommandLine> tree = {command_line(program, "")};
  for (const auto* command : commands_of(program)) {
    tree.push_back(command_line(*command, command->get_name()));
    for (const auto* inner : commands_of(*command)) {
      tree.push_back(command_line(*inner, command->get_name() + " " + inner->get_name()));
    }
  }
  return tree;
}

}  // namespace interlock::cli
