#include "daemon/process/processor_wait.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace interlock::daemon {
namespace {

constexpr std::size_t most_processes = 32;
constexpr int most_threads = 400;

/// The second number of schedstat: nanoseconds on a run queue.
std::optional<std::chrono::nanoseconds> wait_of(const std::filesystem::path& thread) {
  std::ifstream file(thread / "schedstat");
  std::int64_t ran = 0, waited = 0;
  if (!(file >> ran >> waited)) return std::nullopt;
  return std::chrono::nanoseconds(waited);
}

}  // namespace

std::optional<std::chrono::nanoseconds> processor_wait(pid_t process) {
  std::vector<pid_t> family{process};
  std::chrono::nanoseconds sum{0};
  int threads = 0;
  for (std::size_t at = 0; at < family.size(); ++at) {
    std::error_code gone;
    const std::filesystem::directory_iterator tasks("/proc/" + std::to_string(family[at]) + "/task", gone);
    if (gone) continue;
    for (auto task = begin(tasks); task != end(tasks) && threads < most_threads; task.increment(gone)) {
      if (gone) break;
      if (const auto wait = wait_of(task->path())) sum += *wait, ++threads;
      std::ifstream children(task->path() / "children");
      for (pid_t child = 0; family.size() < most_processes && children >> child;) family.push_back(child);
    }
  }
  return threads == 0 ? std::nullopt : std::optional(sum);
}

}  // namespace interlock::daemon
