#include "platform/x11/process.h"

#include <unistd.h>
#include <array>
#include <climits>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace interlock::platform::x11 {

std::string program_of(std::uint32_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::array<char, PATH_MAX> link{};
  const auto length = readlink((folder + "/exe").c_str(), link.data(), link.size());
  if (length > 0) {
    std::string_view path(link.data(), static_cast<std::size_t>(length));
    constexpr std::string_view replaced = " (deleted)";  // the kernel's word for an updated program
    if (path.ends_with(replaced)) path.remove_suffix(replaced.size());
    return std::string(path.substr(path.rfind('/') + 1));
  }
  std::ifstream comm(folder + "/comm");
  std::string name;
  std::getline(comm, name);
  return name;
}

std::optional<Work> work_of(std::uint32_t pid) {
  // Reads a thread's state first: what it does after it was seen asleep shows in its time.
  Work work{.asleep = true};
  std::error_code error;
  const std::filesystem::directory_iterator threads("/proc/" + std::to_string(pid) + "/task", error);
  if (error) return std::nullopt;
  for (auto thread = threads; thread != std::filesystem::directory_iterator(); thread.increment(error)) {
    std::ifstream file(thread->path() / "stat");
    std::string line;
    std::getline(file, line);
    // proc(5): pid (name) state ...; the name may hold anything.
    const auto end_of_name = line.rfind(')');
    if (end_of_name == line.npos || end_of_name + 2 >= line.size()) continue;  // the process has just ended
    work.asleep = work.asleep && (line[end_of_name + 2] == 'S' || line[end_of_name + 2] == 'I');
    if (error) return std::nullopt;
  }
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(static_cast<pid_t>(pid), &clock) != 0 || clock_gettime(clock, &used) != 0)
    return std::nullopt;
  work.time = std::chrono::seconds{used.tv_sec} + std::chrono::nanoseconds{used.tv_nsec};
  return work;
}

}  // namespace interlock::platform::x11
