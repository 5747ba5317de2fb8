#include "cli/desktop/places.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ipc/lock_soon.h"
#include "values/suggest.h"

namespace interlock::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 32;  // the paths of sockets have at most 107 bytes

std::string folder_from(const char* variable, const std::string& otherwise) {
  const char* value = std::getenv(variable);
  return value != nullptr && value[0] == '/' ? value : otherwise;
}

std::string home() {
  return folder_from("HOME", "/nonexistent");
}

/// The folder of all desktops' runtime folders. In a container there may be no XDG_RUNTIME_DIR.
std::string all_runtimes() {
  const std::string runtime = folder_from("XDG_RUNTIME_DIR", {});
  return runtime.empty() ? "/tmp/interlock-desktops-" + std::to_string(::getuid()) : runtime + "/interlock-desktops";
}

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= longest_name &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

Error failed(const std::string& what, const std::string& where) {
  return {what + ": " + std::strerror(errno), where, {}};
}

/// A folder that only this user can enter. /tmp is everybody's: what is there already must be ours, and no link.
tl::expected<void, Error> make_private(const std::string& folder) {
  struct stat facts {};
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return tl::unexpected(failed("cannot make a folder", folder));
  if (::lstat(folder.c_str(), &facts) != 0) return tl::unexpected(failed("cannot read a folder", folder));
  if (!S_ISDIR(facts.st_mode) || facts.st_uid != ::getuid())
    return tl::unexpected(Error{"is not a folder of yours", folder, "remove it, or set XDG_RUNTIME_DIR"});
  if (::chmod(folder.c_str(), 0700) != 0) return tl::unexpected(failed("cannot close a folder to others", folder));
  return {};
}

/// Whether a process holds the desktop's name.
bool is_held(const std::string& runtime) {
  const int lock = ::open((runtime + "/lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (lock < 0) return false;
  const bool held = ::flock(lock, LOCK_SH | LOCK_NB) != 0;
  ::close(lock);
  return held;
}

}  // namespace

tl::expected<DesktopPlaces, Error> desktop_places(const std::string& name) {
  if (!is_name(name))
    return tl::unexpected(
        Error{"is not a desktop's name", in_single_quotes(name), "use 1 to 32 characters of a-z, 0-9 and -"});
  return DesktopPlaces{
      .name = name,
      .runtime = all_runtimes() + "/" + name,
      .home = folder_from("XDG_DATA_HOME", home() + "/.local/share") + "/interlock/desktops/" + name,
      .state = folder_from("XDG_STATE_HOME", home() + "/.local/state") + "/interlock/desktops/" + name};
}

std::vector<std::string> running_desktops() {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& folder : fs::directory_iterator(all_runtimes(), missing)) {
    if (is_held(folder.path().string())) names.push_back(folder.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

tl::expected<int, Error> take_places(const DesktopPlaces& places) {
  std::error_code failure;
  for (const auto& folder : {places.home, places.log()}) {
    fs::create_directories(folder, failure);
    if (failure) return tl::unexpected(Error{"cannot make a folder: " + failure.message(), folder, {}});
    fs::permissions(folder, fs::perms::owner_all, failure);
  }
  for (const auto& folder : {all_runtimes(), places.runtime}) {
    if (auto made = make_private(folder); !made) return tl::unexpected(made.error());
  }
  const std::string file = places.runtime + "/lock";
  const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock < 0) return tl::unexpected(failed("cannot be opened", file));
  // `running_desktops()` of another process holds the lock for a moment, and a desktop that was killed may still hold
  // it.
  if (ipc::lock_soon(lock)) return lock;
  ::close(lock);
  return tl::unexpected(Error{"there is a running desktop of this name", in_single_quotes(places.name),
                              "end it, or choose another name with --name"});
}

void leave_places(const DesktopPlaces& places, int lock) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(places.runtime, ignored)) {
    if (entry.path().filename() != "lock") fs::remove_all(entry.path(), ignored);
  }
  ::close(lock);
}

tl::expected<void, Error> write_variables(const DesktopPlaces& places, const Variables& variables) {
  std::ofstream out(places.environment_file());
  for (const auto& [key, value] : variables) out << key << '=' << value << '\n';
  if (!out.flush()) return tl::unexpected(failed("cannot be written", places.environment_file()));
  return {};
}

Variables parse_variables(std::string_view text) {
  Variables variables;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    if (const auto equals = line.find('='); equals != std::string_view::npos && equals > 0)
      variables.emplace(line.substr(0, equals), line.substr(equals + 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return variables;
}

Variables own_variables() {
  Variables variables;
  for (char** each = environ; *each != nullptr; ++each) variables.merge(parse_variables(*each));
  return variables;
}

tl::expected<void, Error> enter_desktop(const std::string& name) {
  const auto places = desktop_places(name);
  if (!places) return tl::unexpected(places.error());
  std::ifstream file(places->environment_file());
  std::stringstream text;
  text << file.rdbuf();
  const auto variables = parse_variables(text.str());
  if (!is_held(places->runtime) || variables.empty()) {
    const auto running = running_desktops();
    std::string names;
    for (const auto& each : running) names += (names.empty() ? "" : ", ") + each;
    return tl::unexpected(
        Error{"no desktop of this name is running", in_single_quotes(name),
              names.empty() ? "none is running; 'interlockctl desktop' starts one" : "running: " + names});
  }
  for (const char* name : {"INTERLOCK_SOCKET_DIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"}) ::unsetenv(name);
  for (const auto& [key, value] : variables) ::setenv(key.c_str(), value.c_str(), 1);
  return {};
}

}  // namespace interlock::cli
