#include "cli/desktop/server.h"

namespace interlock::cli {
namespace {

Error missing(const std::string& what, const std::string& package) {
  return {what, {}, "install it: apt install " + package};
}

Error no_desktop(const std::string& advice) {
  return {"there is no desktop here on which to show a window", "neither WAYLAND_DISPLAY nor DISPLAY is set", advice};
}

tl::expected<Server, Error> window_server(const Surroundings& around) {
  if (around.on_wayland && around.xwayland_has_geometry) return Server::xwayland;
  if (around.on_x && around.has("Xephyr")) return Server::xephyr;
  if (!around.on_wayland && !around.on_x) return tl::unexpected(no_desktop("use --view vnc or --view none"));
  if (around.on_wayland && !around.on_x)
    return tl::unexpected(missing("Xwayland 23.1 or newer is needed for a window on Wayland", "xwayland"));
  return tl::unexpected(missing("Xephyr is needed for a window", "xserver-xephyr"));
}

}  // namespace

std::string_view to_string(View view) {
  switch (view) {
    case View::none:
      return "none";
    case View::window:
      return "window";
    case View::vnc:
      return "vnc";
  }
  return "";
}

std::string_view program_of(Server server) {
  switch (server) {
    case Server::xvfb:
      return "Xvfb";
    case Server::xephyr:
      return "Xephyr";
    case Server::xwayland:
      return "Xwayland";
    case Server::xvnc:
      return "Xvnc";
    case Server::desk:
    case Server::desk_window:
      return "interlock-desk";
  }
  return "";
}

View view_of(Server server) {
  switch (server) {
    case Server::xvfb:
    case Server::desk:
      return View::none;
    case Server::xephyr:
    case Server::xwayland:
    case Server::desk_window:
      return View::window;
    case Server::xvnc:
      return View::vnc;
  }
  return View::none;
}

tl::expected<Server, Error> choose_server(std::optional<View> wanted, const Surroundings& around) {
  if (!wanted || *wanted == View::window) {
    auto server = window_server(around);
    if (server || wanted) return server;
  }
  if (wanted == View::vnc) {
    if (around.has("Xvnc")) return Server::xvnc;
    return tl::unexpected(missing("Xvnc is needed for a VNC viewer", "tigervnc-standalone-server"));
  }
  if (around.has("Xvfb")) return Server::xvfb;
  return tl::unexpected(missing("Xvfb is needed for a desktop without a view", "xvfb"));
}

tl::expected<Server, Error> choose_wayland_server(std::optional<View> wanted, const Surroundings& around) {
  if (!around.has_desk) return tl::unexpected(missing("interlock-desk is needed for --wayland", "interlock-desk"));
  if (wanted == View::vnc)
    return tl::unexpected(Error{"a desktop of Wayland is shown in a window or not at all", "--view vnc",
                                "use --view window or --view none, or leave out --wayland"});
  if (wanted == View::none) return Server::desk;
  if (around.on_wayland || around.on_x) return Server::desk_window;
  if (wanted == View::window) return tl::unexpected(no_desktop("use --view none"));
  return Server::desk;
}

bool is_wayland(Server server) {
  return server == Server::desk || server == Server::desk_window;
}

std::vector<std::string> command_of(const DeskOptions& options) {
  std::vector<std::string> command = {options.program,     "--size",        options.size,
                                      "--socket",          options.display, "--desk-socket",
                                      options.desk_socket, "--daemon",      options.daemon};
  if (options.nested)
    command.insert(command.end(), {"--nested", "--title", options.title, "--titles", std::to_string(options.titles)});
  return command;
}

std::vector<std::string> command_of(Server server, const ServerOptions& options) {
  std::vector<std::string> command = {std::string(program_of(server)), ":" + std::to_string(options.number)};
  const auto add = [&](std::vector<std::string> more) { command.insert(command.end(), more.begin(), more.end()); };
  switch (server) {
    case Server::xvfb:
      add({"-screen", "0", options.size + "x24"});
      break;
    case Server::xephyr:
      add({"-screen", options.size, "-title", options.title, "-no-host-grab"});
      break;
    case Server::xwayland:
      add({"-geometry", options.size, "-decorate"});
      break;
    case Server::xvnc:
      add({"-geometry", options.size, "-depth", "24", "-desktop", options.title, "-rfbport=-1", "-rfbunixpath",
           options.vnc_socket, "-rfbunixmode", "0600", "-SecurityTypes", "None", "-AlwaysShared"});
      break;
    case Server::desk:
    case Server::desk_window:
      return {};  // no X server
  }
  // -noreset: held keys must outlive the last client. -nolisten local: no abstract socket, which mount namespaces
  // cannot hide from an agent.
  add({"-auth", options.authority, "-noreset", "-nolisten", "tcp", "-nolisten", "local"});
  return command;
}

}  // namespace interlock::cli
