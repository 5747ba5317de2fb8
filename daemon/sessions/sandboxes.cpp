#include "daemon/sessions/sandboxes.h"

#include "daemon/process/log.h"
#include "ipc/fd.h"
#include "ipc/listeners.h"

#include <algorithm>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;

/// Number of a namespace ("pid", "mnt") of a process; 0 if it cannot be read.
ino_t namespace_of(const std::string& process, const char* kind) {
  struct stat status {};
  const std::string path = "/proc/" + process + "/ns/" + kind;
  return stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

/// Looks `path` up inside the sandbox, where absolute links are followed too. Returns 0 if it exists, else the error.
int look_up(int root, const std::string& path) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT;
  const ipc::Fd found(static_cast<int>(syscall(SYS_openat2, root, path.c_str(), &how, sizeof how)));
  return found.get() >= 0 ? 0 : errno;
}

/// A path that this process may not look at is also forbidden to the agent, which is the same user. All other errors
/// leave it undecided.
bool says_absent(int error) {
  return error == ENOENT || error == ENOTDIR || error == EACCES;
}

/// The value of `key` in a D-Bus address: "unix:path=/run/user/1000/bus,guid=...".
std::string in_address(const char* address, std::string_view key) {
  if (address == nullptr) return {};
  const std::string_view text(address);
  const auto at = text.find(key);
  if (at == std::string_view::npos) return {};
  const auto begin = at + key.size();
  return std::string(text.substr(begin, text.find_first_of(",;", begin) - begin));
}

/// Whether the process has no network device but its own loopback.
bool has_no_network(const std::string& process) {
  std::ifstream devices("/proc/" + process + "/net/dev");
  std::string line;
  for (int heading = 0; heading < 2; ++heading) {
    if (!std::getline(devices, line)) return false;
  }
  while (std::getline(devices, line)) {
    if (line.find("lo:") == std::string::npos) return false;
  }
  return true;
}

/// Names the way over the network by which the process can act on the desktop; empty if there is none.
std::string network_way(const std::string& process) {
  const ino_t network = namespace_of(process, "net");
  if (network == 0) return "its network cannot be looked at";
  if (network == namespace_of("self", "net"))
    return "the sandbox shares this machine's network, with the debugging ports of browsers on its loopback";
  if (has_no_network(process)) return {};
  const auto listeners = ipc::desktop_listeners();
  if (!listeners) return "it is not known what listens on this machine: /proc/self/net/tcp cannot be read";
  for (const auto& listener : *listeners) {
    if (!listener.only_loopback())
      return "the sandbox leaves a way to the desktop over the network: " + ipc::text_of(listener) +
             "; let it listen on 127.0.0.1 only";
  }
  return {};
}

}  // namespace

struct Sandboxes::Sandbox {
  ino_t processes = 0;  ///< its process namespace
  asio::posix::stream_descriptor life;
  std::string profile;
};

Sandboxes::Sandboxes(asio::any_io_executor executor, std::function<std::vector<std::string>()> ways)
    : executor_(std::move(executor)), ways_(std::move(ways)) {}
Sandboxes::~Sandboxes() = default;

tl::expected<void, Error> Sandboxes::enter(pid_t init, const std::string& profile) {
  const std::string process = std::to_string(init);
  const auto refuse = [&](const std::string& why) {
    return tl::unexpected(Error{why, "process " + process, "the agent was not started"});
  };
  ipc::Fd life(static_cast<int>(syscall(SYS_pidfd_open, init, 0)));
  if (life.get() < 0) return refuse(std::string("no such process (") + std::strerror(errno) + ")");
  const ino_t processes = namespace_of(process, "pid");
  const ino_t mounts = namespace_of(process, "mnt");
  if (processes == 0 || mounts == 0) return refuse("its namespaces cannot be read");
  if (processes == namespace_of("self", "pid") || mounts == namespace_of("self", "mnt"))
    return refuse("it is not in a sandbox: it sees the same processes or files as interlockd");
  if (const auto way = way_out(process); !way.empty()) return refuse(way);
  auto sandbox =
      std::make_shared<Sandbox>(Sandbox{processes, asio::posix::stream_descriptor(executor_, life.release()), profile});
  sandboxes_.push_back(sandbox);
  sandbox->life.async_wait(asio::posix::descriptor_base::wait_read,
                           [this, gone = std::weak_ptr(sandbox)](const boost::system::error_code& stopped) {
                             if (stopped) return;  // `this` may have been destroyed as well
                             std::erase(sandboxes_, gone.lock());
                           });
  return {};
}

std::optional<std::string> Sandboxes::profile_of(pid_t pid) const {
  const std::string process = std::to_string(pid);
  const ino_t processes = namespace_of(process, "pid");
  const auto found = std::find_if(sandboxes_.begin(), sandboxes_.end(), [&](const auto& sandbox) {
    return processes != 0 && sandbox->processes == processes;
  });
  if (found == sandboxes_.end() || !way_out(process).empty()) return std::nullopt;
  return (*found)->profile;
}

std::string Sandboxes::way_out(const std::string& process) const {
  const std::string path = "/proc/" + process + "/root";
  const ipc::Fd root(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (root.get() < 0) return "its files cannot be looked at (" + std::string(std::strerror(errno)) + ")";
  for (const auto& way : ways_()) {
    const int error = look_up(root.get(), way);
    if (error == 0) return "the sandbox leaves a way to the desktop: " + way;
    if (!says_absent(error))
      return "it is not known whether the sandbox leaves a way to the desktop: " + way + ": " + std::strerror(error);
  }
  return network_way(process);
}

void offer_to_sandboxes(const std::string& socket_dir) {
  const std::string folder = socket_dir + "/agents";
  const std::string fresh = folder + "/new.sock";
  mkdir(folder.c_str(), 0700);
  unlink(fresh.c_str());
  // Another name for the same socket; renamed, so that the socket exists at every moment.
  if (link((socket_dir + "/agent.sock").c_str(), fresh.c_str()) != 0 ||
      rename(fresh.c_str(), (folder + "/agent.sock").c_str()) != 0) {
    log_warning("a confined agent must be restarted after interlockd: no " + folder +
                "/agent.sock: " + std::strerror(errno));
  }
}

std::vector<std::string> ways_to_the_desktop(const std::vector<std::string>& display_sockets,
                                             std::vector<std::string> own_sockets) {
  std::vector<std::string> ways = std::move(own_sockets);
  ways.insert(ways.end(), display_sockets.begin(), display_sockets.end());
  for (const char* name : {"DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"}) {
    if (auto path = in_address(std::getenv(name), "unix:path="); !path.empty()) ways.push_back(std::move(path));
  }
  if (const char* runtime = std::getenv("XDG_RUNTIME_DIR"); runtime != nullptr && runtime[0] == '/') {
    for (const char* name : {"/bus", "/at-spi"}) ways.push_back(runtime + std::string(name));
    const char* wayland = std::getenv("WAYLAND_DISPLAY");
    if (wayland != nullptr && wayland[0] != '\0')
      ways.push_back(wayland[0] == '/' ? std::string(wayland) : runtime + std::string("/") + wayland);
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
    ways.push_back(home + std::string("/.cache/at-spi"));
  ways.emplace_back("/dev/uinput");
  return ways;
}

}  // namespace interlock::daemon
