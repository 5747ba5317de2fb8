#include "cli/sandbox/run_options.h"

#include <CLI/CLI.hpp>

namespace interlock::cli {
namespace {

void add_paths(CLI::App& command, const std::string& name, std::vector<std::string>& paths, const std::string& about) {
  command.add_option(name, paths, about)
      ->type_name("PATH")
      ->expected(1)
      ->allow_extra_args(false)  // else it takes the "--" that ends the options
      ->take_all();
}

}  // namespace

void add_run_options(CLI::App& command, RunArguments& arguments) {
  command.add_flag("--allow-net", arguments.confined.network, "let it use the network");
  command.add_flag("!--no-display", arguments.confined.display, "without the guarded display for X clients");
  add_paths(command, "--bind", arguments.confined.binds, "a folder or file that it may read and write; repeatable");
  add_paths(command, "--ro-bind", arguments.confined.reads, "a folder or file that it may only read; repeatable");
  command.add_option("--profile", arguments.profile, "one of the policy's profiles, for its sessions")
      ->type_name("NAME");
  command.add_flag("--weak", arguments.weak, "start it even if a part of the confinement is missing, and report which");
}

std::vector<std::string> run_words(const RunArguments& arguments) {
  std::vector<std::string> words = {"run"};
  const auto add = [&](std::vector<std::string> more) { words.insert(words.end(), more.begin(), more.end()); };
  if (arguments.confined.network) add({"--allow-net"});
  if (!arguments.confined.display) add({"--no-display"});
  for (const auto& path : arguments.confined.binds) add({"--bind", path});
  for (const auto& path : arguments.confined.reads) add({"--ro-bind", path});
  if (!arguments.profile.empty()) add({"--profile", arguments.profile});
  if (arguments.weak) add({"--weak"});
  add({"--"});
  add(arguments.confined.command);
  return words;
}

}  // namespace interlock::cli
