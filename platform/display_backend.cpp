// Which kind of display the desktop has.
#include <cstdlib>
#include <string_view>

#include "platform/desk/desk_backend.h"
#include "platform/factory.h"
#include "platform/x11/x11_backend.h"

namespace interlock::platform {
namespace {

bool is_set_to_something(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != 0;
}

/// A Wayland session also has an X display, for programs that know nothing else; most windows are not on that.
bool in_wayland_session() {
  if (!is_set_to_something("WAYLAND_DISPLAY")) return false;
  const char* type = std::getenv("XDG_SESSION_TYPE");
  return !is_set_to_something("DISPLAY") || (type != nullptr && std::string_view(type) == "wayland");
}

}  // namespace

std::shared_ptr<Backend> display_backend(const DisplayChoice& choice) {
  const bool wayland = choice.name == "wayland" || (choice.name.empty() && in_wayland_session());
  if (!wayland) return x11_backend(choice.name);
  return desk_backend(choice.desk_socket, choice.desk_programs, choice.version);
}

}  // namespace interlock::platform
