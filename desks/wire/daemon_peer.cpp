#include "desks/wire/daemon_peer.h"

#include <filesystem>
#include <string_view>

#include <sys/socket.h>
#include <unistd.h>

namespace interlock::desk {

namespace fs = std::filesystem;

bool is_run_by_us(int socket, const std::string& program) {
  constexpr std::string_view replaced = " (deleted)";  // by an update, while it runs
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != ::geteuid()) return false;
  std::error_code unknown;
  std::string running = fs::read_symlink("/proc/" + std::to_string(peer.pid) + "/exe", unknown).string();
  if (unknown) return false;
  if (running.ends_with(replaced)) running.resize(running.size() - replaced.size());
  if (program.find('/') == std::string::npos) return fs::path(running).filename() == program;
  const auto wanted = fs::weakly_canonical(program, unknown);
  return !unknown && wanted == running;
}

std::string first_installed(std::initializer_list<std::string> files, const std::string& name) {
  std::error_code unknown;
  for (const auto& each : files) {
    if (fs::exists(each, unknown)) return each;
  }
  return name;
}

}  // namespace interlock::desk
