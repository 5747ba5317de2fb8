#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"
#include "cli/basics/print.h"
#include "cli/desktop/gnome_extension.h"

namespace interlock::cli {
namespace {

void print_state(const Options& options, const GnomeExtension& state) {
  if (options.json) {
    std::cout << ipc::json::serialize(ipc::json::object{{"desk", "gnome"},
                                                        {"folder", state.folder},
                                                        {"installed", state.installed},
                                                        {"current", state.current},
                                                        {"enabled", state.enabled}})
              << '\n';
    return;
  }
  std::cout << "gnome: "
            << (!state.installed ? "not installed"
                : state.current  ? "installed"
                                 : "installed, another version")
            << (state.enabled ? ", enabled" : ", not enabled") << ": " << plain(state.folder) << '\n';
}

using Step = tl::expected<GnomeExtension, Error> (*)();

void carry_out(Options& options, Step step, const char* then) {
  const auto state = step();
  if (!state) return fail(options, state.error());
  print_state(options, *state);
  if (then != nullptr && !options.json) std::cout << then << '\n';
}

CLI::App* add_step(CLI::App& desk, const std::string& name, const std::string& about) {
  auto* command = desk.add_subcommand(name, about);
  command->add_option("DESK", "gnome: GNOME Shell 48 to 50")->required()->check(CLI::IsMember({"gnome"}));
  return command;
}

}  // namespace

void add_desk(CLI::App& app, Options& options) {
  auto* desk = app.add_subcommand("desk", "interlock's part inside a Wayland desktop");
  desk->require_subcommand(1);
  add_step(*desk, "install", "put it into your desktop and enable it")->callback([&options] {
    carry_out(options, install_gnome_extension, "GNOME Shell loads it when the session starts: log out and in again");
  });
  add_step(*desk, "remove", "disable it and remove its files")->callback([&options] {
    carry_out(options, remove_gnome_extension, nullptr);
  });
  desk->add_subcommand("status", "whether it is installed and enabled")->callback([&options] {
    const auto state = gnome_extension();
    if (!state) return fail(options, state.error());
    print_state(options, *state);
    if (!state->installed || !state->current || !state->enabled) options.exit_code = 1;
  });
}

}  // namespace interlock::cli
