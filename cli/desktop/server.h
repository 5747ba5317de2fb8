/// The display server of an agent's desktop: which one shows it in the wanted way, and its command line.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::cli {

/// How a person sees the desktop.
enum class View {
  none,    ///< not at all (Xvfb)
  window,  ///< a window on the person's own desktop (Xwayland, Xephyr or interlock-desk)
  vnc      ///< any VNC viewer, by a Unix socket (TigerVNC's Xvnc)
};
std::string_view to_string(View view);

/// What decides which server is used.
struct Surroundings {
  bool on_wayland = false;  ///< WAYLAND_DISPLAY is set
  bool on_x = false;        ///< DISPLAY is set
  std::function<bool(std::string_view program)> has;
  bool has_desk = false;               ///< interlock-desk is installed
  bool xwayland_has_geometry = false;  ///< Xwayland 23.1 or newer, which can be a window of a given size
};

/// The last two are interlock-desk, for programs of Wayland: unseen, or as a window.
enum class Server { xvfb, xephyr, xwayland, xvnc, desk, desk_window };
std::string_view program_of(Server server);

/// `wanted`: nothing chooses a window if there is a desktop to show it on and a server for that, else `none`. The error
/// names the package that is missing.
tl::expected<Server, Error> choose_server(std::optional<View> wanted, const Surroundings& around);
/// The same for a desktop of Wayland.
tl::expected<Server, Error> choose_wayland_server(std::optional<View> wanted, const Surroundings& around);
bool is_wayland(Server server);
View view_of(Server server);

struct ServerOptions {
  std::string size;  ///< "1280x900"
  int number = 0;    ///< of the display
  std::string authority;
  std::string vnc_socket;
  std::string title;
};
/// Of an X server.
std::vector<std::string> command_of(Server server, const ServerOptions& options);

struct DeskOptions {
  std::string program;
  std::string size;
  std::string title;
  std::string display;  ///< name of its Wayland socket
  std::string desk_socket;
  std::string daemon;  ///< interlockd's path
  bool nested = false;
  int titles = -1;  ///< a descriptor from which it reads titles; nested only
};
std::vector<std::string> command_of(const DeskOptions& options);

}  // namespace interlock::cli
