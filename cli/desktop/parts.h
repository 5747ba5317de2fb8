/// The parts of an agent's desktop, started in their order: X server, session bus, window manager, interlockd,
/// programs; on Wayland session bus, interlockd, interlock-desk, programs.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/desktop/places.h"
#include "cli/desktop/programs.h"
#include "cli/desktop/server.h"
#include "values/error.h"

namespace interlock::cli {

struct DesktopWish {
  Server server = Server::xvfb;
  std::string size;
  std::string window_manager;         ///< of a desktop of X
  std::string policy;                 ///< file; empty: interlockd's default
  std::vector<std::string> programs;  ///< command lines for the shell
};

/// The variables of the desktop's programs: this process's, without those that lead to the person's own desktop.
/// Accessibility is switched on in the toolkits that ask for it.
Variables desktop_variables(const DesktopPlaces& places, int display);
/// The same of a desktop of Wayland.
Variables wayland_variables(const DesktopPlaces& places);
/// The path of interlock-desk; empty: it is not installed.
std::string desk_program();

/// A part without which the desktop ends.
struct Part {
  std::string name;  ///< of its file in the log folder
  pid_t pid = 0;
};

struct Parts {
  Variables variables;
  std::vector<Part> needed;
  int titles = -1;  ///< a socket to interlock-desk, which is a window: titles are written there, a line each
};

/// Starts all parts and waits until interlockd works on the desktop. Errors name the part, its last words and its log.
tl::expected<Parts, Error> start_parts(Programs& programs, const DesktopPlaces& places, const DesktopWish& wish);

}  // namespace interlock::cli
