/// An agent's desktop has a name. Where its sockets and files are, and which desktops are running.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::cli {

struct DesktopPlaces {
  std::string name;
  std::string runtime;  ///< XDG_RUNTIME_DIR of its programs, for this user alone: sockets, cookie, `environment`
  std::string home;     ///< HOME of its programs; kept when the desktop ends
  std::string state;    ///< its audit log and the output of its parts; kept as well
  std::string log() const { return state + "/log"; }
  std::string environment_file() const { return runtime + "/environment"; }
};

/// The folders of the desktop of this name; none is created. Errors: a name that is not 1 to 32 of a-z, 0-9 and -, a
/// runtime folder that belongs to another user.
tl::expected<DesktopPlaces, Error> desktop_places(const std::string& name);

/// The names of the desktops that are running, sorted.
std::vector<std::string> running_desktops();

/// Makes the folders. The descriptor holds the desktop's name until it is closed: a second desktop of that name is an
/// error.
tl::expected<int, Error> take_places(const DesktopPlaces& places);
/// Removes what the runtime folder contains, and then gives the name back.
void leave_places(const DesktopPlaces& places, int lock);

/// The variables of a desktop by which programs find it, as KEY=VALUE lines in its environment file.
using Variables = std::map<std::string, std::string>;
tl::expected<void, Error> write_variables(const DesktopPlaces& places, const Variables& variables);
Variables parse_variables(std::string_view text);
/// The variables of this process.
Variables own_variables();

/// Makes this process one of a running desktop's programs: takes over its variables. Errors: there is none of that
/// name.
tl::expected<void, Error> enter_desktop(const std::string& name);

}  // namespace interlock::cli
