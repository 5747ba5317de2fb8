#include <cstdlib>
#include <filesystem>

#include "platform/dbus/connection.h"

namespace interlock::platform::dbus {

tl::expected<std::string, Error> session_bus_address() {
  const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
  if (address && *address) return address;
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime && *runtime) {
    const std::string socket = std::string(runtime) + "/bus";
    std::error_code ignored;
    if (std::filesystem::exists(socket, ignored)) return "unix:path=" + socket;
  }
  return tl::unexpected(Error{.what = "no session bus",
                              .where = "DBUS_SESSION_BUS_ADDRESS is not set and $XDG_RUNTIME_DIR/bus is not there",
                              .advice = "start it inside a desktop session, or set DBUS_SESSION_BUS_ADDRESS"});
}

}  // namespace interlock::platform::dbus
