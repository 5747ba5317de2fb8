#include "desks/compositor/options.h"

#include <cstdlib>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "desks/wire/daemon_peer.h"

namespace interlock::compositor {
namespace {

std::string default_desk_socket() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  return runtime ? std::string(runtime) + "/interlock/desk.sock" : std::string();
}

std::string default_daemon() {
  std::error_code unknown;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
  return desk::first_installed({(folder / "interlockd").string()}, "interlockd");
}

bool is_size(const std::string& text, Options& options) {
  char* end = nullptr;
  const long width = std::strtol(text.c_str(), &end, 10);
  if (*end != 'x') return false;
  const long height = std::strtol(end + 1, &end, 10);
  if (*end != 0 || width < 64 || height < 64 || width > 16384 || height > 16384) return false;
  options.width = static_cast<int>(width);
  options.height = static_cast<int>(height);
  return true;
}

}  // namespace

Options options_of(int argc, char** argv) {
  Options options;
  options.desk_socket = default_desk_socket();
  options.daemon = default_daemon();
  std::string size;
  bool no_guard = false;
  CLI::App app("A desktop for agents: a Wayland compositor in which only interlockd can inject input.",
               "interlock-desk");
  app.set_version_flag("--version", std::string("interlock-desk " INTERLOCK_VERSION));
  app.add_option("--size", size, "of the screen in pixels, WIDTHxHEIGHT (1280x900)");
  app.add_option("--scale", options.scale, "pixels for one logical pixel, 1 to 2")->check(CLI::Range(1.0, 2.0));
  app.add_flag("--nested", options.nested, "show it in a window of the Wayland or X11 session that it is started in");
  app.add_option("--title", options.title, "of that window (default: interlock-desk)");
  app.add_option("--titles", options.titles, "a descriptor that it has inherited, with new titles, a line each");
  app.add_option("--viewer", options.viewer, "a program that may see the screen and act for a person, such as wayvnc");
  app.add_option("--input-method", options.input_method, "a person's input method, such as fcitx5");
  app.add_option("--socket", options.socket, "name of the Wayland socket (default: the first free wayland-N)");
  app.add_option("--desk-socket", options.desk_socket, "interlockd's socket for desks");
  app.add_option("--daemon", options.daemon,
                 "the program that may listen there (default: interlockd beside this program, or any of that name)");
  app.add_flag("--no-guard", no_guard, "for tests: deliver without comparing, to show what the comparison prevents")
      ->group("");
  app.add_option("command", options.command, "a program to run in it; interlock-desk ends when it ends");
  app.positionals_at_end();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error) == 0 ? 0 : 2);
  }
  options.guard = !no_guard;
  if (!size.empty() && !is_size(size, options)) {
    std::fprintf(stderr, "interlock-desk: --size %s: not a size such as 1280x900, each from 64 to 16384\n",
                 size.c_str());
    std::exit(2);
  }
  return options;
}

}  // namespace interlock::compositor
