#include "ipc/address.h"

#include <cstdlib>
#include <cstring>

#include <sys/socket.h>
#include <unistd.h>

#include "ipc/client.h"

namespace interlock::ipc {
namespace {

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::optional<sockaddr_un> unix_address(const std::string& path) {
  if (path.empty() || path.size() > max_socket_path || path.find('\0') != std::string::npos) return std::nullopt;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

std::string socket_dir() {
  if (std::string own = from_environment("INTERLOCK_SOCKET_DIR"); !own.empty()) return own;
  if (const std::string runtime = from_environment("XDG_RUNTIME_DIR"); !runtime.empty()) return runtime + "/interlock";
  return "/run/user/" + std::to_string(::getuid()) + "/interlock";
}

std::string agent_socket() {
  return socket_dir() + "/agent.sock";
}
std::string control_socket() {
  return socket_dir() + "/control.sock";
}
std::string questions_socket() {
  return socket_dir() + "/questions.sock";
}

}  // namespace interlock::ipc
